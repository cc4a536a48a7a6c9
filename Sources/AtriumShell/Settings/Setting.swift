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

    /// The values that it can have; the first is the one it has when nothing was set.
    func choices(_ preferences: Preferences) -> [String] {
        switch self {
        case .sidebar: SidebarState.allCases.map(\.rawValue)
        case .theme: Theme.standard + preferences.themes.map(\.name)
        case .transition: TransitionChoice.allCases.map(\.rawValue)
        case .plain: [Switch.off.rawValue, Switch.on.rawValue]
        case .selectionKeys, .mouse: Switch.allCases.map(\.rawValue)
        case .pictures: PictureChoice.allCases.map(\.rawValue)
        case .title: [Switch.off.rawValue, Switch.on.rawValue]
        case .notify: NotificationChoice.allCases.map(\.rawValue)
        case .system: SystemChoice.allCases.map(\.rawValue)
        case .ambiguousWidth: ["narrow", "wide"]
        case .dailyBackup: [Switch.off.rawValue, Switch.on.rawValue]
        }
    }

    /// The value that was typed, in capitals or not.
    ///
    /// - Throws: `CommandFault.notAChoice`.
    func choice(_ typed: String, _ preferences: Preferences) throws(CommandFault) -> String {
        let choices = choices(preferences)
        guard let choice = choices.first(where: { $0 == typed }) ?? choices.first(where: { $0 == typed.lowercased() })
        else { throw .notAChoice(name: rawValue, value: typed, choices: choices) }
        return choice
    }

    /// A summary of a value in one line; `nil` for values that users have named themselves.
    func summary(of choice: String) -> LocalizedText? {
        switch (self, choice) {
        case (.sidebar, _): SidebarState(rawValue: choice)?.meaning
        case (.theme, "auto"): Strings.choiceThemeAuto
        case (.theme, Theme.dark.name): Strings.choiceThemeDark
        case (.theme, Theme.light.name): Strings.choiceThemeLight
        case (.transition, _): TransitionChoice(rawValue: choice)?.meaning
        case (.selectionKeys, Switch.on.rawValue): Strings.choiceSelectionKeysOn
        case (.selectionKeys, Switch.off.rawValue): Strings.choiceSelectionKeysOff
        case (.plain, Switch.on.rawValue): Strings.choicePlainOn
        case (.plain, Switch.off.rawValue): Strings.choicePlainOff
        case (.mouse, Switch.on.rawValue): Strings.choiceMouseOn
        case (.mouse, Switch.off.rawValue): Strings.choiceMouseOff
        case (.pictures, _): PictureChoice(rawValue: choice)?.meaning
        case (.title, Switch.on.rawValue): Strings.choiceTitleOn
        case (.title, Switch.off.rawValue): Strings.choiceTitleOff
        case (.notify, NotificationChoice.off.rawValue): Strings.choiceNotifyOff
        case (.notify, NotificationChoice.on.rawValue): Strings.choiceNotifyOn
        case (.notify, NotificationChoice.rxvt.rawValue): Strings.choiceNotifyRxvt
        case (.system, SystemChoice.off.rawValue): Strings.choiceSystemOff
        case (.system, SystemChoice.on.rawValue): Strings.choiceSystemOn
        case (.system, SystemChoice.scripts.rawValue): Strings.choiceSystemScripts
        case (.ambiguousWidth, "narrow"): Strings.choiceAmbiguousWidthNarrow
        case (.ambiguousWidth, "wide"): Strings.choiceAmbiguousWidthWide
        case (.dailyBackup, Switch.on.rawValue): Strings.choiceBackupDailyOn
        case (.dailyBackup, Switch.off.rawValue): Strings.choiceBackupDailyOff
        default: nil
        }
    }

    /// A summary in one line.
    var summary: LocalizedText {
        switch self {
        case .sidebar: Strings.settingSidebar
        case .theme: Strings.settingTheme
        case .transition: Strings.settingTransition
        case .selectionKeys: Strings.settingSelectionKeys
        case .plain: Strings.settingPlain
        case .mouse: Strings.settingMouse
        case .pictures: Strings.settingPictures
        case .title: Strings.settingTitle
        case .notify: Strings.settingNotify
        case .system: Strings.settingSystem
        case .ambiguousWidth: Strings.settingAmbiguousWidth
        case .dailyBackup: Strings.settingBackupDaily
        }
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
enum SystemChoice: String, CaseIterable {
    case off, on, scripts
}

/// Whether something is on.
enum Switch: String, CaseIterable {
    case on, off
}

/// The sequence that sends news to the terminal.
enum NotificationChoice: String, CaseIterable {
    case off, on
    /// The sequence of rxvt and foot.
    case rxvt = "777"
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
