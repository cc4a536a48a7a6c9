// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// What the keys do that mean the same in every panel which has the focus, and that nobody needs to choose anew.
enum PanelKey: String {
    case up = "panel-up"
    case down = "panel-down"
    case first = "panel-first"
    case last = "panel-last"
    case left = "panel-left"
    case right = "panel-right"
    case next = "panel-next"
    case open = "panel-open"
    case back = "panel-back"

    /// The keys for it.
    var keys: [KeySequence] {
        switch self {
        case .up: [KeySequence("Up")].compactMap(\.self)
        case .down: [KeySequence("Down")].compactMap(\.self)
        case .first: [KeySequence("Home")].compactMap(\.self)
        case .last: [KeySequence("End")].compactMap(\.self)
        case .left: [KeySequence("Left")].compactMap(\.self)
        case .right: [KeySequence("Right")].compactMap(\.self)
        case .next: [.tab]
        case .open: [.enter]
        case .back: [.escape]
        }
    }

    /// All of them, each with its action.
    static let bindings = bindings(of: [.up, .down, .first, .last, .left, .right, .next, .open, .back])
    /// Those that lead to a beginning or an end.
    static let ends = bindings(of: [.first, .last])

    /// Some of them.
    static func bindings(of keys: [PanelKey]) -> [(key: KeySequence, action: String)] {
        keys.flatMap { key in key.keys.map { (key: $0, action: key.rawValue) } }
    }
}
