// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumSystems
import SMSLogLogic

/// Conversations, out of the index that has them in the order of their list.
extension MessageRows {
    func conversations(_ key: ConversationKey, limit: Int) throws -> [Conversation] {
        try flush()
        switch key {
        case .listed(let kind, let last): return try conversations(kind, after: last, limit)
        case .with(let address):
            guard let leader = try conversation(of: address)?.leader else { return [] }
            return try conversations("\(Self.rows) t.id = ? AND t.count > 0", [owner.rawValue, leader])
        case .namedChats:
            return try conversations(
                """
                \(Self.rows) t.count > 0 AND t.form IN (\(Self.names)) AND (\(Self.isGroup) OR \(Self.isOfChat))
                ORDER BY t.address LIMIT ?
                """, [owner.rawValue, limit])
        }
    }

    private func conversations(
        _ kind: ConversationKind, after last: Conversation?, _ limit: Int
    ) throws -> [Conversation] {
        var position: SQLArguments = []
        if let last {
            let place: SQLArguments = kind.place == nil ? [last.marks.place.rawValue] : []
            position = place + [last.last.date.milliseconds, key(last.last.id)]
        }
        return try conversations(
            Self.list(of: kind, isContinued: last != nil), [owner.rawValue] + position + [limit])
    }

    /// A part of the list of a kind: the first one, or the one that comes after some conversation.
    static func list(of kind: ConversationKind, isContinued: Bool) -> String {
        // If the place is the same for all, the comparison omits it, so that SQLite sees that nothing is to be sorted.
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

    /// Conversations of an owner with conditions.
    private static let rows = """
        SELECT \(MessageColumns.list), t.count, t.unread, t.draft, t.drafted, \(isOfSeveral), \(isOfChat)
        FROM sms_thread t CROSS JOIN sms_message m ON m.id = t.last_message CROSS JOIN sms_thread o ON o.id = m.thread
        WHERE t.owner = ? AND
        """

    func lastNumber() throws -> Int {
        try flush()
        return try database.row("SELECT last_message FROM sms_owner WHERE owner = ?", [owner.rawValue])?.count(0) ?? 0
    }

    func counts(limit: Int) throws -> MessageCounts {
        try flush()
        let unread = try database.row(
            """
            SELECT CAST(total(unread) AS INTEGER) FROM sms_thread
            WHERE owner = ? AND unread > 0 AND marks & \(ConversationMarks.silent.rawValue) = 0
            """, [owner.rawValue])
        return MessageCounts(unread: unread?.count(0) ?? 0, conversations: try conversationCounts(limit))
    }

    private func conversationCounts(_ limit: Int) throws -> [ConversationKind: Int]? {
        guard limit > 0 else { return nil }
        // Each row is read once, and sorted in at once.
        let kinds = ConversationKind.allCases
        let sums = kinds.map { "count(*) FILTER (WHERE \(Self.condition($0, kind: "t.kind", contact: "t.contact")))" }
            .joined(
                separator: ", ")
        let row = try database.row(
            """
            SELECT count(*), \(sums)
            FROM (SELECT t.unread, t.place, t.marks, t.kind AS contact, \(Self.kind) AS kind FROM sms_thread t
                WHERE t.owner = ? AND t.count > 0 LIMIT ?) t
            """, [owner.rawValue, limit + 1])
        guard let row, row.number(0) <= limit else { return nil }
        return Dictionary(uniqueKeysWithValues: kinds.enumerated().map { ($1, Int(row.number($0 + 1))) })
    }

    /// Whether messages show that several people are in a conversation: one of them is recorded as a sender, or the
    /// first or the newest one of a chat is to several.
    private static let isOfSeveral = """
        (EXISTS (SELECT 1 FROM sms_thread n CROSS JOIN sms_message s ON s.thread = n.id
                WHERE n.leader = t.id AND s.sender IS NOT NULL)
            OR EXISTS (SELECT 1 FROM sms_message l WHERE l.id = t.last_message AND \(isToSeveral))
            OR EXISTS (SELECT 1 FROM sms_message l WHERE l.id =
                (SELECT id FROM sms_message WHERE thread = t.id ORDER BY date, id LIMIT 1) AND \(isToSeveral)))
        """

    /// `MessageDraft.isToSeveral` for a row of `sms_message`.
    private static let isToSeveral =
        "l.kind = \(MessageKind.mms.rawValue) AND l.parts IS NULL AND l.sim IN (\(chats))"

    /// Whether the newest message is of a chat.
    private static let isOfChat =
        "EXISTS (SELECT 1 FROM sms_message l WHERE l.id = t.last_message AND l.sim IN (\(chats)))"

    private static let chats = MessageDetails.chats.map { "'\($0)'" }.joined(separator: ", ")

    /// The kind of a row of `sms_thread`.
    private static let kind =
        "CASE t.form \(AddressForm.allCases.map { "WHEN \($0.rawValue) THEN \(kind(of: $0))" }.joined(separator: " ")) END"

    /// Whether a row of `sms_thread` is a group.
    static let isGroup = "(\(kind) = '\(ConversationKind.groups.rawValue)')"

    /// The forms of addresses that are names.
    private static let names =
        AddressForm.allCases.filter(\.isNamed).map { String($0.rawValue) }.joined(separator: ", ")

    /// The rule for a form of address, with a question only for the facts it depends on.
    ///
    /// - Parameter known: The answers about the other end, the newest message and the contact, as far as
    ///   they are known already.
    private static func kind(of form: AddressForm, known: [Bool] = []) -> String {
        let questions = [isOfSeveral, isOfChat, "t.name IS NOT NULL"]
        guard known.count < questions.count else {
            let kind = ConversationKind(form, isOfSeveral: known[0], isOfChat: known[1], hasContact: known[2])
            return "'\(kind.rawValue)'"
        }
        let (yes, no) = (kind(of: form, known: known + [true]), kind(of: form, known: known + [false]))
        return yes == no ? yes : "CASE WHEN \(questions[known.count]) THEN \(yes) ELSE \(no) END"
    }

    /// The condition for a row of `sms_thread`.
    ///
    /// - Parameters:
    ///   - kind: The expression for its kind.
    ///   - contact: The expression for the origin of its contact.
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

    private func conversations(_ sql: String, _ arguments: SQLArguments) throws -> [Conversation] {
        try StoredRows(database, sql: sql, arguments).map { row in
            let thread = MessageColumns.thread(row)
            let last = try MessageColumns.message(row, of: thread, in: database)
            return Conversation(
                address: MessageColumns.leader(row), contact: thread.contact, last: last,
                count: row.count(MessageColumns.count), unread: row.count(MessageColumns.count + 1),
                draft: MessageColumns.draft(row, at: MessageColumns.count + 2),
                isOfSeveral: row.number(MessageColumns.count + 4) != 0,
                isOfChat: row.number(MessageColumns.count + 5) != 0)
        }
    }
}

/// Addresses.
extension MessageRows {
    /// Whether a row of `sms_thread` leads the conversation of several numbers.
    static let hasSeveralNumbers =
        "EXISTS (SELECT 1 FROM sms_thread s WHERE s.leader = t.id AND s.number <> s.leader)"

    /// The facts about an address by a row of `sms_thread`, the one that stands for its number, the one that leads its
    /// conversation, and its row `f` of `sms_former`.
    static func knownColumns(of own: String, number: String, leader: String) -> String {
        let name = ["name", "kind", "work", "named_at", "local", "local_work"].map { "\(number).\($0)" }
        let conversation = ["name", "kind", "work", "marks", "draft", "drafted", "count", "last_date"].map {
            "\(leader).\($0)"
        }
        return """
            \(own).address, \(own).person, nullif(\(number).address, \(own).address),
            nullif(\(leader).address, \(own).address), f.marks, f.draft, f.drafted,
            \((name + conversation).joined(separator: ", ")),
            EXISTS (SELECT 1 FROM sms_thread s WHERE s.leader = \(own).leader AND s.number <> s.leader)
            """
    }

    /// The facts about an address from column `start` of a row on.
    ///
    /// - Parameter asked: An address without a row of its own, if another spelling of its number has one.
    static func known(_ row: StoredRow, at start: Int, asked: Address? = nil) -> KnownAddress {
        let own = Address(stored: row.text(start))
        let number = row.optionalText(start + 2).map(Address.init(stored:)) ?? own
        let leader = row.optionalText(start + 3).map(Address.init(stored:)) ?? own
        let joined = JoinedAddress(
            asked ?? own, person: row.optionalText(start + 1).map(Address.init(stored:)), number: number,
            leader: leader,
            former: asked != nil || row.isNull(start + 4) ? nil : MessageColumns.state(row, at: start + 4))
        let name = MessageColumns.givenName(row, at: start + 7, address: number)
        return KnownAddress(
            joined: joined, name: name,
            contact: leader == number
                ? name?.contact : MessageColumns.contact(row, at: start + 13, address: leader),
            state: MessageColumns.state(row, at: start + 16), count: row.count(start + 19),
            newest: row.optionalNumber(start + 20).map(Timestamp.init(milliseconds:)),
            hasSeveralNumbers: row.number(start + 21) != 0)
    }

    func addresses(_ key: AddressKey, limit: Int) throws -> [KnownAddress] {
        switch key {
        case .these(let addresses):
            let known = try held?.writer().known(addresses) ?? addresses.compactMap { try conversation(of: $0)?.known }
            return Array(known.prefix(limit))
        case .with(let address):
            try flush()
            guard let leader = try conversation(of: address)?.leader else { return [] }
            return try addresses("o.leader = ? ORDER BY o.address LIMIT ?", [leader, limit])
        case .all: return try addresses("o.owner = ? ORDER BY o.address LIMIT ?", [owner.rawValue, limit])
        case .named:
            return try addresses(
                "o.owner = ? AND o.name IS NOT NULL AND o.number = o.id ORDER BY o.name, o.address LIMIT ?",
                [owner.rawValue, limit])
        case .atWork:
            return try addresses(
                "o.owner = ? AND o.work IS NOT NULL AND o.number = o.id ORDER BY o.address LIMIT ?",
                [owner.rawValue, limit])
        case .groups:
            return try addresses(
                "o.owner = ? AND instr(o.address, '~') > 0 ORDER BY o.address LIMIT ?", [owner.rawValue, limit])
        case .beginning(let prefix):
            // No address goes on with the last of all characters.
            return try addresses(
                """
                o.owner = ? AND o.address >= ? AND o.address < ?
                AND CASE WHEN o.leader = o.id THEN o.count > 0 OR o.name IS NOT NULL
                    ELSE EXISTS (SELECT 1 FROM sms_message WHERE thread = o.id) END ORDER BY o.address LIMIT ?
                """, [owner.rawValue, prefix, prefix + "\u{10FFFF}", limit])
        case .drafts:
            return try addresses(
                """
                o.owner = ? AND o.draft IS NOT NULL AND o.leader = o.id ORDER BY o.drafted DESC, o.address LIMIT ?
                """, [owner.rawValue, limit])
        }
    }

    /// Nearly all addresses stand for their number and their conversation: nothing is joined for them.
    private static let known = """
        SELECT o.id, o.number = o.id AND o.leader = o.id, \(knownColumns(of: "o", number: "o", leader: "o"))
        FROM sms_thread o LEFT JOIN sms_former f ON f.thread = o.id WHERE
        """
    private static let knownJoined = """
        SELECT \(knownColumns(of: "o", number: "n", leader: "t"))
        FROM sms_thread o CROSS JOIN sms_thread n ON n.id = o.number CROSS JOIN sms_thread t ON t.id = o.leader
            LEFT JOIN sms_former f ON f.thread = o.id WHERE o.id = ?
        """

    private func addresses(_ condition: String, _ arguments: SQLArguments) throws -> [KnownAddress] {
        try flush()
        return try StoredRows(database, sql: "\(Self.known) \(condition)", arguments).map { row in
            guard row.number(1) == 0 else { return [Self.known(row, at: 2)] }
            return try StoredRows(database, sql: Self.knownJoined, [row.number(0)]).map { Self.known($0, at: 0) }
        }.flatMap(\.self)
    }

    func put(_ facts: [AddressFact]) throws {
        let changes = try changes()
        var regrouped: Set<Int64> = []
        func sum() throws {
            for thread in regrouped { try ConversationThreads.sum(thread, in: database) }
            regrouped = []
        }
        for fact in facts {
            switch fact {
            case .state(let state, let address):
                try sum()
                changes.log.add(.conversation(try changes.writer().setState(state, of: address)))
            case .name(let name, let address):
                try sum()
                changes.log.add(.contact(try changes.writer().setGivenName(name, of: address)))
            case .joined(let joined):
                try flush()
                changes.log.addUnknown()
                regrouped.formUnion(try join(joined))
            }
        }
        try sum()
    }

    /// The thread for the number of an address, a spelling without messages so far; `nil` for none.
    func number(ofNew address: Address) throws -> Int64? {
        try numbering()?.person(address).flatMap { try Self.number(of: $0, owner, in: database) }
    }

    /// The thread that stands for the number of which this is the one spelling for all; `nil` for none.
    static func number(of person: Address, _ owner: UserID, in database: SQLDatabase) throws -> Int64? {
        try Int64.fetchOne(
            database, "SELECT number FROM sms_thread WHERE owner = ? AND person = ? LIMIT 1",
            [owner.rawValue, person.text])
    }
}
