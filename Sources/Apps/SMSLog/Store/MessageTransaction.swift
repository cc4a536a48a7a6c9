// SPDX-License-Identifier: GPL-3.0-or-later

package import SMSLogDomain
package import Session
package import Stores

/// What a store can change of one owner’s messages and contacts.
///
/// It sees its own changes, and belongs to the transaction that gave it. Sums, such as the counts of conversations,
/// follow by themselves; what may be changed is for the rules to say.
package protocol MessageTransaction: MessageReader, JournalKeeping {
    /// Notes that the journal has, or needs, nothing more of this transaction: otherwise what it changes cannot be taken
    /// back.
    func setJournaled()

    /// The message that is meant.
    ///
    /// - Parameters:
    ///   - isRemoved: Whether it is one of those that were removed.
    ///   - matched: Messages that it is not; each message that is put or found in the transaction joins them before the
    ///     next one is asked for.
    /// - Returns: Of several the one of the lowest number, or one that is found sooner; nil where there is none.
    func match(_ identity: MessageIdentity, isRemoved: Bool, outside matched: MatchedMessages) throws -> Int?

    /// The message that is meant, at whichever moment of the second at which the identity is.
    func match(inSecondOf identity: MessageIdentity, outside matched: MatchedMessages) throws -> Int?

    /// The same that the network calls so, of several the one of the lowest number.
    func match(networkID: String, isRemoved: Bool, outside matched: MatchedMessages) throws -> Int?

    /// Ends the rows of one file: those of the next one are matched with all messages that were put before it.
    func endFile() throws

    /// Whether there may be a message, also a removed one, of which no file says when it was.
    func mayHaveUndated() throws -> Bool

    /// Whether a draft may say more of a message than the store does; true where only looking would tell.
    func isBehind(_ id: Int, _ draft: MessageDraft) throws -> Bool

    /// The date of the newest message of the conversation with an address; nil where there is none.
    func newest(of address: Address) throws -> Timestamp?

    /// Puts what the user says of the conversation with an address, and has begun to write there; the address is known then.
    func setState(_ state: ConversationState, of address: Address) throws

    /// Puts a message, and gives it the owner’s next number, which none had before.
    func insert(_ draft: MessageDraft) throws -> Int

    /// Puts the address, text, parts and sender of a draft in place of what a message was known by, and its date where no
    /// file said when it was.
    func update(_ id: Int, from old: MessageIdentity, to new: MessageDraft) throws

    /// Puts what of a message, as it was read, is otherwise now.
    func update(_ old: Message, _ new: MessageUpdate) throws

    /// Puts when a message was sent, or is; one of which no file said that is known by both from then on.
    func setDate(_ date: Timestamp, of id: Int) throws

    /// Marks messages as seen or as not seen, those among them that were not so, and returns how many these are.
    ///
    /// What went out is seen as a draft already (`MessageDraft`), and no rule asks for the opposite of it.
    func setRead(_ isRead: Bool, _ messages: MessageSelection) throws -> Int

    /// Remembers a message that is going to be removed, or will be of another date, so that no file brings it back;
    /// nothing that it says is kept.
    func remember(_ message: Message) throws

    /// Forgets that a message of this number was removed: the same one has come back.
    func forget(_ number: Int, removedAs draft: MessageDraft) throws

    /// Removes a message.
    func delete(_ message: Message) throws

    /// Puts what a number is called, in whichever spelling; nil: nothing.
    func setGivenName(_ name: GivenName?, of address: Address) throws

    /// Puts a message into the queue, or takes it out of it; it leaves with the message.
    func setQueueEntry(_ entry: QueueEntry?, of id: Int) throws

    /// Puts the gateway of a name; nil removes it.
    func setGateway(_ gateway: Gateway?, named name: String) throws

    /// Puts the template of a name; nil removes it.
    func setTemplate(_ template: MessageTemplate?, named name: String) throws

    /// Remembers the number of the last message that was exported to a target.
    func setExportMark(_ number: Int, of target: String) throws

    /// Puts the user’s key that signs.
    func setSigningKey(_ key: [UInt8]) throws

    /// Remembers a number of the user’s own.
    func addOwn(_ address: Address) throws

    /// Puts the region in which numbers are read, by this version of `PhoneNumbering`, and forgets of all addresses whose
    /// they are.
    func setRegion(_ region: String) throws

    /// Puts whose these addresses are, and which conversations they are in: of those that they leave and come to the sums
    /// are made anew.
    ///
    /// An address that comes later joins the conversation of its person by itself. One that leads no conversation keeps
    /// the contact and the marks that it had, which hold again when it leads one.
    func join(_ addresses: [JoinedAddress]) throws

    /// Puts whether a pair of addresses is that of different people, as the user says.
    func setApart(_ isApart: Bool, _ pair: AddressPair) throws

    /// Moves all messages of one address to another, and what is remembered of removed ones.
    ///
    /// Who wrote one of several people is not said any more where it is that other one.
    func moveMessages(of address: Address, to other: Address) throws

    /// Lets nothing be left of what was removed, once the transaction is done: neither in a file nor in its log.
    func erase() throws

    /// Removes whatever the owner has beside messages, the numbers that were given among it.
    func deleteRest() throws

    /// Completes the transaction before its commit, with what the journal keeps, and returns its changes.
    func finish() throws -> ChangeLog<MessageChange>
}

extension MessageTransaction {
    /// Puts what the user says of the conversation with an address.
    package func setMarks(_ marks: ConversationMarks, of address: Address) throws {
        try setState(ConversationState(marks: marks, draft: draft(for: address)), of: address)
    }

    /// Puts what the user has begun to write to an address, or nothing.
    package func setDraft(_ draft: ConversationDraft?, for address: Address) throws {
        let old = try state(of: address)
        if draft != old.draft { try setState(ConversationState(marks: old.marks, draft: draft), of: address) }
    }

    /// Puts a gateway in place of the one of its name.
    package func put(_ gateway: Gateway) throws { try setGateway(gateway, named: gateway.name) }
}
