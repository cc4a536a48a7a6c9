// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// What the keys do that mean the same in every panel which has the focus, and that nobody needs to choose anew.
enum PanelKey: String, FixedKey {
    case up = "panel-up"
    case down = "panel-down"
    case first = "panel-first"
    case last = "panel-last"
    case left = "panel-left"
    case right = "panel-right"
    case next = "panel-next"
    case open = "panel-open"
    case back = "panel-back"

    var keys: [KeySequence?] {
        switch self {
        case .up: [KeySequence("Up")]
        case .down: [KeySequence("Down")]
        case .first: [KeySequence("Home")]
        case .last: [KeySequence("End")]
        case .left: [KeySequence("Left")]
        case .right: [KeySequence("Right")]
        case .next: [.tab]
        case .open: [.enter]
        case .back: [.escape]
        }
    }

    /// Those that lead to a beginning or an end.
    static let ends = bindings(of: [.first, .last])
}
