// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import SMSLogDomain
import Session
import Stores
import Systems

/// Conversations, out of the index that has them in the order of their list.
extension MessageRows {
    func conversations(_ kind: ConversationKind, after last: Conversation?, limit: Int) throws -> [Conversation] {
        try flush()
        var position: StatementArguments = []
        if let last {
            let place: StatementArguments = kind.place == nil ? [last.marks.place.rawValue] : []
            position = place + [last.last.date.milliseconds, key(last.last.id)]
        }
        return try conversations(
            Self.list(of: kind, isContinued: last != nil), [owner.rawValue] + position + [limit])
    }

    /// A part of the list of a kind: the first one, or the one that comes after some conversation.
    static func list(of kind: ConversationKind, isContinued: Bool) -> String {
        // Where the place is the same for all, SQLite has to be told so to see that nothing is to be sorted.
        let isAfter =
            !isContinued
            ? ""
            : kind.place == nil
                ? " AND (t.place, t.last_date, t.last_message) < (?, ?, ?)"
                : " AND (t.last_date, t.last_message) < (?, ?)"
        return """
            \(rows) t.count > 0 AND \(condition(kind))\(isAfter)
            ORDER BY t.place DESC, t.last_date DESC, t.last_message DESC LIMIT ?
            """
    }

    /// Conversations of an owner of which more is said.
    private static let rows = """
        SELECT \(MessageColumns.list), t.count, t.unread, t.draft, t.drafted, \(isOfSeveral), \(isOfChat)
        FROM sms_thread t CROSS JOIN sms_message m ON m.id = t.last_message CROSS JOIN sms_thread o ON o.id = m.thread
        WHERE t.owner = ? AND
        """

    func conversationCounts(limit: Int) throws -> [ConversationKind: Int]? {
        try flush()
        // Each row is looked at once, and sorted in at once.
        let kinds = ConversationKind.allCases
        let sums = kinds.map { "ifnull(sum(\(Self.condition($0, kind: "t.kind", contact: "t.contact"))), 0)" }.joined(
            separator: ", ")
        let row = try Row.fetchOne(
            database.cachedStatement(
                sql: """
                    SELECT count(*), \(sums)
                    FROM (SELECT t.unread, t.place, t.marks, t.kind AS contact, \(Self.kind) AS kind FROM sms_thread t
                        WHERE t.owner = ? AND t.count > 0 LIMIT ?) t
                    """), arguments: [owner.rawValue, limit + 1])
        guard let row, row[0] <= limit else { return nil }
        return Dictionary(uniqueKeysWithValues: kinds.enumerated().map { ($1, row[$0 + 1]) })
    }

    /// Whether messages show that several people are in a conversation: somebody of them is said to have written, or the
    /// first or the newest one of a chat is to several.
    private static let isOfSeveral = """
        (EXISTS (SELECT 1 FROM sms_thread n CROSS JOIN sms_message s ON s.thread = n.id
                WHERE n.leader = t.id AND s.sender IS NOT NULL)
            OR EXISTS (SELECT 1 FROM sms_message l WHERE l.id = t.last_message AND \(isToSeveral))
            OR EXISTS (SELECT 1 FROM sms_message l WHERE l.id =
                (SELECT id FROM sms_message WHERE thread = t.id ORDER BY date, id LIMIT 1) AND \(isToSeveral)))
        """

    /// What `MessageDraft.isToSeveral` says of a row of `sms_message`.
    private static let isToSeveral =
        "l.kind = \(MessageKind.mms.rawValue) AND l.parts IS NULL AND l.sim IN (\(chats))"

    /// Whether the newest message is of a chat.
    private static let isOfChat =
        "EXISTS (SELECT 1 FROM sms_message l WHERE l.id = t.last_message AND l.sim IN (\(chats)))"

    private static let chats = MessageDetails.chats.map { "'\($0)'" }.joined(separator: ", ")

    /// Of which kind a row of `sms_thread` is.
    private static let kind =
        "CASE t.form \(AddressForm.allCases.map { "WHEN \($0.rawValue) THEN \(kind(of: $0))" }.joined(separator: " ")) END"

    /// Whether a row of `sms_thread` is a group.
    static let isGroup = "(\(kind) = '\(ConversationKind.groups.rawValue)')"

    /// The forms of addresses that are names.
    private static let names =
        AddressForm.allCases.filter(\.isNamed).map { String($0.rawValue) }.joined(separator: ", ")

    /// What the rule says of a form of address, with a question only for what it depends on.
    ///
    /// - Parameter known: What holds or does not hold of who is there, of the newest message and of the contact, as far as
    ///   that is known already.
    private static func kind(of form: AddressForm, known: [Bool] = []) -> String {
        let questions = [isOfSeveral, isOfChat, "t.name IS NOT NULL"]
        guard known.count < questions.count else {
            let kind = ConversationKind(form, isOfSeveral: known[0], isOfChat: known[1], hasContact: known[2])
            return "'\(kind.rawValue)'"
        }
        let (yes, no) = (kind(of: form, known: known + [true]), kind(of: form, known: known + [false]))
        return yes == no ? yes : "iif(\(questions[known.count]), \(yes), \(no))"
    }

    /// What a row of `sms_thread` must be.
    ///
    /// - Parameters:
    ///   - kind: What says of which kind it is.
    ///   - contact: What says where its contact is from.
    private static func condition(
        _ asked: ConversationKind, kind: String = Self.kind, contact: String = "t.kind"
    ) -> String {
        if let place = asked.place { return "t.place = \(place.rawValue)" }
        switch asked {
        case .unread: return "t.place > 0 AND t.unread > 0"
        case .people, .unknown, .services, .groups: return "t.place > 0 AND \(kind) = '\(asked.rawValue)'"
        case .corporate: return "t.place > 0 AND \(contact) = \(ContactKind.corporate.rawValue)"
        case .muted: return "t.place >= 0 AND t.marks & \(ConversationMarks.muted.rawValue) > 0"
        case .all, .pinned, .archived, .blocked: return "t.place > 0"
        }
    }

    func conversation(with address: Address) throws -> Conversation? {
        try flush()
        guard let leader = try conversation(of: address)?.leader else { return nil }
        return try conversations("\(Self.rows) t.id = ? AND t.count > 0", [owner.rawValue, leader]).first
    }

    func namedChats() throws -> NamedChats {
        try flush()
        let rows = try Row.fetchCursor(
            database.cachedStatement(
                sql: """
                    SELECT t.address, \(Self.isGroup) AS several FROM sms_thread t
                    WHERE t.owner = ? AND t.count > 0 AND t.form IN (\(Self.names)) AND (several OR \(Self.isOfChat))
                    ORDER BY t.address
                    """), arguments: [owner.rawValue])
        var chats = NamedChats()
        while let row = try rows.next() {
            let address = Address(stored: row.text(0))
            if row.number(1) != 0 { chats.groups.insert(address) } else { chats.people.append(address) }
        }
        return chats
    }

    private func conversations(_ sql: String, _ arguments: StatementArguments) throws -> [Conversation] {
        let rows = try StoredRows(database, sql: sql, arguments)
        var conversations: [Conversation] = []
        while let row = try rows.next() {
            let thread = MessageColumns.thread(row)
            let last = try MessageColumns.message(row, of: thread, in: database)
            conversations.append(
                Conversation(
                    address: MessageColumns.leader(row), contact: thread.contact, last: last,
                    count: row.count(MessageColumns.count), unread: row.count(MessageColumns.count + 1),
                    draft: MessageColumns.draft(row, at: MessageColumns.count + 2),
                    isOfSeveral: row.number(MessageColumns.count + 4) != 0,
                    isOfChat: row.number(MessageColumns.count + 5) != 0))
        }
        return conversations
    }
}

/// What the user says of conversations, and begins to write there.
extension MessageRows {
    func newest(of address: Address) throws -> Timestamp? { try changes().writer().newest(of: address) }

    func setState(_ state: ConversationState, of address: Address) throws {
        let leader = try changes().writer().setState(state, of: address)
        try changes().log.add(.conversation(leader))
    }

    func drafts() throws -> [KeptDraft] {
        try flush()
        let rows = try Row.fetchCursor(
            database.cachedStatement(
                sql: """
                    SELECT address, name, draft, drafted FROM sms_thread WHERE owner = ? AND draft IS NOT NULL
                    ORDER BY drafted DESC, address
                    """), arguments: [owner.rawValue])
        var drafts: [KeptDraft] = []
        while let row = try rows.next() {
            guard let draft = MessageColumns.draft(row, at: 2) else { continue }
            drafts.append(
                KeptDraft(party: Party(address: Address(stored: row.text(0)), name: row.optionalText(1)), draft: draft))
        }
        return drafts
    }
}

/// Numbers, of which a person may have several.
extension MessageRows {
    func known(_ address: Address) throws -> KnownAddress? {
        if let held { return try held.writer().known(address) }
        return try conversation(of: address)?.known
    }

    /// Whether a row of `sms_thread` leads the conversation of several numbers.
    static let hasSeveralNumbers =
        "EXISTS (SELECT 1 FROM sms_thread s WHERE s.leader = t.id AND s.number <> s.leader)"

    func givenName(of address: Address) throws -> GivenName? {
        if let held { return try held.writer().givenName(of: address) }
        guard let number = try number(of: address) else { return nil }
        let row = try Row.fetchOne(
            database.cachedStatement(
                sql: """
                    SELECT address, name, kind, work, named_at, local, local_work FROM sms_thread
                    WHERE id = ? AND name IS NOT NULL
                    """), arguments: [number])
        return row.flatMap { row in
            let address = Address(stored: row.text(0))
            return MessageColumns.contact(row, at: 1, address: address).map {
                GivenName(
                    contact: $0, namedAt: row.optionalNumber(4).map(Timestamp.init(milliseconds:)),
                    local: MessageColumns.local(row, at: 5, address: address))
            }
        }
    }

    func allNames() throws -> [PersonName] {
        try flush()
        let rows = try Row.fetchCursor(
            database.cachedStatement(
                sql: """
                    SELECT address, name, kind, work,
                        iif(leader = id, NULL, (SELECT address FROM sms_thread t WHERE t.id = o.leader)),
                        local, local_work
                    FROM sms_thread o WHERE owner = ? AND name IS NOT NULL AND number = id ORDER BY name, address
                    """), arguments: [owner.rawValue])
        var names: [PersonName] = []
        var hasBeside = false
        while let row = try rows.next() {
            if let contact = MessageColumns.contact(row, at: 1, address: Address(stored: row.text(0))) {
                // Mostly it is the same, and nothing is to be looked up.
                let leader = row.optionalText(4).map { Address(stored: $0) } ?? contact.address
                names.append(PersonName(contact: contact, leader: leader))
                if let local = MessageColumns.local(row, at: 5, address: contact.address) {
                    names.append(PersonName(contact: local, leader: leader, isBeside: true))
                    hasBeside = true
                }
            }
        }
        return hasBeside ? names.inOrder : names
    }

    func contactsAtWork() throws -> [Contact] {
        try flush()
        let rows = try Row.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT address, name, kind, work FROM sms_thread
                    WHERE owner = ? AND work IS NOT NULL AND number = id ORDER BY address
                    """), arguments: [owner.rawValue])
        return rows.compactMap { MessageColumns.contact($0, at: 1, address: Address(stored: $0.text(0))) }
    }

    func apart() throws -> Set<AddressPair> {
        let rows = try Row.fetchAll(
            database.cachedStatement(sql: "SELECT first, second FROM sms_apart WHERE owner = ?"),
            arguments: [owner.rawValue])
        return Set(rows.map { AddressPair(Address(stored: $0.text(0)), Address(stored: $0.text(1))) })
    }

    func setApart(_ isApart: Bool, _ pair: AddressPair) throws {
        try changes().log.addUnknown()
        let change =
            isApart
            ? "INSERT OR IGNORE INTO sms_apart(owner, first, second) VALUES (?, ?, ?)"
            : "DELETE FROM sms_apart WHERE owner = ? AND first = ? AND second = ?"
        try database.cachedStatement(sql: change)
            .execute(arguments: [owner.rawValue, pair.first.text, pair.second.text])
    }

    /// The thread that stands for the number of an address.
    private func number(of address: Address) throws -> Int64? {
        let own = try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT number FROM sms_thread WHERE owner = ? AND address = ?"),
            arguments: [owner.rawValue, address.text])
        return try own ?? number(ofNew: address)
    }

    /// The thread that stands for the number of which an address is a spelling that nothing came from so far; nil for none.
    func number(ofNew address: Address) throws -> Int64? {
        try numbering()?.person(address).flatMap { try Self.number(of: $0, owner, in: database) }
    }

    /// The thread that stands for the number of which this is the one spelling for all; nil for none.
    static func number(of person: Address, _ owner: UserID, in database: Database) throws -> Int64? {
        try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT number FROM sms_thread WHERE owner = ? AND person = ? LIMIT 1"),
            arguments: [owner.rawValue, person.text])
    }
}
