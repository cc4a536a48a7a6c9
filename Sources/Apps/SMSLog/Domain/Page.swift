// SPDX-License-Identifier: GPL-3.0-or-later

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

    /// The page that ends with a message.
    package static func upTo(_ message: Message) -> Page {
        .before(MessagePosition(date: message.date, id: message.id + 1))
    }
}
