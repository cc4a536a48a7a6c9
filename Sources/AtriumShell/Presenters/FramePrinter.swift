// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScreen
import AtriumSession
import AtriumTerminal

/// The frame as text and as a picture: that of the screen, or one drawn for a user without one.
@MainActor
struct FramePrinter {
    let coordinator: Coordinator
    let settings: UserSettings
    private let fullScreen: Screen?
    /// Whether a user without a full screen reads frames.
    private let isRead: Bool

    /// - Parameters:
    ///   - screen: The full screen, if there is one.
    ///   - selects: Whether a user without one reads frames, so that the selection in them applies to
    ///     commands.
    init(coordinator: Coordinator, settings: UserSettings, screen: Screen?, selects: Bool) {
        self.coordinator = coordinator
        self.settings = settings
        fullScreen = screen
        isRead = selects
    }

    /// The full screen, if it is shown.
    private var screen: Screen? { fullScreen.flatMap { $0.isShown ? $0 : nil } }

    /// Whether the selection in a frame applies to commands: the user has the frame before them.
    private var selects: Bool { isRead || screen != nil }

    /// The current app’s frame as text shows it, drawn from fresh data: without the rows for messages and input.
    ///
    /// - Throws: `AuthenticationFault.notLoggedIn`, and the errors of loading.
    func lines() async throws -> [String] {
        let app = try await freshApp()
        let layout = layout
        guard ScreenLayout.isPossible(layout.size) else {
            return ReplyText(coordinator: coordinator).place(in: app).map { [$0.string] } ?? []
        }
        return Array(try await frame(of: app, layout).lines.prefix(layout.statusRow))
    }

    /// The present screen on a canvas, in the user’s theme; without a screen, the frame of the current app with the
    /// prompt.
    ///
    /// - Throws: `AuthenticationFault.notLoggedIn`, and the errors of loading.
    func picture() async throws -> CanvasPicture {
        var canvas = if let screen { screen.picture() } else { try await frameWithPrompt() }
        // A picture has no terminal whose own colours it could have.
        let theme = settings.theme.forPictures
        var painter = ThemePainter(theme: theme, depth: .trueColor)
        painter.paint(&canvas)
        return CanvasPicture(canvas, foreground: theme.text ?? theme.faint, background: theme.background)
    }

    private func frameWithPrompt() async throws -> Canvas {
        let app = try await freshApp()
        let layout = layout
        var canvas = try await frame(of: app, layout)
        let prompt = Prompt(of: coordinator)
        canvas.write(prompt.text, at: Point(column: 1, row: layout.prompt.origin.row), style: prompt.style)
        return canvas
    }

    /// The frame with its list’s selection, which is reported to the app by an update.
    private func frame(of app: RunningApp, _ layout: ScreenLayout) async throws -> Canvas {
        let composer = FrameComposer(coordinator: coordinator, layout: layout)
        composer.update(app)
        try await app.refresh(isOwn: false)
        composer.update(app)
        if !selects { app.panels.mainList?.deselect() }
        return composer.frame(of: app)
    }

    private func freshApp() async throws -> RunningApp {
        try await coordinator.appear()
        guard let app = coordinator.currentApp else { throw AuthenticationFault.notLoggedIn }
        try await app.refresh()
        return app
    }

    private var layout: ScreenLayout {
        screen?.state.layout(promptRows: 1)
            ?? ScreenLayout(of: coordinator.currentApp, size: coordinator.size, showsSidebar: settings.showsSidebar)
    }
}

extension Theme {
    /// The theme with colours of its own for everything: the terminal’s are not known.
    fileprivate var forPictures: Theme {
        guard text == nil else { return self }
        return background.luminance > 0.5 ? .light : .dark
    }
}
