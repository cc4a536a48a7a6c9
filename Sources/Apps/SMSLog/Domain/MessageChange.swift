// SPDX-License-Identifier: GPL-3.0-or-later

/// One change of what a user keeps, of whom it does not say who it is.
package enum MessageChange: Hashable, Sendable {
    /// What became of a message.
    package enum Kind: Hashable, Sendable {
        /// It was not there before.
        case added
        /// This of it is another one now.
        case changed(Part)
        /// It is gone for good.
        case removed
    }

    /// What of a message changes.
    package enum Part: Hashable, Sendable {
        /// What it says, or whom it is from or to.
        case text
        /// How far it has come.
        case status
        /// Whether the user has seen it.
        case seen
    }

    /// The message of this number.
    case message(Int, Kind)
    /// Whether the user has seen the messages of a conversation.
    case seen(Address)
    /// What the user has said of the conversation with this address, or begun to write there.
    case conversation(Address)
    /// The contact of this address.
    case contact(Address)
    /// The user’s gateways, or what is said of one.
    case gateways
}
