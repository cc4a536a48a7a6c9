// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Terminal

extension StageScreen {
    /// The screen as it was before the present command, without the line that was typed for it.
    func picture() -> Canvas {
        let view = LineView(
            EditedLine(prompt: line.prompt), columns: shell.coordinator.size.columns - 1,
            limit: StageLayout.promptLimit(shell.coordinator.size))
        let present = printing
        printing = printedBefore
        defer { printing = present }
        return compose(view)
    }
}

extension Shell {
    /// The present screen on a canvas, in the user’s theme; without a screen, the frame of the current app with the prompt.
    ///
    /// - Throws: `AuthenticationFault.notLoggedIn`, and what loading throws.
    func picture() async throws -> CanvasPicture {
        var canvas =
            if let stage {
                stage.picture()
            } else {
                try await frameWithPrompt()
            }
        // A picture has no terminal whose own colours it could have.
        let theme = theme.forPictures
        var painter = ThemePainter(theme: theme, depth: .trueColor)
        painter.paint(&canvas)
        return CanvasPicture(canvas, foreground: theme.text ?? theme.faint, background: theme.background)
    }

    private func frameWithPrompt() async throws -> Canvas {
        try await coordinator.appear()
        guard let app = coordinator.currentApp else { throw AuthenticationFault.notLoggedIn }
        try await app.model.refresh()
        let layout = layout()
        var canvas = FrameComposer(coordinator: coordinator, layout: layout).frame(of: app)
        canvas.write(
            prompt.text, at: Point(column: 1, row: layout.prompt.origin.row), style: prompt.style)
        return canvas
    }
}

extension Theme {
    /// The theme with colours of its own for everything: the terminal’s are not known.
    fileprivate var forPictures: Theme {
        guard text == nil else { return self }
        return background.luminance > 0.5 ? .light : .dark
    }
}
