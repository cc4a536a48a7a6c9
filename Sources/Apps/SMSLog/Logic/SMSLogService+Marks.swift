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
                if change.after.draft != nil { state.draft = try messages.draft(for: change.address) }
                let told = change.after.apart?.union(change.before.apart ?? [])
                if let told { state.apart = try messages.apart().intersection(told) }
                if let people = change.after.people { state.people = try messages.groups(of: Set(people.joined())) }
                guard state == change.after else {
                    throw SMSLogFault.changedSince(change.name, command: undo.command)
                }
                if let people = change.before.people { try messages.regroup(people) }
                for pair in told ?? [] { try messages.setApart(change.before.apart?.contains(pair) == true, pair) }
                if let marks = change.before.marks { try messages.setMarks(marks, of: change.address) }
                if let draft = change.before.draft { try messages.setDraft(draft, for: change.address) }
            }
        }
    }

    /// Everybody with whom there is a conversation of a kind, in the order of their list.
    package func addresses(_ kind: ConversationKind) async throws -> [Address] {
        try await dao.read(owner) { messages in
            var addresses: [Address] = []
            var last: Conversation?
            while case let page = try messages.conversations(kind, after: last, limit: Self.page), let end = page.last {
                addresses += page.map(\.address)
                last = end
            }
            return addresses
        }
    }

    /// So many are read in one step.
    private static var page: Int { 500 }
}
