import Session
import Terminal

extension Shell {
    /// The current app’s frame, drawn from fresh data.
    ///
    /// - Throws: `AuthenticationFault.notLoggedIn`, and what loading throws.
    func frame() async throws -> Canvas {
        try await coordinator.appear()
        guard let app = coordinator.currentApp else { throw AuthenticationFault.notLoggedIn }
        try await app.model.refresh()
        let size = coordinator.size
        // The prompt and a message stand below.
        let rows = max(6, min(size.rows - 3, 40))
        return FrameComposer(coordinator: coordinator, showsSidebar: showsSidebar)
            .frame(of: app, size: Size(columns: size.columns, rows: rows))
    }

    /// Draws the frame above the prompt, on a stage and while somebody is logged in.
    func presentFrame() async throws {
        guard options.rendering == .stage, wantsFrame, coordinator.login.session != nil, value(of: .frame) == "on",
            coordinator.size.columns >= 20, coordinator.size.rows >= 9
        else { return }
        for line in try await frame().styledLines(depth: options.colors) { gate.writeLine(line) }
    }
}
