// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// What keys do while a text of several lines is written; all others edit it as they do a line.
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
