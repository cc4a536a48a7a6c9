// SPDX-License-Identifier: GPL-3.0-or-later

/// Who shows everything at the moment: panels or lines of text, as the user wants it, or the only presenter there is.
///
/// Of panels and lines, the other is out of sight until `plain` is set otherwise, or somebody logs in who has set it
/// otherwise.
@MainActor
final class PresenterChoice {
    /// What there is to choose from.
    @MainActor
    private struct Options {
        let screen: Screen
        let panels: ScreenPresenter
        let lines: PlainPresenter
        let settings: UserSettings

        var chosen: any Presenter { settings.isPlain ? lines : panels }
    }

    private let options: Options?
    /// The one that shows everything.
    private(set) var current: any Presenter
    /// Called when the one has taken the place of the other.
    var onChange: (@MainActor (_ usesPanels: Bool) -> Void)?

    /// No choice: this one shows everything.
    init(only presenter: any Presenter) {
        options = nil
        current = presenter
    }

    /// Panels on a screen, or lines in their place.
    init(screen: Screen, panels: ScreenPresenter, lines: PlainPresenter, settings: UserSettings) {
        let options = Options(screen: screen, panels: panels, lines: lines, settings: settings)
        self.options = options
        current = options.chosen
    }

    /// Draws everything as the user wants it, and by whom.
    func settingsDidChange() {
        guard let options, options.chosen !== current else { return current.settingsDidChange() }
        current = options.chosen
        let usesPanels = current === options.panels
        if usesPanels { options.screen.attach() } else { options.screen.detach() }
        onChange?(usesPanels)
    }
}
