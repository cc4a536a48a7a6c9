// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import SMSLogDomain
import Session
import Stores
import Systems

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
