// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumStores

/// A command’s change of one conversation or of a template, or the messages that a file brought: a line of the journal.
package struct MessageStep: Codable, Hashable, Sendable {
    /// A value that is known to have been there, or not to have been.
    package struct Known<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
        package let value: Value?

        package init(_ value: Value?) { self.value = value }
    }

    /// The state before or after it; `nil` for parts that were not changed.
    package struct State: Codable, Hashable, Sendable {
        package var marks: ConversationMarks?
        package var draft: Known<ConversationDraft>?
        /// The groups of numbers that are together.
        package var people: Set<Set<Address>>?
        /// The numbers that lead the conversations of groups with several.
        package var leaders: Set<Address>?
        /// The pairs of addresses that are different people’s.
        package var apart: Set<AddressPair>?
        /// The name of a number.
        package var name: Known<GivenName>?
        /// Whether the user has removed a name that a file gave.
        package var isUnnamed: Bool?
        package var template: Known<MessageTemplate>?
        /// The messages that the user has not seen.
        package var unread: Set<Int>?

        package init(
            marks: ConversationMarks? = nil, draft: Known<ConversationDraft>? = nil, people: Set<Set<Address>>? = nil,
            leaders: Set<Address>? = nil, apart: Set<AddressPair>? = nil, name: Known<GivenName>? = nil,
            isUnnamed: Bool? = nil,
            template: Known<MessageTemplate>? = nil, unread: Set<Int>? = nil
        ) {
            self.isUnnamed = isUnnamed
            self.leaders = leaders
            (self.marks, self.draft, self.people, self.apart) = (marks, draft, people, apart)
            (self.name, self.template, self.unread) = (name, template, unread)
        }
    }

    /// The conversation; `nil` for a template.
    package let address: Address?
    /// The name of the conversation or template.
    package let name: String
    package let before: State
    package let after: State
    /// The numbers of the messages that came with a file; `nil` for anything else.
    package let imported: ClosedRange<Int>?
    /// The subject of a change that cannot be undone; `nil` for any other change.
    package let subject: Subject?

    /// The subject of a change, without a word of it.
    package enum Subject: Codable, Hashable, Sendable {
        /// The messages of these numbers.
        case messages([Int])
        /// The user’s gateways.
        case gateways
        /// More than is listed.
        case conversations
        /// Another store, as the user names it.
        case store(String)
    }

    package init(_ address: Address?, called name: String, before: State, after: State) {
        self.address = address
        self.name = name
        self.before = before
        self.after = after
        (imported, subject) = (nil, nil)
    }

    /// The import of messages.
    init(imported: ClosedRange<Int>) {
        (address, name, before, after) = (nil, "", State(), State())
        (self.imported, subject) = (imported, nil)
    }

    /// A change that cannot be undone.
    init(_ subject: Subject) {
        (address, name, before, after) = (nil, "", State(), State())
        (imported, self.subject) = (nil, subject)
    }

    /// The other way round; an import is the same.
    package var inverted: MessageStep {
        imported == nil ? MessageStep(address, called: name, before: after, after: before) : self
    }
}

extension JournalEntry {
    /// The recorded steps.
    package var messageSteps: [MessageStep] { steps() }
}
