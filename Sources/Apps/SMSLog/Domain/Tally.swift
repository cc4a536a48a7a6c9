// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// How much there is.
package struct Tally: Hashable, Sendable {
    /// How many messages have come how far; a status that no message has is left out.
    package var byStatus: [SendStatus: Int]
    /// How many calls went how; an outcome that no call had is left out.
    package var calls: [Call.Outcome: Int]
    /// How many messages the user has not seen.
    package var unread: Int
    /// How many conversations have messages.
    package var conversations: Int
    /// How many contacts there are.
    package var contacts: Int
    /// The date of the oldest message.
    package var first: Timestamp?
    /// The date of the newest message.
    package var last: Timestamp?

    package init(
        byStatus: [SendStatus: Int] = [:], calls: [Call.Outcome: Int] = [:], unread: Int = 0, conversations: Int = 0,
        contacts: Int = 0, first: Timestamp? = nil, last: Timestamp? = nil
    ) {
        self.byStatus = byStatus
        self.calls = calls
        self.unread = unread
        self.conversations = conversations
        self.contacts = contacts
        self.first = first
        self.last = last
    }

    /// All messages, without the calls.
    package var messages: Int { byStatus.values.reduce(0, +) }

    /// All messages and calls.
    package var all: Int { messages + calls.values.reduce(0, +) }
}
