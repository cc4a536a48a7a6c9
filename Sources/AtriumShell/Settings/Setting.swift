// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScreen
import AtriumSession
import AtriumTerminal

/// The settings for `set`, kept for each user.
package enum Setting: String, CaseIterable {
    /// Whether the drawer at the left is shown.
    case sidebar
    /// The colours.
    case theme
    /// The transition between apps.
    case transition
    /// Whether characters are keys for the selection, while a panel has the focus and nothing is typed.
    case selectionKeys = "selection-keys"
    /// Whether the program writes lines of text for a screen reader, and draws no panels.
    case plain
    /// Whether the mouse is the screen’s, or the terminal’s own.
    case mouse
    /// Whether pictures are drawn in documents.
    case pictures
    /// Whether the title of the terminal’s window is the present place.
    case title
    /// Whether news is sent to the desktop, and how.
    case notify
    /// Whether commands of the operating system can be performed.
    case system
    /// The number of columns of East Asian Ambiguous characters.
    case ambiguousWidth = "ambiguous-width"
    /// Whether a backup is made each day.
    case dailyBackup = "backup.daily"

    /// The value that it has when nothing was set.
    var usual: String {
        switch self {
        case .sidebar, .selectionKeys, .mouse: "on"
        case .theme, .pictures: "auto"
        case .transition: TransitionChoice.app.rawValue
        case .ambiguousWidth: "narrow"
        case .plain, .title, .notify, .system, .dailyBackup: "off"
        }
    }

    /// The same as one of an app’s, with all values that it can have.
    ///
    /// It reads a value in capitals or not, and throws `CommandFault.notAChoice`.
    func described(_ preferences: Preferences) -> AppSetting {
        switch self {
        case .sidebar: of(SidebarState.self, Strings.settingSidebar)
        case .theme:
            of(
                Strings.settingTheme,
                [
                    ("auto", Strings.choiceThemeAuto), (Theme.dark.name, Strings.choiceThemeDark),
                    (Theme.light.name, Strings.choiceThemeLight),
                ] + preferences.themes.map { ($0.name, LocalizedText(verbatim: $0.definition)) })
        case .transition: of(TransitionChoice.self, Strings.settingTransition)
        case .selectionKeys:
            of(
                Strings.settingSelectionKeys, on: Strings.choiceSelectionKeysOn, off: Strings.choiceSelectionKeysOff)
        case .plain: of(Strings.settingPlain, on: Strings.choicePlainOn, off: Strings.choicePlainOff)
        case .mouse: of(Strings.settingMouse, on: Strings.choiceMouseOn, off: Strings.choiceMouseOff)
        case .pictures: of(PictureChoice.self, Strings.settingPictures)
        case .title: of(Strings.settingTitle, on: Strings.choiceTitleOn, off: Strings.choiceTitleOff)
        case .notify: of(NotificationChoice.self, Strings.settingNotify)
        case .system: of(SystemChoice.self, Strings.settingSystem)
        case .ambiguousWidth:
            of(
                Strings.settingAmbiguousWidth,
                [("narrow", Strings.choiceAmbiguousWidthNarrow), ("wide", Strings.choiceAmbiguousWidthWide)])
        case .dailyBackup:
            of(Strings.settingBackupDaily, on: Strings.choiceBackupDailyOn, off: Strings.choiceBackupDailyOff)
        }
    }

    private func of<Choice: CommandChoice>(_: Choice.Type, _ summary: LocalizedText) -> AppSetting {
        of(summary, Choice.allCases.map { ($0.rawValue, $0.meaning ?? LocalizedText(verbatim: $0.rawValue)) })
    }

    /// A setting that is on or off, with its usual value first.
    private func of(_ summary: LocalizedText, on: LocalizedText, off: LocalizedText) -> AppSetting {
        let choices = [(Switch.on.rawValue, on), (Switch.off.rawValue, off)]
        return of(summary, usual == Switch.on.rawValue ? choices : choices.reversed())
    }

    private func of(_ summary: LocalizedText, _ choices: [(value: String, meaning: LocalizedText)]) -> AppSetting {
        let values = choices.map(\.value)
        return AppSetting(
            rawValue, initial: usual, summary: summary, choices: choices.map { .init($0.value, summary: $0.meaning) }
        ) { typed, _, _ in
            guard let value = values.first(where: { $0 == typed }) ?? values.first(where: { $0 == typed.lowercased() })
            else { throw CommandFault.notAChoice(name: rawValue, value: typed, choices: values) }
            return AppSetting.StoredValue(value)
        }
    }

    /// The values that it can have.
    func choices(_ preferences: Preferences) -> [String] { described(preferences).choices.map(\.value) }
}

extension [AppSetting] {
    /// The settings of the shell and of apps.
    @MainActor init(of catalog: [any AppFactory], _ preferences: Preferences) {
        self = Setting.allCases.map { $0.described(preferences) } + catalog.flatMap(\.settings)
    }
}

/// Whether the drawer at the left is shown.
enum SidebarState: String, CommandChoice {
    case on, off

    var meaning: LocalizedText? {
        switch self {
        case .on: Strings.choiceSidebarOn
        case .off: Strings.choiceSidebarOff
        }
    }
}

/// The places in which commands of the operating system may stand.
enum SystemChoice: String, CommandChoice {
    case off, on, scripts

    var meaning: LocalizedText? {
        switch self {
        case .off: Strings.choiceSystemOff
        case .on: Strings.choiceSystemOn
        case .scripts: Strings.choiceSystemScripts
        }
    }
}

/// Whether something is on.
enum Switch: String, CaseIterable {
    case on, off
}

/// The sequence that sends news to the terminal.
enum NotificationChoice: String, CommandChoice {
    case off, on
    /// The sequence of rxvt and foot.
    case rxvt = "777"

    var meaning: LocalizedText? {
        switch self {
        case .off: Strings.choiceNotifyOff
        case .on: Strings.choiceNotifyOn
        case .rxvt: Strings.choiceNotifyRxvt
        }
    }
}

/// Whether pictures are drawn, and how one that is shown alone.
enum PictureChoice: String, CommandChoice {
    case auto, symbols, sixel, kitty, iterm, off

    var meaning: LocalizedText? {
        switch self {
        case .auto: Strings.choicePicturesAuto
        case .symbols: Strings.choicePicturesSymbols
        case .sixel: Strings.choicePicturesSixel
        case .kitty: Strings.choicePicturesKitty
        case .iterm: Strings.choicePicturesIterm
        case .off: Strings.choicePicturesOff
        }
    }

    /// The format that chafa writes for a terminal, by its variables.
    ///
    /// If they do not show which it is, and in tmux and screen, which pass on none of the others, it is characters.
    ///
    /// - Parameter drawsSixels: Whether the terminal has said that it draws sixels; `nil` if it has said nothing.
    func format(_ variables: [String: String], drawsSixels: Bool? = nil) -> String {
        switch self {
        case .symbols, .off: return "symbols"
        case .sixel: return "sixels"
        case .kitty, .iterm: return rawValue
        case .auto: break
        }
        let (term, program) = (variables["TERM"] ?? "", variables["TERM_PROGRAM"] ?? "")
        let isWithin = !(variables["TMUX"] ?? "").isEmpty
        if isWithin || ["tmux", "screen"].contains(where: term.hasPrefix) { return "symbols" }
        let isKitty = !(variables["KITTY_WINDOW_ID"] ?? "").isEmpty
        if isKitty || ["xterm-kitty", "xterm-ghostty"].contains(term) || program == "ghostty" { return "kitty" }
        if ["iTerm.app", "WezTerm"].contains(program) { return "iterm" }
        let isKnown = drawsSixels ?? ["foot", "mlterm", "contour", "yaft"].contains(where: term.hasPrefix)
        return isKnown ? "sixels" : "symbols"
    }
}

/// The user’s choices for the transition between apps.
enum TransitionChoice: String, CommandChoice {
    case app, none
    case pushLeft = "push-left"
    case pushRight = "push-right"
    case cover, dissolve

    /// A description of the effect in one line.
    var meaning: LocalizedText? {
        switch self {
        case .app: Strings.choiceTransitionApp
        case .none: Strings.choiceTransitionNone
        case .pushLeft: Strings.choiceTransitionPushLeft
        case .pushRight: Strings.choiceTransitionPushRight
        case .cover: Strings.choiceTransitionCover
        case .dissolve: Strings.choiceTransitionDissolve
        }
    }

    /// The transition; `nil` for the one of each app.
    var transition: Transition? { Transition.all.first { $0.name == rawValue } }
}
