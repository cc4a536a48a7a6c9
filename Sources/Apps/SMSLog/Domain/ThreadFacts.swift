// SPDX-License-Identifier: GPL-3.0-or-later

/// What all messages with one address have in common; those of a page share one object.
package final class ThreadFacts: Hashable, Sendable {
    /// The address that they were with.
    package let address: Address
    /// The contact of the conversation; nil when there is none.
    package let contact: Contact?
    /// What the user has said of the conversation.
    package let marks: ConversationMarks
    /// Whether it is a group that has no name of its own.
    package let isUnnamedGroup: Bool

    package init(address: Address, contact: Contact?, marks: ConversationMarks) {
        self.address = address
        self.contact = contact
        self.marks = marks
        isUnnamedGroup = contact == nil && address.isGroup
    }

    package static func == (first: ThreadFacts, second: ThreadFacts) -> Bool {
        first === second
            || first.address == second.address && first.contact == second.contact && first.marks == second.marks
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(address)
        hasher.combine(contact)
        hasher.combine(marks)
    }
}

extension ThreadFacts: CustomStringConvertible {
    /// All of them, for tests and debugging.
    package var description: String { "\(address) \(contact.map { "\($0)" } ?? "-") \(marks)" }
}
