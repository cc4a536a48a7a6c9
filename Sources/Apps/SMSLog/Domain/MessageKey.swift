// SPDX-License-Identifier: GPL-3.0-or-later

/// Names messages by what a store has an index of.
package enum MessageKey: Hashable, Sendable {
    /// The message of this number.
    case number(Int)
    /// Those above a number, by number.
    case above(Int)
    /// The message that a gateway knows by this name.
    case reference(String)
    /// Those of a conversation, oldest first, next to where a page begins.
    case page(Address, Page)
    /// The newest one of a conversation that went this way.
    case newest(Address, MessageDirection)
}

/// Several messages that are changed at once.
package enum MessageSelection: Hashable, Sendable {
    /// Those of these numbers.
    case numbers([Int])
    /// Those of a conversation.
    case conversation(Address)
}
