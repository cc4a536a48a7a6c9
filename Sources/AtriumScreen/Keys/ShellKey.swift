// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
package import AtriumSession
package import AtriumTerminal

/// The keys of the shell; the raw value is the name behind `set key.NAME`.
package enum ShellKey: String, CommandChoice {
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
    case focus
    case pageUp = "page-up"
    case pageDown = "page-down"
    case selectUp = "select-up"
    case selectDown = "select-down"
    case open
    case cancel
    case help
    case palette
    case redraw
    case edit
    case remove
    case done
    case tag
    case reply
    case mark
    case zoom
    case find
    case nextHit = "next-hit"
    case previousHit = "previous-hit"
    case copy
    case undo
    case keys
    case tabBefore = "tab-before"
    case tabAfter = "tab-after"
    case appBefore = "app-before"
    case appAfter = "app-after"

    /// The word for an action without a key.
    package static let none = "none"

    /// The number of the app that the key switches to, from 0.
    package var appIndex: Int? {
        rawValue.hasPrefix("app-") ? Int(rawValue.dropFirst(4)).map { $0 - 1 } : nil
    }

    /// The distance to the tab it leads to; `nil` if it leads to none.
    var tabDistance: Int? {
        switch self {
        case .tabLeft, .tabBefore: -1
        case .tabRight, .tabAfter: 1
        default: nil
        }
    }

    /// The distance to the app it leads to; `nil` if it leads to none that is counted from the current one.
    var appDistance: Int? { self == .appBefore ? -1 : self == .appAfter ? 1 : nil }

    /// Whether it moves in the panels, or opens the selection there.
    var isOfPanels: Bool { [.pageUp, .pageDown, .selectUp, .selectDown, .open].contains(self) }

    /// Whether its key is a character that is typed on an empty line while a panel has the focus.
    var isOfSelection: Bool {
        switch self {
        case .mark, .zoom, .keys, .nextHit, .previousHit, .copy, .tabBefore, .tabAfter, .appBefore, .appAfter: true
        default: selections != nil
        }
    }

    /// Its actions on the selection: the first of these that an app has a command for; `nil` for another key.
    var selections: [SelectionKey]? {
        switch self {
        case .reply: [.reply, .rename]
        case .done: [.done, .archive]
        default: SelectionKey(rawValue: rawValue).map { [$0] }
        }
    }

    /// The key of this name, if it may be one for the action.
    package func sequence(_ name: String) -> KeySequence? {
        KeySequence(name) ?? (isOfSelection ? KeySequence(typed: name) : nil)
    }

    /// The key that it has unless the user chose another.
    package var standardKey: String {
        switch self {
        case .tabLeft: "M-Left"
        case .tabRight: "M-Right"
        case .sidebar: "M-b"
        case .panel: "S-Tab"
        case .focus: "F6"
        case .pageUp: "PageUp"
        case .pageDown: "PageDown"
        case .selectUp: "M-Up"
        case .selectDown: "M-Down"
        case .open: "M-Enter"
        case .cancel: "C-g"
        case .help: "F1"
        case .palette: "M-p"
        case .redraw: "C-l"
        case .edit: "e"
        case .remove: "d"
        case .done: "x"
        case .tag: "t"
        case .reply: "r"
        case .mark: "Space"
        case .zoom: "z"
        case .find: "/"
        case .nextHit: "n"
        case .previousHit: "N"
        case .copy: "y"
        case .undo: "u"
        case .keys: "?"
        case .tabBefore: "["
        case .tabAfter: "]"
        case .appBefore: "<"
        case .appAfter: ">"
        default: "M-\(rawValue.dropFirst(4))"
        }
    }

    var meaning: LocalizedText? { summary }

    /// A summary in one line.
    package var summary: LocalizedText {
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
        case .focus: Strings.keyFocus
        case .edit: Strings.keyEdit
        case .remove: Strings.keyRemove
        case .done: Strings.keyDone
        case .tag: Strings.keyTag
        case .reply: Strings.keyReply
        case .mark: Strings.keyMark
        case .zoom: Strings.keyZoom
        case .find: Strings.keyFind
        case .nextHit: Strings.keyNextHit
        case .previousHit: Strings.keyPreviousHit
        case .copy: Strings.keyCopy
        case .undo: Strings.keyUndo
        case .keys: Strings.keyKeys
        case .tabBefore: Strings.keyTabBefore
        case .tabAfter: Strings.keyTabAfter
        case .appBefore: Strings.keyAppBefore
        case .appAfter: Strings.keyAppAfter
        default: Strings.keyApp(number: (appIndex ?? 0) + 1)
        }
    }
}

extension Preferences {
    /// The key of an action: the user’s, or else the usual one.
    package func key(for action: ShellKey) -> String { self["key.\(action.rawValue)"] ?? action.standardKey }

    /// The same as keyboards have it, for people.
    package func shownKey(for action: ShellKey, in language: Language) -> String {
        Self.shown(key(for: action), in: language)
    }

    /// A name of a key as keyboards have it.
    package static func shown(_ key: String, in language: Language) -> String {
        let name = KeySequence.shown(key)
        return language == .french ? name.replacing("Shift-", with: "Maj-") : name
    }

    /// The keys that work everywhere, in the order in which they are listed.
    var keys: [(key: KeySequence, action: String)] { bindings(of: ShellKey.allCases.filter { !$0.isOfSelection }) }

    /// The keys that work on the selection; none if the user wants every character typed.
    var selectionKeys: [(key: KeySequence, action: String)] {
        guard usesSelectionKeys else { return [] }
        return bindings(of: ShellKey.allCases.filter(\.isOfSelection))
    }

    private func bindings(of actions: [ShellKey]) -> [(key: KeySequence, action: String)] {
        actions.compactMap { action in action.sequence(key(for: action)).map { ($0, action.rawValue) } }
    }
}
