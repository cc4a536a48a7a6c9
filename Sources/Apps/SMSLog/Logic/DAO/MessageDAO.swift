// SPDX-License-Identifier: GPL-3.0-or-later

package import Stores

/// What a store can change of one owner’s messages and contacts.
///
/// It sees its own changes, and belongs to the transaction that gave it. Sums, such as the counts of conversations,
/// follow by themselves; what may be changed is for the rules to say.
package protocol MessageDAO: MessageReader, JournalKeeping {
    /// The messages that drafts stand for, in their order, as `MessageDraft.match` has it; nil where there is none.
    ///
    /// - Parameter matched: Messages that none of them is; each one that is found joins them before the next is looked for.
    func match(
        _ drafts: [MessageDraft], _ extent: MatchExtent, outside matched: MatchedMessages
    ) throws -> [MessageMatch?]

    /// Puts messages, and gives them the owner’s next numbers, which none had before.
    func insert(_ drafts: [MessageDraft]) throws -> [Int]

    /// Changes messages, and returns how many others are seen, or not seen, now.
    @discardableResult
    func update(_ edits: [MessageEdit]) throws -> Int

    /// Removes messages, or what is left of an owner.
    func remove(_ removal: MessageRemoval) throws

    /// Puts facts about addresses, in their order.
    func put(_ facts: [AddressFact]) throws

    /// Keeps a value under a key in place of the one there, or none.
    func put<Value>(_ value: Value?, _ kind: KeptKind<Value>, _ key: String) throws

    /// Notes that the journal has, or needs, nothing more of this transaction: otherwise what it changes cannot be taken
    /// back.
    func setJournaled()

    /// Completes the transaction before its commit, with what the journal keeps, and returns its changes.
    func finish() throws -> ChangeLog<MessageChange>
}

/// Single changes.
extension MessageDAO {
    /// Puts a message, and returns its number.
    package func insert(_ draft: MessageDraft) throws -> Int { try insert([draft])[0] }

    /// Puts what of a message, as it was read, is otherwise now.
    package func update(_ old: Message, _ new: MessageUpdate) throws { try update([.state(old, new)]) }

    /// Marks messages as seen or as not seen, those among them that were not so, and returns how many these are.
    package func setRead(_ isRead: Bool, _ messages: MessageSelection) throws -> Int {
        try update([.seen(isRead, messages)])
    }

    /// Puts a message into the queue, or takes it out of it.
    package func setQueueEntry(_ entry: QueueEntry?, of id: Int) throws { try update([.queued(entry, of: id)]) }

    /// Removes a message.
    package func delete(_ message: Message) throws { try remove(.messages([message])) }

    /// Leaves nothing of what was removed, once the transaction is done: neither in a file nor in its log.
    package func erase() throws { try remove(.erased([])) }

    /// Removes whatever the owner has beside messages.
    package func deleteRest() throws { try remove(.rest) }

    /// Puts whose these addresses are, and which conversations they are in.
    package func join(_ addresses: [JoinedAddress]) throws { try put(addresses.map(AddressFact.joined)) }

    /// Puts what a number is called, in whichever spelling; nil: nothing.
    package func setGivenName(_ name: GivenName?, of address: Address) throws { try put([.name(name, of: address)]) }

    /// Puts what the user says of the conversation with an address, and has begun to write there.
    package func setState(_ state: ConversationState, of address: Address) throws {
        try put([.state(state, of: address)])
    }

    /// Puts what the user says of the conversation with an address.
    package func setMarks(_ marks: ConversationMarks, of address: Address) throws {
        try setState(ConversationState(marks: marks, draft: draft(for: address)), of: address)
    }

    /// Puts what the user has begun to write to an address, or nothing.
    package func setDraft(_ draft: ConversationDraft?, for address: Address) throws {
        let old = try state(of: address)
        if draft != old.draft { try setState(ConversationState(marks: old.marks, draft: draft), of: address) }
    }
}
