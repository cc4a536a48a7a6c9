// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumStores
import AtriumSystems
package import SMSLogLogic

/// The tables of gammu-smsd’s service “SQL” in a database of SQLite: its outgoing, sent and received messages.
///
/// Only columns that both versions of the schema, 17 (Gammu 1.42) and 18 (1.44), have are used; those that only the
/// newer one has are used if they are there. Source: docs/sql/sqlite.sql and smsd/services/sql.c of
/// https://github.com/gammu/gammu
package final class GammuTables {
    private static let needed: [String: Set<String>] = [
        "outbox": [
            "ID", "CreatorID", "DestinationNumber", "Text", "TextDecoded", "Coding", "UDH", "Class", "MultiPart",
            "DeliveryReport", "InsertIntoDB", "SendingDateTime", "SendingTimeOut",
        ],
        "outbox_multipart": ["ID", "SequencePosition", "Text", "TextDecoded", "Coding", "UDH", "Class"],
        "sentitems": ["ID", "SequencePosition", "CreatorID", "DestinationNumber", "Status", "StatusError"],
        "inbox": [
            "ID", "SenderNumber", "ReceivingDateTime", "Text", "TextDecoded", "Coding", "UDH", "SMSCNumber",
            "RecipientID", "Processed",
        ],
    ]

    private let database: SharedDatabase

    /// Opens a file; `nil` for a database of anything else.
    ///
    /// - Throws: `StoreFault`.
    package init?(path: String) throws {
        database = try SharedDatabase(path: path)
        for (table, columns) in Self.needed where try !database.columns(of: table).isSuperset(of: columns) {
            return nil
        }
    }
}

// MARK: - Sending
extension GammuTables {
    /// Adds a message to send, unless one of this creator is there or was sent.
    ///
    /// - Returns: Its number, the same each time.
    /// - Throws: `StoreFault`, of which only `unsure` means that it may be there.
    package func add(_ message: GammuMessage) throws -> Int {
        try database.transaction {
            if let id = try waiting(message.creator) ?? sent(message.creator, to: message.number) { return id }
            return try insert(message)
        }
    }

    /// Whether messages can be added; nothing is.
    ///
    /// - Throws: `StoreFault`.
    package func test(_ message: GammuMessage) throws {
        struct GivenUp: Error {}
        do {
            try database.transaction {
                _ = try insert(message)
                throw GivenUp()
            }
        } catch is GivenUp {}
    }

    private func insert(_ message: GammuMessage) throws -> Int {
        guard let first = message.parts.first else { return 0 }
        // Times are written, since versions disagree about the place of those that they put themselves.
        try database.execute(
            """
            INSERT INTO outbox(CreatorID, DestinationNumber, Text, TextDecoded, Coding, UDH, Class, MultiPart,
                DeliveryReport, InsertIntoDB, SendingDateTime, SendingTimeOut)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, -1, ?7, 'yes', ?8, ?8, ?8)
            """,
            [
                .text(message.creator), .text(message.number), .text(first.units), .text(first.text),
                .text(message.coding), .text(first.header), .text(message.parts.count > 1 ? "true" : "false"),
                .text(message.time),
            ])
        let id = database.lastInserted
        for (part, position) in zip(message.parts, 1...).dropFirst() {
            try database.execute(
                """
                INSERT INTO outbox_multipart(ID, SequencePosition, Text, TextDecoded, Coding, UDH, Class)
                VALUES (?, ?, ?, ?, ?, ?, -1)
                """,
                [
                    .integer(id), .integer(position), .text(part.units), .text(part.text), .text(message.coding),
                    .text(part.header),
                ])
        }
        return id
    }

    private func waiting(_ creator: String) throws -> Int? {
        try id("SELECT ID AS id FROM outbox WHERE CreatorID = ? LIMIT 1", [.text(creator)])
    }

    /// The number of a message that was sent, found by the index of its destination.
    private func sent(_ creator: String, to number: String) throws -> Int? {
        try id(
            "SELECT ID AS id FROM sentitems WHERE DestinationNumber = ? AND CreatorID = ? LIMIT 1",
            [.text(number), .text(creator)])
    }

    /// The number of a message of this creator that is to be sent, or was; all are looked through.
    ///
    /// - Throws: `StoreFault`.
    package func find(_ creator: String) throws -> Int? {
        try database.transaction {
            try waiting(creator) ?? id("SELECT ID AS id FROM sentitems WHERE CreatorID = ? LIMIT 1", [.text(creator)])
        }
    }

    private func id(_ query: String, _ arguments: [ForeignValue]) throws -> Int? {
        try database.rows(query, arguments).first.flatMap { GammuRow($0).number("id") }
    }

    /// The results of the parts of a message; empty for one that waits or is unknown.
    ///
    /// - Throws: `StoreFault`.
    package func sent(_ id: Int, by creator: String) throws -> [GammuSentPart] {
        try database.rows(
            """
            SELECT Status, StatusError FROM sentitems WHERE ID = ?1 AND CreatorID = ?2
                AND NOT EXISTS (SELECT 1 FROM outbox WHERE ID = ?1) ORDER BY SequencePosition
            """, [.integer(id), .text(creator)]
        ).map { row in
            let row = GammuRow(row)
            return GammuSentPart(
                status: row.text("Status"), code: row.number("StatusError").flatMap { $0 < 0 ? nil : $0 })
        }
    }
}

// MARK: - Receiving
extension GammuTables {
    /// The received parts that were not taken over, in the order of their arrival.
    ///
    /// - Throws: `StoreFault`.
    package func received() throws -> [GammuReceivedPart] {
        // A part is complete once it is marked as not taken over; until then version 18 marks it as taken over.
        try database.rows(
            """
            SELECT ID, SenderNumber, ReceivingDateTime, TextDecoded, Text, Coding, UDH, SMSCNumber, RecipientID
            FROM inbox WHERE Processed = 'false' ORDER BY ID
            """
        ).compactMap { row in
            let row = GammuRow(row)
            return row.number("ID").map { id in
                GammuReceivedPart(
                    id: id, sender: row.text("SenderNumber"), time: row.text("ReceivingDateTime"),
                    text: row.text("TextDecoded"), units: row.text("Text"), coding: row.text("Coding"),
                    header: row.text("UDH"), centre: row.text("SMSCNumber"), phone: row.text("RecipientID"))
            }
        }
    }

    /// Notes that these parts were taken over.
    ///
    /// - Throws: `StoreFault`.
    package func take(_ ids: [Int]) throws {
        try database.transaction {
            for id in ids {
                try database.execute("UPDATE inbox SET Processed = 'true' WHERE ID = ?", [.integer(id)])
            }
        }
    }
}

/// A row of which any column may hold any kind of value.
private struct GammuRow {
    private let values: ForeignRow

    init(_ values: ForeignRow) { self.values = values }

    func text(_ column: String) -> String {
        switch values[column] {
        case .text(let text)?: text
        case .integer(let number)?: String(number)
        case .bytes(let bytes)?: String(decoding: bytes, as: UTF8.self)
        default: ""
        }
    }

    func number(_ column: String) -> Int? {
        switch values[column] {
        case .integer(let number)?: number
        case .text(let text)?: Int(text)
        default: nil
        }
    }
}
