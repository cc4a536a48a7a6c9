// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// The keys that cannot be changed; the raw value is the action.
protocol FixedKey: RawRepresentable<String>, CaseIterable {
    /// The keys for it; `nil` for one that no terminal sends.
    var keys: [KeySequence?] { get }
}

extension FixedKey {
    /// All of them, each with its action.
    static var bindings: [(key: KeySequence, action: String)] { bindings(of: Array(allCases)) }

    /// Some of them.
    static func bindings(of keys: [Self]) -> [(key: KeySequence, action: String)] {
        keys.flatMap { key in key.keys.compactMap(\.self).map { (key: $0, action: key.rawValue) } }
    }
}

/// The keys that mean the same in every panel with the focus, and that need not be changed.
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

    /// The keys that lead to a beginning or an end.
    static let ends = bindings(of: [.first, .last])
}

/// The keys of a text of several lines; all others edit it as they do a line.
enum TextKey: String, FixedKey {
    case newline = "text-newline"
    case done = "text-done"
    case leave = "text-leave"
    case up = "text-up"
    case down = "text-down"
    case pageUp = "text-page-up"
    case pageDown = "text-page-down"
    case lineStart = "text-line-start"
    case lineEnd = "text-line-end"
    case killToStart = "text-kill-to-start"
    case killToEnd = "text-kill-to-end"

    var keys: [KeySequence?] {
        switch self {
        case .newline: [.enter]
        // Not every terminal tells it from Enter alone.
        case .done: [KeySequence("C-Enter"), KeySequence("M-Enter")]
        case .leave: [.escape]
        case .up: [KeySequence("Up"), KeySequence("C-p")]
        case .down: [KeySequence("Down"), KeySequence("C-n")]
        case .pageUp: [KeySequence("PageUp")]
        case .pageDown: [KeySequence("PageDown")]
        case .lineStart: [KeySequence("Home"), KeySequence("C-a")]
        case .lineEnd: [KeySequence("End"), KeySequence("C-e")]
        case .killToStart: [KeySequence("C-u")]
        case .killToEnd: [KeySequence("C-k")]
        }
    }
}
