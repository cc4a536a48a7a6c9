// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Terminal

/// What `set` can set, kept for each user.
enum Setting: String, CaseIterable {
    /// Whether the drawer at the left is shown.
    case sidebar
    /// The colours.
    case theme
    /// How apps give way to each other.
    case transition
    /// How many columns East Asian Ambiguous characters take.
    case ambiguousWidth = "ambiguous-width"

    /// The values that it can have; the first is the one it has when nothing was set.
    func choices(_ preferences: Preferences) -> [String] {
        switch self {
        case .sidebar: ["on", "off"]
        case .theme: Theme.standard + preferences.themes.map(\.name)
        case .transition: ["app"] + Transition.all.map(\.name)
        case .ambiguousWidth: ["narrow", "wide"]
        }
    }

    /// One line on what a value does; nil for what users have named themselves.
    func summary(of choice: String) -> LocalizedText? {
        switch (self, choice) {
        case (.sidebar, "on"): Strings.choiceSidebarOn
        case (.sidebar, "off"): Strings.choiceSidebarOff
        case (.theme, "auto"): Strings.choiceThemeAuto
        case (.theme, Theme.dark.name): Strings.choiceThemeDark
        case (.theme, Theme.light.name): Strings.choiceThemeLight
        case (.transition, "app"): Strings.choiceTransitionApp
        case (.transition, Transition.none.name): Strings.choiceTransitionNone
        case (.transition, Transition.pushLeft.name): Strings.choiceTransitionPushLeft
        case (.transition, Transition.pushRight.name): Strings.choiceTransitionPushRight
        case (.transition, Transition.cover.name): Strings.choiceTransitionCover
        case (.transition, Transition.dissolve.name): Strings.choiceTransitionDissolve
        case (.ambiguousWidth, "narrow"): Strings.choiceAmbiguousWidthNarrow
        case (.ambiguousWidth, "wide"): Strings.choiceAmbiguousWidthWide
        default: nil
        }
    }

    /// The values that it has for everybody, with what they do.
    var terms: [Parameter.Term] {
        choices(Preferences()).compactMap { choice in summary(of: choice).map { .init(choice, $0) } }
    }

    /// One line on what it does.
    var summary: LocalizedText {
        switch self {
        case .sidebar: Strings.settingSidebar
        case .theme: Strings.settingTheme
        case .transition: Strings.settingTransition
        case .ambiguousWidth: Strings.settingAmbiguousWidth
        }
    }
}
