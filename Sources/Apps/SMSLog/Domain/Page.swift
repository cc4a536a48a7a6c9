// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// Which messages of a conversation to read.
package enum Page: Hashable, Sendable {
    /// The newest ones.
    case newest
    /// Those right before a place.
    case before(MessagePosition)
    /// Those right after a place.
    case after(MessagePosition)
}

extension Page {
    /// The page that begins with a message.
    package static func from(_ message: Message) -> Page {
        .after(MessagePosition(date: message.date, id: message.id - 1))
    }

    /// The page from which all messages are read on towards an end: the newest ones, or the oldest ones.
    package static func first(towardsStart: Bool) -> Page {
        towardsStart ? .newest : .after(MessagePosition(date: Timestamp(milliseconds: .min), id: 0))
    }

    /// The page that ends with a message.
    package static func upTo(_ message: Message) -> Page {
        .before(MessagePosition(date: message.date, id: message.id + 1))
    }
}
