// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Terminal

extension Shell {
    /// The current app’s frame as text shows it, drawn from fresh data: without the rows for what is said and typed.
    ///
    /// - Throws: `AuthenticationFault.notLoggedIn`, and what loading throws.
    func frame() async throws -> [String] {
        try await coordinator.appear()
        guard let app = coordinator.currentApp else { throw AuthenticationFault.notLoggedIn }
        try await app.model.refresh()
        let layout = layout()
        guard StageLayout.isPossible(layout.size) else { return announcement(of: app).map { [$0] } ?? [] }
        return Array(
            FrameComposer(coordinator: coordinator, layout: layout).frame(of: app).lines.prefix(
                layout.statusRow))
    }

    /// Where the parts of the current app stand, with so many rows for what is typed.
    func layout(promptRows: Int = 1) -> StageLayout {
        let detail = coordinator.currentApp?.detail
        let isInSidebar = stage?.isInSidebar ?? false
        return StageLayout(
            size: coordinator.size,
            wishes: .init(
                showsSidebar: showsSidebar || isInSidebar, showsDrawer: isInSidebar || stage?.isDrawerOpen ?? false,
                hasDetail: detail != nil, isDetailOpen: detail?.isOpen ?? false, promptRows: promptRows))
    }

    /// Shows what there is to see before the next line is typed: the stage, or where somebody is in words.
    func present() async throws {
        if coordinator.login == .loggedOut, options.isInteractive {
            hasNoAccount = try await coordinator.authenticator.isEmpty()
        }
        if let stage { return try await stage.refresh() }
        guard options.isInteractive, options.rendering == .plain else { return }
        guard let app = coordinator.currentApp else { return sayWhatLeadsOn() }
        try await app.model.refresh()
        let place = announcement(of: app)
        guard place != announced else { return }
        announced = place
        if let place { gate.writeLine(place) }
    }

    /// Says what can be typed where no app can be seen, once for each time that this comes about.
    private func sayWhatLeadsOn() {
        let text: LocalizedText
        switch coordinator.login {
        case .active: return
        case .locked: text = Strings.startPlainLocked
        case .loggedOut: text = hasNoAccount == true ? Strings.startPlainFirst : Strings.startPlain
        }
        let place = sentence(text)
        guard place != announced else { return }
        announced = place
        gate.writeLine(place)
    }

    /// Where somebody is: the app, what is listed, and what is open.
    private func announcement(of app: RunningApp) -> String? {
        guard let factory = coordinator.catalog.first(where: { $0.id == app.id }) else { return nil }
        let context = coordinator.drawingContext(of: app.id)
        let tab = app.tabBar.tabs.first { $0.key == app.tabBar.selected }?.title.string(in: coordinator.language)
        let opened = app.detail.flatMap { $0.isOpen ? $0.title(in: context) : nil }
        let place = [factory.title.string(in: coordinator.language), tab, opened].compactMap { $0 }
        return Sanitizer.visible(place.joined(separator: " · "))
    }
}
