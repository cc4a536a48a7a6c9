// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import SMSLogDomain
import Session
import Systems
import Stores

/// Finds messages by their keys.
extension MessageRows {
    private static let source =
        "sms_message m JOIN sms_thread o ON o.id = m.thread JOIN sms_thread t ON t.id = o.leader"

    func messages(_ key: MessageKey, limit: Int) throws -> [Message] {
        try flush()
        let keys = RowKey.range(owner: owner.rawValue)
        switch key {
        case .number(let id):
            return try messages("\(Self.source) WHERE m.id = ? LIMIT ?", [self.key(id), limit])
        case .above(let id):
            let start = id <= 0 ? keys.lowerBound : self.key(id)
            return try messages(
                "\(Self.source) WHERE m.id > ? AND m.id <= ? ORDER BY m.id LIMIT ?", [start, keys.upperBound, limit])
        case .reference(let reference):
            return try messages(
                "\(Self.source) WHERE m.reference = ? AND m.id BETWEEN ? AND ? ORDER BY m.id LIMIT ?",
                [reference, keys.lowerBound, keys.upperBound, limit])
        case .newest(let address, let direction):
            return try messages(with: address, Self.newestOfDirection, [direction.rawValue, limit], limit: limit)
                .reversed()
        case .page(let address, let page): return try messages(with: address, page, limit: limit)
        }
    }

    private func messages(with address: Address, _ page: Page, limit: Int) throws -> [Message] {
        switch page {
        case .newest:
            return try messages(with: address, Self.newest, [limit], limit: limit)
        case .before(let position):
            return try messages(with: address, Self.before, arguments(position, limit), limit: limit)
        case .after(let position):
            return try messages(with: address, Self.after, arguments(position, limit), limit: limit, isFromStart: true)
        }
    }

    private func arguments(_ position: MessagePosition, _ limit: Int) -> StatementArguments {
        let date = position.date.milliseconds
        return [date, date, key(position.id), limit]
    }

    private static let newest = part("ORDER BY date DESC, id DESC LIMIT ?")
    private static let newestOfDirection = part("AND direction = ? ORDER BY date DESC, id DESC LIMIT ?")
    private static let before = part("AND date <= ? AND (date < ? OR id < ?) ORDER BY date DESC, id DESC LIMIT ?")
    private static let after = part("AND date >= ? AND (date > ? OR id > ?) ORDER BY date, id LIMIT ?")

    /// Which ones of a thread: so many, the last or the first of them first.
    private static func part(_ part: String) -> String {
        "SELECT \(MessageColumns.page) FROM sms_message m WHERE thread = ? \(part)"
    }

    /// Messages of a conversation, oldest first: the last of them, or the first.
    ///
    /// Each thread has them in an index by itself, and mostly there is but one.
    ///
    /// - Parameter sql: Reads those of a thread.
    private func messages(
        with address: Address, _ sql: String, _ arguments: StatementArguments, limit: Int, isFromStart: Bool = false
    ) throws -> [Message] {
        let threads = try conversation(of: address)?.all ?? []
        var found: [Message] = []
        for (id, facts) in threads {
            let rows = try StoredRows(database, sql: sql, [id] + arguments)
            while let row = try rows.next() {
                found.append(try MessageColumns.message(ofPage: row, of: facts, in: database))
            }
        }
        if threads.count == 1 {
            if !isFromStart { found.reverse() }
            return found
        }
        found.sort { MessagePosition($0) < MessagePosition($1) }
        return Array(isFromStart ? found.prefix(limit) : found.suffix(limit))
    }

    private func messages(_ source: String, _ arguments: StatementArguments) throws -> [Message] {
        let rows = try StoredRows(database, sql: "SELECT \(MessageColumns.list) FROM \(source)", arguments)
        var messages: [Message] = []
        while let row = try rows.next() {
            messages.append(try MessageColumns.message(row, in: database))
        }
        return messages
    }
}

/// What a message is made of.
extension MessageRows {
    func background(of id: Int) throws -> MessageBackground? {
        try flush()
        let rows = try StoredRows(
            database,
            sql: """
                SELECT nullif(m.raw_address, o.address), m.imported_name, m.reference,
                    m.sent, m.delivered, m.sim, m.centre, m.network_id, m.locked, m.undated, m.dated
                FROM sms_message m CROSS JOIN sms_thread o ON o.id = m.thread WHERE m.id = ?
                """, [key(id)])
        guard let row = try rows.next() else { return nil }
        var details = MessageDetails()
        details.sent = row.optionalNumber(3).map(Timestamp.init(milliseconds:))
        details.delivered = row.optionalNumber(4).map(Timestamp.init(milliseconds:))
        details.sim = row.optionalText(5)
        details.centre = row.optionalText(6)
        details.networkID = row.optionalText(7)
        details.isLocked = row.number(8) != 0
        details.isUndated = row.optionalNumber(9) != nil
        details.wasUndated = row.optionalNumber(10) != nil
        return MessageBackground(
            rawAddress: row.optionalText(0), importedName: row.optionalText(1), reference: row.optionalText(2),
            details: details)
    }

    func parts(of id: Int) throws -> (parts: [MessagePart], participants: [Participant]) {
        try flush()
        return (
            try PartRows.parts(of: key(id), in: database), try PartRows.participants(of: key(id), in: database)
        )
    }

    func bytes(of digest: Digest) throws -> [UInt8]? { try PartRows.bytes(of: digest, owner, in: database) }

    func ownAddresses() throws -> Set<Address> {
        let texts = try String.fetchAll(
            database.cachedStatement(sql: "SELECT address FROM sms_own WHERE owner = ?"), arguments: [owner.rawValue])
        return Set(texts.map(Address.init(stored:)))
    }

    func speakers() throws -> [Address: Set<Address>] {
        try flush()
        let keys = RowKey.range(owner: owner.rawValue)
        // From one pair to the next: of many messages of somebody in a group one entry of the index is looked at.
        let next = try database.cachedStatement(
            sql: """
                SELECT thread, sender FROM sms_message INDEXED BY sms_message_sender
                WHERE sender IS NOT NULL AND (thread, sender) > (?, ?) AND thread <= ? ORDER BY thread, sender LIMIT 1
                """)
        let group = try database.cachedStatement(sql: "SELECT address FROM sms_thread WHERE id = ?")
        var speakers: [Address: Set<Address>] = [:]
        var last: (thread: Int64, sender: String, group: Address?) = (keys.lowerBound, "", nil)
        while let row = try Row.fetchOne(next, arguments: [last.thread, last.sender, keys.upperBound]) {
            let thread = row.number(0)
            if thread != last.thread || last.group == nil {
                last.group = try String.fetchOne(group, arguments: [thread]).map(Address.init(stored:))
            }
            (last.thread, last.sender) = (thread, row.text(1))
            guard let group = last.group else { continue }
            speakers[group, default: []].insert(Address(stored: last.sender))
        }
        return speakers
    }

    func groups() throws -> [Address] {
        try flush()
        let texts = try String.fetchAll(
            database.cachedStatement(
                sql: "SELECT address FROM sms_thread WHERE owner = ? AND instr(address, '~') > 0 ORDER BY address"),
            arguments: [owner.rawValue])
        return texts.map(Address.init(stored:))
    }
}
