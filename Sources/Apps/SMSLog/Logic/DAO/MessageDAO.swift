// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumStores

/// The changes of one owner’s messages and contacts in a transaction, which sees its own changes.
///
/// Valid until the transaction ends. A store keeps sums, such as the counts of conversations, in step; the rules in
/// `Rules` decide what may be changed.
package protocol MessageDAO: MessageReader, JournalKeeping {
    /// Returns the stored messages that drafts stand for, in the order of the drafts; `nil` for a new one.
    ///
    /// `MessageDraft.match` defines which message that is.
    ///
    /// - Parameter matched: Messages to leave out; each match joins them before the next draft is looked up.
    func match(
        _ drafts: [MessageDraft], _ extent: MatchExtent, outside matched: MatchedMessages
    ) throws -> [MessageMatch?]

    /// Inserts messages under the owner’s next numbers, which no message had before, and returns the numbers.
    func insert(_ drafts: [MessageDraft]) throws -> [Int]

    /// Makes all numbers up to one count as used; lower ones than the last used one change nothing.
    func use(numbersUpTo number: Int) throws

    /// Changes messages, and returns the number of those that changed between seen and not seen.
    @discardableResult
    func update(_ edits: [MessageEdit]) throws -> Int

    /// Removes messages, or everything else that an owner has.
    func remove(_ removal: MessageRemoval) throws

    /// Stores facts about addresses, in their order.
    func put(_ facts: [AddressFact]) throws

    /// Stores a value under a key; `nil` removes it.
    func put<Value>(_ value: Value?, _ kind: KeptKind<Value>, _ key: String) throws

    /// Performs one step of the maintenance by which searches stay fast after many insertions.
    ///
    /// - Returns: Whether another step is needed.
    func tidy() throws -> Bool

    /// Marks the transaction as journaled. The changes of any other one are entered as changes that `undo` cannot take
    /// back.
    func setJournaled()

    /// Completes the transaction before its commit, writes its journal entry, and returns its changes.
    func finish() throws -> ChangeLog<MessageChange>
}

extension MessageDAO {
    /// Most stores need no maintenance.
    package func tidy() throws -> Bool { false }

    /// Enters the changes of a transaction that is not journaled as changes that `undo` cannot take back.
    package func journalRest(of log: ChangeLog<MessageChange>, isJournaled: Bool) throws {
        guard !isJournaled, !log.changes.isEmpty else { return }
        try record(JournalEntry.lines(steps(of: log.changes)), isLasting: true)
    }
}

/// Single changes.
extension MessageDAO {
    /// Inserts a message, and returns its number.
    package func insert(_ draft: MessageDraft) throws -> Int { try insert([draft])[0] }

    /// Updates the changed fields of a message.
    package func update(_ old: Message, _ new: MessageUpdate) throws { try update([.state(old, new)]) }

    /// Marks messages as seen or not seen, and returns the number of changed ones.
    package func setRead(_ isRead: Bool, _ messages: MessageSelection) throws -> Int {
        try update([.seen(isRead, messages)])
    }

    /// Adds a message to the queue; `nil` removes it.
    package func setQueueEntry(_ entry: QueueEntry?, of id: Int) throws { try update([.queued(entry, of: id)]) }

    package func delete(_ message: Message) throws { try remove(.messages([message])) }

    /// Erases deleted data from file and log on commit.
    package func erase() throws { try remove(.erased([])) }

    /// Removes everything that the owner has beside messages.
    package func deleteRest() throws { try remove(.rest) }

    /// Stores which person and conversation addresses belong to.
    package func join(_ addresses: [JoinedAddress]) throws { try put(addresses.map(AddressFact.joined)) }

    /// Stores the name of a number, in all its spellings; `nil` removes it.
    package func setGivenName(_ name: GivenName?, of address: Address) throws { try put([.name(name, of: address)]) }

    /// Stores the marks and the draft of a conversation.
    package func setState(_ state: ConversationState, of address: Address) throws {
        try put([.state(state, of: address)])
    }

    /// Stores the marks of a conversation.
    package func setMarks(_ marks: ConversationMarks, of address: Address) throws {
        try setState(ConversationState(marks: marks, draft: draft(for: address)), of: address)
    }

    /// Stores the draft of a conversation; `nil` removes it.
    package func setDraft(_ draft: ConversationDraft?, for address: Address) throws {
        let old = try state(of: address)
        if draft != old.draft { try setState(ConversationState(marks: old.marks, draft: draft), of: address) }
    }
}
