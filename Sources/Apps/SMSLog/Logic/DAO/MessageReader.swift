// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumPhoneNumbers
package import AtriumSession
package import AtriumStores

/// The questions about one owner’s messages and contacts, in one consistent state.
///
/// Valid until the transaction ends.
package protocol MessageReader: JournalReading {
    /// The messages of a key, `limit` at most.
    func messages(_ key: MessageKey, limit: Int) throws -> [Message]

    /// Messages that a filter admits, the newest first; those of one millisecond in the order of arrival.
    ///
    /// Every page costs the same, wherever it begins.
    ///
    /// - Parameter last: The message before the page; `nil` for the first page. If it is gone, the messages of its
    ///   millisecond are left out.
    func find(_ filter: MessageFilter, after last: Message?, limit: Int) throws -> [Message]

    /// The number of messages that a filter admits, `limit` at most.
    func count(_ filter: MessageFilter, limit: Int) throws -> Int

    /// The fields of messages that no conversation shows, by message number.
    func contents(of ids: [Int]) throws -> [Int: MessageContents]

    /// The bytes of a part; `nil` if they never arrived.
    func bytes(of digest: Digest) throws -> [UInt8]?

    /// The conversations of a key, `limit` at most.
    func conversations(_ key: ConversationKey, limit: Int) throws -> [Conversation]

    /// The number of the message that came last, which may be gone; 0 before the first one.
    func lastNumber() throws -> Int

    /// The counts beside the list of conversations.
    ///
    /// - Parameter limit: More conversations than these are not counted.
    func counts(limit: Int) throws -> MessageCounts

    /// The known addresses of a key, `limit` at most.
    func addresses(_ key: AddressKey, limit: Int) throws -> [KnownAddress]

    /// The senders in each group, from an index: no message is read.
    func speakers() throws -> [Address: Set<Address>]

    /// The messages that wait to be sent or for a report, by number.
    ///
    /// - Parameter id: The number of a single message; `nil` for all.
    func queue(_ id: Int?) throws -> [QueuedMessage]

    /// All values of a kind, by key.
    func kept<Value>(_ kind: KeptKind<Value>) throws -> [String: Value]

    /// The statistics of a scope, without drafts and calls.
    ///
    /// - Parameter measuresAnswers: Whether the times to an answer are measured.
    func statistics(_ scope: MessageScope, measuresAnswers: Bool) throws -> MessageStatistics

    /// The numbers of messages, conversations and contacts.
    func tally() throws -> Tally

    /// The numbers of messages that were written here, by their status.
    func written() throws -> [SendStatus: Int]
}

/// Single questions.
extension MessageReader {
    /// One message; `nil` if there is none of this number.
    package func message(_ id: Int) throws -> Message? { try messages(.number(id), limit: 1).first }

    /// One message, with the names of those in its group; `nil` if there is none of this number.
    package func namedMessage(_ id: Int) throws -> Message? { try named(messages(.number(id), limit: 1)).first }

    /// The fields of a message that no conversation shows; `nil` if there is none of this number.
    package func background(of id: Int) throws -> MessageBackground? { try contents(of: [id])[id]?.background }

    /// The details of a message; `nil` if there is none of this number.
    package func details(of id: Int) throws -> MessageDetails? { try background(of: id)?.details }

    /// The conversations of a kind, those that are pinned first, then those with the newest messages: those that come after
    /// one, or the first ones.
    package func conversations(
        _ kind: ConversationKind, after last: Conversation?, limit: Int
    ) throws -> [Conversation] {
        try conversations(.listed(kind, after: last), limit: limit)
    }

    /// One conversation; `nil` if it has no message.
    package func conversation(with address: Address) throws -> Conversation? {
        try conversations(.with(address), limit: 1).first
    }

    /// The number of conversations of each kind; `nil` if there are more than `limit`, which are not counted.
    package func conversationCounts(limit: Int) throws -> [ConversationKind: Int]? {
        try counts(limit: limit).conversations
    }

    /// The conversations that are kept under a name, of which chats and groups know.
    package func namedChats() throws -> NamedChats {
        var chats = NamedChats()
        for chat in try conversations(.namedChats, limit: .max) {
            if chat.isNamedGroup { chats.groups.insert(chat.address) } else { chats.people.append(chat.address) }
        }
        return chats
    }

    /// The number of messages that wait for the user.
    package func unread() throws -> Int { try counts(limit: 0).unread }

    /// The messages to send, and those whose delivery is not settled yet, by number.
    package func queue() throws -> [QueuedMessage] { try queue(nil) }

    /// The entry of a message in the queue; `nil` for one that is not in it.
    package func queueEntry(of id: Int) throws -> QueueEntry? { try queue(id).first?.entry }
}

/// Addresses.
extension MessageReader {
    /// The facts about an address in any spelling of its number; `nil` if there are none.
    package func known(_ address: Address) throws -> KnownAddress? {
        try addresses(.these([address]), limit: 1).first
    }

    /// All addresses that are known in the conversation of one, by address.
    package func joinedAddresses(with address: Address) throws -> [JoinedAddress] {
        try addresses(.with(address), limit: .max).map(\.joined)
    }

    /// All addresses that are known, by address.
    package func joinedAddresses() throws -> [JoinedAddress] { try addresses(.all, limit: .max).map(\.joined) }

    /// The name of a number in any of its spellings; `nil` if it has none.
    package func givenName(of address: Address) throws -> GivenName? { try known(address)?.name }

    /// All names that were given, by name and then by address, as their Unicode numbers order them: a person with several
    /// numbers may have several, and one beside that of the corporate book.
    package func allNames() throws -> [PersonName] {
        var (names, hasBeside): ([PersonName], Bool) = ([], false)
        let all = try addresses(.named, limit: .max)
        // By their places: the loop would copy all that is known of each.
        for place in all.indices {
            guard let name = all[place].name else { continue }
            names.append(PersonName(contact: name.contact, leader: all[place].leader))
            guard let local = name.local else { continue }
            names.append(PersonName(contact: local, leader: all[place].leader, isBeside: true))
            hasBeside = true
        }
        return hasBeside ? names.inOrder : names
    }

    /// The contacts that have a number at work besides, by address.
    package func contactsAtWork() throws -> [Contact] {
        try addresses(.atWork, limit: .max).compactMap { $0.name?.contact }
    }

    /// The groups that there are or were messages of, by address.
    package func groups() throws -> [Address] { try addresses(.groups, limit: .max).map(\.address) }

    /// All addresses with a draft, the newest draft first, then by the bytes of the address.
    package func drafts() throws -> [KnownAddress] { try addresses(.drafts, limit: .max) }

    /// The date of the newest message of the conversation with an address; `nil` if there is none.
    package func newest(of address: Address) throws -> Timestamp? { try known(address)?.newest }

    /// All addresses that are known in the conversation of one.
    package func spellings(of address: Address) throws -> [Address] {
        try joinedAddresses(with: address).map(\.address)
    }

    /// The numbers of the person with whom the conversation of an address is, each in its leading spelling, the leader
    /// first; the address itself if the store does not know it.
    package func numbers(of address: Address) throws -> [Address] {
        let joined = try joinedAddresses(with: address)
        guard let leader = joined.first?.leader else { return [address] }
        return [leader] + Set(joined.map(\.number)).subtracting([leader]).sorted()
    }

    /// The number of each spelling in the conversation of an address; none if all are one number.
    package func severalNumbers(of address: Address) throws -> [Address: Address] {
        try known(address).map(severalNumbers) ?? [:]
    }

    /// The number of each spelling, by the known facts about an address.
    package func severalNumbers(of known: KnownAddress) throws -> [Address: Address] {
        guard known.hasSeveralNumbers else { return [:] }
        let joined = try joinedAddresses(with: known.leader)
        return Dictionary(joined.map { ($0.address, $0.number) }) { first, _ in first }
    }

    /// The leading spelling of the number of an address; the address itself if the store does not know it.
    package func number(of address: Address) throws -> Address { try known(address)?.number ?? address }

    /// The leading address of the conversation of another one; the address itself if the store does not know it.
    package func leader(of address: Address) throws -> Address { try known(address)?.leader ?? address }

    /// The contact of the conversation of this address; `nil` if there is none.
    package func contact(_ address: Address) throws -> Contact? { try known(address)?.contact }

    /// The marks and the draft of a conversation.
    package func state(of address: Address) throws -> ConversationState {
        try known(address)?.state ?? ConversationState()
    }

    package func marks(of address: Address) throws -> ConversationMarks { try state(of: address).marks }

    /// The draft for an address; `nil` if there is none.
    package func draft(for address: Address) throws -> ConversationDraft? { try state(of: address).draft }

    /// All contacts, by name and then by address; groups that have a name are none.
    package func contacts() throws -> [Contact] {
        let groups = try namedChats().groups
        return try allNames().compactMap { name in
            name.isLeading && !name.leader.isGroup && !groups.contains(name.leader) ? name.contact : nil
        }
    }

    /// Whether there are messages or a contact of an address.
    package func isKnown(_ address: Address) throws -> Bool { try known(address)?.hasMessagesOrContact ?? false }

    /// Whether the conversation of an address is with a person with several numbers.
    package func hasSeveralNumbers(_ address: Address) throws -> Bool {
        try known(address)?.hasSeveralNumbers ?? false
    }

    /// The names of addresses that have one.
    package func names(of addresses: Set<Address>) throws -> [Address: String] {
        var names: [Address: String] = [:]
        for address in addresses { names[address] = try contact(address)?.name }
        return names
    }

    /// The address of a typed number, which may begin with the local prefix for calls abroad.
    package func address(typed word: String) throws -> Address {
        let address = Address(word)
        return PhoneNumbering.mayMeanAnother(than: address, word) ? try numbering()?.address(word) ?? address : address
    }

    /// The reading of numbers in the user’s region; `nil` if spellings stay apart.
    package func numbering() throws -> PhoneNumbering? {
        PhoneNumbering(kept: try region())
    }
}

/// The names of groups without a name of their own: those of their members.
extension MessageReader {
    /// Conversations with the names of the members of their groups.
    package func named(_ conversations: [Conversation]) throws -> [Conversation] {
        try conversations.map { conversation in
            guard conversation.address.isGroup, conversation.contact == nil else { return conversation }
            var named = conversation
            named.members = try members(of: conversation.address)
            return named
        }
    }

    /// Messages with the names of the members of their groups.
    package func named(_ messages: [Message]) throws -> [Message] {
        // Mostly there is none of a group.
        guard messages.areOfUnnamedGroup else { return messages }
        var known: [Address: [String]] = [:]
        return try messages.map { message in
            guard message.isOfUnnamedGroup else { return message }
            var named = message
            named.members = try known[message.address] ?? members(of: message.address)
            known[message.address] = named.members
            return named
        }
    }

    /// The names of a group’s members, or their numbers; empty if none has a name.
    private func members(of group: Address) throws -> [String] {
        let members = group.members
        let names = try members.map { try givenName(of: Address(stored: $0))?.contact.name }
        return names.contains { $0 != nil } ? zip(members, names).map { $1 ?? $0 } : []
    }
}
