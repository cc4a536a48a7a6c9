// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal

/// What keys do in the shell; the raw value is what `set key.NAME` takes.
enum ShellKey: String, CommandChoice {
    case app1 = "app-1"
    case app2 = "app-2"
    case app3 = "app-3"
    case app4 = "app-4"
    case app5 = "app-5"
    case app6 = "app-6"
    case app7 = "app-7"
    case app8 = "app-8"
    case app9 = "app-9"
    case tabLeft = "tab-left"
    case tabRight = "tab-right"
    case sidebar
    case panel
    case pageUp = "page-up"
    case pageDown = "page-down"
    case selectUp = "select-up"
    case selectDown = "select-down"
    case open
    case cancel
    case help
    case palette
    case redraw

    /// What a user types to have no key for an action.
    static let none = "none"

    /// The number of the app that the key switches to, from 0.
    var appIndex: Int? {
        rawValue.hasPrefix("app-") ? Int(rawValue.dropFirst(4)).map { $0 - 1 } : nil
    }

    /// Whether it moves in the panels, or opens what is selected there.
    var isOfPanels: Bool { [.pageUp, .pageDown, .selectUp, .selectDown, .open].contains(self) }

    /// The key that it has unless the user chose another.
    var standardKey: String {
        switch self {
        case .tabLeft: "M-Left"
        case .tabRight: "M-Right"
        case .sidebar: "M-b"
        case .panel: "S-Tab"
        case .pageUp: "PageUp"
        case .pageDown: "PageDown"
        case .selectUp: "M-Up"
        case .selectDown: "M-Down"
        case .open: "M-Enter"
        case .cancel: "C-g"
        case .help: "F1"
        case .palette: "M-p"
        case .redraw: "C-l"
        default: "M-\(rawValue.dropFirst(4))"
        }
    }

    var meaning: LocalizedText? { summary }

    /// One line on what it does.
    var summary: LocalizedText {
        switch self {
        case .tabLeft: Strings.keyTabLeft
        case .tabRight: Strings.keyTabRight
        case .sidebar: Strings.keySidebar
        case .panel: Strings.keyPanel
        case .pageUp: Strings.keyPageUp
        case .pageDown: Strings.keyPageDown
        case .selectUp: Strings.keySelectUp
        case .selectDown: Strings.keySelectDown
        case .open: Strings.keyOpen
        case .cancel: Strings.keyCancel
        case .help: Strings.keyHelp
        case .palette: Strings.keyPalette
        case .redraw: Strings.keyRedraw
        default: Strings.keyApp(number: (appIndex ?? 0) + 1)
        }
    }
}

extension Preferences {
    /// The key of an action: the user’s, otherwise the usual one.
    func key(for action: ShellKey) -> String { self["key.\(action.rawValue)"] ?? action.standardKey }

    /// All keys, in the order in which they are listed.
    var keys: [(key: KeySequence, action: String)] {
        ShellKey.allCases.compactMap { action in
            KeySequence(key(for: action)).map { ($0, action.rawValue) }
        }
    }
}
