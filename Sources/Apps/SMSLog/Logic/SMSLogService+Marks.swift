// SPDX-License-Identifier: GPL-3.0-or-later

package import SMSLogDomain
import SMSLogStore

/// What the user says of whole conversations.
extension SMSLogService {
    /// Does something with conversations: with all of them, or with none.
    ///
    /// - Returns: Them as they are now, and what takes it back.
    /// - Throws: `SMSLogFault.noConversation` where there is no message with one.
    package func mark(
        _ marking: ConversationMarking, _ addresses: [Address]
    ) async throws -> (conversations: [Conversation], undo: ConversationUndo) {
        try await dao.write(owner) { messages in
            var changes: [ConversationUndo.Change] = []
            var conversations: [Conversation] = []
            for address in addresses {
                guard let marks = try messages.mark(marking, address),
                    let conversation = try messages.conversation(with: address).map({ try messages.named([$0])[0] })
                else { throw SMSLogFault.noConversation(address.text) }
                conversations.append(conversation)
                guard marks.before != marks.after else { continue }
                changes.append(
                    ConversationUndo.Change(
                        address: address, name: conversation.displayName, before: .init(marks: marks.before),
                        after: .init(marks: marks.after)))
            }
            return (conversations, ConversationUndo(marking.rawValue, changes))
        }
    }

    /// Makes conversations again what they were before a change: all of them or none.
    ///
    /// - Throws: `SMSLogFault.changedSince` where one was changed again meanwhile; `SMSLogFault.cannotUndo`.
    package func undo(_ undo: ConversationUndo) async throws {
        guard let changes = undo.changes else { throw SMSLogFault.cannotUndo(command: undo.command) }
        try await dao.write(owner) { messages in
            for change in changes {
                var state = ConversationUndo.Change.State()
                if change.after.marks != nil { state.marks = try messages.marks(of: change.address) }
                if change.after.name != nil { state.name = .some(try messages.givenName(of: change.address)) }
                if change.after.draft != nil { state.draft = try messages.draft(for: change.address) }
                let told = change.after.apart?.union(change.before.apart ?? [])
                if let told { state.apart = try messages.apart().intersection(told) }
                if let people = change.after.people { state.people = try messages.groups(of: Set(people.joined())) }
                guard state == change.after else {
                    throw SMSLogFault.changedSince(change.name, command: undo.command)
                }
                if let people = change.before.people { try messages.regroup(people) }
                for pair in told ?? [] { try messages.setApart(change.before.apart?.contains(pair) == true, pair) }
                if let name = change.before.name { try messages.setName(name, of: change.address) }
                if let marks = change.before.marks { try messages.setMarks(marks, of: change.address) }
                if let draft = change.before.draft { try messages.setDraft(draft, for: change.address) }
            }
        }
    }

    /// Everybody with whom there is a conversation of a kind, in the order of their list.
    ///
    /// - Parameter marking: What is to be done with them: only those that are out of the list come back to it.
    package func addresses(_ kind: ConversationKind, for marking: ConversationMarking? = nil) async throws -> [Address]
    {
        let place = kind.place == nil ? marking?.place : nil
        return try await dao.read(owner) { messages in
            var addresses: [Address] = []
            var last: Conversation?
            while case let page = try messages.conversations(place ?? kind, after: last, limit: Self.page),
                let end = page.last
            {
                addresses += page.filter { place == nil || kind.describes($0) }.map(\.address)
                last = end
            }
            return addresses
        }
    }

    /// So many are read in one step.
    private static var page: Int { 500 }
}

extension ConversationMarking {
    /// Where those are that it may be done with; nil: in the list.
    fileprivate var place: ConversationKind? {
        switch self {
        case .unarchive: .archived
        case .unblock: .blocked
        case .archive, .pin, .unpin, .mute, .unmute, .block: nil
        }
    }
}

/// What a command has made of conversations, for it to be taken back.
package struct ConversationUndo: Sendable {
    /// What became of one.
    struct Change: Sendable {
        /// What it was or is; nil where that is nothing that was changed.
        struct State: Hashable, Sendable {
            var marks: ConversationMarks?
            var draft: ConversationDraft??
            /// Which numbers are together.
            var people: Set<Set<Address>>?
            /// Which addresses are different people’s.
            var apart: Set<AddressPair>?
            /// What a number is called.
            var name: GivenName??
        }

        let address: Address
        let name: String
        let before: State
        let after: State
    }

    /// The command’s name.
    package let command: String
    /// What is taken back; nil: nothing can be.
    let changes: [Change]?
    /// The conversation of what was made; nil for none.
    private let made: Address?

    init(_ command: String, _ changes: [Change]) {
        self.command = command
        self.changes = changes
        made = nil
    }

    /// A change that nobody can take back, of one conversation or of any.
    package init(lasting command: String, of address: Address? = nil) {
        self.command = command
        changes = nil
        made = address
    }

    /// Whether nothing was changed.
    package var isEmpty: Bool { changes?.isEmpty ?? false }

    /// The conversations that were changed.
    package var addresses: [Address] { changes?.map(\.address) ?? made.map { [$0] } ?? [] }

    /// How those are called that were changed.
    package var names: [String] { changes?.map(\.name) ?? [] }
}
