// SPDX-License-Identifier: GPL-3.0-or-later

import CAtriumExpat
import Foundation
import GRDBSQLite

/// A minimal store of messages: expat feeds SQLite and its full-text index, both through
/// their C interfaces.
///
/// It is the reference for Atrium’s import, and the file on which `sqlite3` runs the same queries as Atrium.
package final class ReferenceStore {
    private var database: OpaquePointer?
    private var insertion: OpaquePointer?
    private var indexing: OpaquePointer?
    private var number: Int64 = 0
    private var isRefused = false

    private static let schema = """
        PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
        CREATE TABLE sms(id INTEGER PRIMARY KEY, phone TEXT, date INTEGER, type INTEGER, is_read INTEGER, body TEXT);
        CREATE INDEX sms_by_date ON sms(phone, date);
        CREATE VIRTUAL TABLE sms_text USING fts5(body, content = '', columnsize = 0);
        BEGIN IMMEDIATE;
        """

    private init() {}

    /// Creates a store of the messages of a backup.
    ///
    /// - Returns: The cost to this process.
    /// - Throws: `BenchmarkFault.reference`.
    package static func make(at path: String, from backup: String) throws(BenchmarkFault) -> Cost {
        let (processor, start) = (Clock.processor.now, Clock.monotonic.now)
        try ReferenceStore().fill(path, from: backup)
        return Cost(processor: Clock.processor.now - processor, elapsed: Clock.monotonic.now - start)
    }

    private func fill(_ path: String, from backup: String) throws(BenchmarkFault) {
        defer {
            sqlite3_finalize(insertion)
            sqlite3_finalize(indexing)
            sqlite3_close(database)
        }
        guard sqlite3_open(path, &database) == SQLITE_OK else { throw refusal }
        try execute(Self.schema)
        insertion = try prepare("INSERT INTO sms VALUES(?, ?, ?, ?, ?, ?)")
        indexing = try prepare("INSERT INTO sms_text(rowid, body) VALUES(?, ?)")
        try parse(backup)
        guard !isRefused else { throw refusal }
        try execute("COMMIT")
    }

    private func parse(_ backup: String) throws(BenchmarkFault) {
        guard let parser = XML_ParserCreate(nil), let file = fopen(backup, "r") else {
            throw .reference(String(cString: strerror(errno)))
        }
        defer {
            XML_ParserFree(parser)
            fclose(file)
        }
        // expat calls back only from within `XML_Parse`.
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetStartElementHandler(parser) { data, name, attributes in
            guard let data, let name, let attributes, strcmp(name, "sms") == 0 else { return }
            Unmanaged<ReferenceStore>.fromOpaque(data).takeUnretainedValue().insert(attributes)
        }
        var bytes = [CChar](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&bytes, 1, bytes.count, file)
            guard XML_Parse(parser, bytes, Int32(count), count == 0 ? 1 : 0) == XML_STATUS_OK else {
                throw .reference(String(cString: XML_ErrorString(XML_GetErrorCode(parser))))
            }
            if count == 0 { return }
        }
    }

    private func insert(_ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>) {
        number += 1
        sqlite3_bind_int64(insertion, 1, number)
        sqlite3_bind_int64(indexing, 1, number)
        var pair = attributes
        while let name = pair[0], let value = pair[1] {
            // The texts live until the statement has run, which is before expat continues.
            switch name[0] {
            case CChar(UInt8(ascii: "a")): sqlite3_bind_text(insertion, 2, value, -1, nil)
            case CChar(UInt8(ascii: "d")) where name[4] == 0: sqlite3_bind_int64(insertion, 3, atoll(value))
            case CChar(UInt8(ascii: "t")) where name[1] == CChar(UInt8(ascii: "y")):
                sqlite3_bind_int(insertion, 4, atoi(value))
            case CChar(UInt8(ascii: "r")): sqlite3_bind_int(insertion, 5, atoi(value))
            case CChar(UInt8(ascii: "b")):
                sqlite3_bind_text(insertion, 6, value, -1, nil)
                sqlite3_bind_text(indexing, 2, value, -1, nil)
            default: break
            }
            pair += 2
        }
        for statement in [insertion, indexing] {
            if sqlite3_step(statement) != SQLITE_DONE { isRefused = true }
            sqlite3_reset(statement)
        }
    }

    private func prepare(_ sql: String) throws(BenchmarkFault) -> OpaquePointer? {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else { throw refusal }
        return statement
    }

    private func execute(_ sql: String) throws(BenchmarkFault) {
        guard sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else { throw refusal }
    }

    private var refusal: BenchmarkFault { .reference(String(cString: sqlite3_errmsg(database))) }
}
