// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB

/// Makes databases as Apple’s Messages has them, by SQL.
struct AppleDatabase {
    /// What columns a version has.
    enum Generation: CaseIterable {
        /// iOS 6 to 10: seconds, and nothing but messages and files.
        case early
        /// macOS 10.13: nanoseconds, reactions.
        case middle
        /// macOS 13: replies, changes.
        case late
    }

    let queue: DatabaseQueue
    let generation: Generation
    /// A moment that is short to write, and the second it is in since 1970.
    static let start = 600_000_000
    static let startSince1970 = 978_307_200 + 600_000_000

    init(_ path: String, _ generation: Generation = .late, inLog: Bool = false) throws {
        self.generation = generation
        queue = try DatabaseQueue(path: path)
        var message =
            "ROWID INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT UNIQUE NOT NULL, text TEXT, handle_id INTEGER DEFAULT 0, "
            + "subject TEXT, attributedBody BLOB, service TEXT, account TEXT, error INTEGER DEFAULT 0, date INTEGER, "
            + "date_read INTEGER, date_delivered INTEGER, is_delivered INTEGER DEFAULT 0, is_from_me INTEGER DEFAULT 0, "
            + "is_read INTEGER DEFAULT 0"
        if generation != .early {
            message +=
                ", item_type INTEGER DEFAULT 0, other_handle INTEGER DEFAULT 0, group_title TEXT, "
                + "group_action_type INTEGER DEFAULT 0, associated_message_guid TEXT, associated_message_type INTEGER "
                + "DEFAULT 0, balloon_bundle_id TEXT, message_summary_info BLOB"
        }
        if generation == .late {
            message +=
                ", thread_originator_guid TEXT, date_edited INTEGER, date_retracted INTEGER, "
                + "associated_message_emoji TEXT, destination_caller_id TEXT"
        }
        try queue.inDatabase { database in
            if inLog { try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0") }
            try database.execute(
                sql: """
                    CREATE TABLE message (\(message));
                    CREATE TABLE handle (ROWID INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, service TEXT);
                    CREATE TABLE chat (ROWID INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT, style INTEGER,
                        chat_identifier TEXT, display_name TEXT);
                    CREATE TABLE chat_handle_join (chat_id INTEGER, handle_id INTEGER);
                    CREATE TABLE chat_message_join (chat_id INTEGER, message_id INTEGER);
                    CREATE TABLE attachment (ROWID INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT, filename TEXT,
                        mime_type TEXT, transfer_name TEXT, total_bytes INTEGER);
                    CREATE TABLE message_attachment_join (message_id INTEGER, attachment_id INTEGER);
                    INSERT INTO handle (id, service) VALUES ('+15551234567', 'SMS'), ('bob@example.org', 'iMessage'),
                        ('+15557654321', 'iMessage'), ('+15551234567', 'iMessage');
                    INSERT INTO chat (style, chat_identifier, display_name) VALUES (45, '+15551234567', NULL),
                        (43, 'chat42', 'Trip'), (45, 'bob@example.org', '');
                    INSERT INTO chat_handle_join VALUES (1, 1), (1, 4), (2, 2), (2, 3), (3, 2);
                    """)
        }
    }

    /// A moment as this version writes it.
    func time(_ second: Int) -> Int {
        generation == .early ? Self.start + second : (Self.start + second) * 1_000_000_000
    }

    /// Adds a message; the names are those of columns.
    func add(_ number: Int, chat: Int?, _ values: [String: (any DatabaseValueConvertible)?]) throws {
        var values = values
        values["ROWID"] = number
        values["guid"] = values["guid"] ?? "G\(number)"
        values["date"] = values["date"] ?? time(number)
        let names = values.keys.sorted()
        let places = names.map { _ in "?" }.joined(separator: ", ")
        try queue.inDatabase { database in
            try database.execute(
                sql: "INSERT INTO message (\(names.joined(separator: ", "))) VALUES (\(places))",
                arguments: StatementArguments(names.map { values[$0] ?? nil }))
            if let chat { try database.execute(sql: "INSERT INTO chat_message_join VALUES (\(chat), \(number))") }
        }
    }

    /// Adds a file to a message.
    func addFile(to message: Int, path: String?, type: String? = "image/png", name: String? = nil) throws {
        try queue.inDatabase { database in
            try database.execute(
                sql: "INSERT INTO attachment (filename, mime_type, transfer_name) VALUES (?, ?, ?)",
                arguments: [path, type, name])
            try database.execute(
                sql: "INSERT INTO message_attachment_join VALUES (?, ?)",
                arguments: [message, database.lastInsertedRowID])
        }
    }

    /// Runs a statement.
    func run(_ statement: String) throws { try queue.inDatabase { try $0.execute(sql: statement) } }
}

/// Writes attributed strings as NSArchiver does.
enum TypedStreamBytes {
    static func archive(_ text: String, isMutable: Bool = false) -> [UInt8] {
        func new(_ name: String, _ version: UInt8) -> [UInt8] {
            [0x84, 0x84, UInt8(name.utf8.count)] + Array(name.utf8) + [version]
        }
        var bytes: [UInt8] = [0x04, 0x0B] + Array("streamtyped".utf8) + [0x81, 0xE8, 0x03, 0x84, 0x01, 0x40, 0x84]
        if isMutable { bytes += new("NSMutableAttributedString", 0) }
        bytes += new("NSAttributedString", 0) + new("NSObject", 0) + [0x85, 0x92, 0x84]
        bytes += isMutable ? new("NSMutableString", 1) + new("NSString", 1) + [0x95] : new("NSString", 1) + [0x94]
        bytes += [0x84, 0x01, 0x2B] + count(text.utf8.count) + Array(text.utf8) + [0x86, 0x84, 0x02, 0x69, 0x49, 0x01]
        return bytes + count(text.utf16.count) + [0x92, 0x84] + new("NSDictionary", 0) + [
            0x94, 0x84, 1, 0x69, 0, 0x86, 0x86,
        ]
    }

    private static func count(_ number: Int) -> [UInt8] {
        func low(_ width: Int) -> [UInt8] { (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        return number < 0x80 ? low(1) : number < 0x8000 ? [0x81] + low(2) : [0x82] + low(4)
    }
}
