// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
import NotesDomain
import Session
import Systems
import Stores

/// What belongs to notes.
extension NoteRows {
    func put(_ attachment: Attachment, bytes: [UInt8], of id: Int) throws {
        log?.add(.note(id, .changed(.attachments)))
        let old = try blob(of: attachment.number, of: id)
        try database.cachedStatement(
            sql: """
                REPLACE INTO note_attachment (note, number, name, type, blob, sealed, place)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [
                key(id), attachment.number, attachment.name, attachment.type, try keep(attachment.digest, bytes),
                attachment.sealed.map { Data($0) }, attachment.place,
            ])
        if let old { try dropUnused(old) }
    }

    func delete(_ attachment: Attachment, of id: Int) throws {
        log?.add(.note(id, .changed(.attachments)))
        let blob = try blob(of: attachment.number, of: id)
        try database.cachedStatement(sql: "DELETE FROM note_attachment WHERE note = ? AND number = ?")
            .execute(arguments: [key(id), attachment.number])
        if let blob { try dropUnused(blob) }
    }

    func attachments(of ids: ClosedRange<Int>) throws -> [Int: [Attachment]] {
        try willReadAttachments?(ids)
        let keys = RowKey.range(owner: owner.rawValue)
        let select = try database.cachedStatement(
            sql: """
                SELECT note, number, name, type, size, digest, sealed, place FROM note_attachment
                JOIN note_blob ON note_blob.id = blob WHERE note BETWEEN ? AND ? ORDER BY note, number
                """)
        let last = ids.upperBound == .max ? keys.upperBound : key(ids.upperBound)
        let rows = try Row.fetchCursor(select, arguments: [key(max(0, ids.lowerBound)), last])
        var found: [Int: [Attachment]] = [:]
        while let row = try rows.next() {
            found[RowKey(rawValue: row.number(0)).number, default: []].append(
                Attachment(
                    number: row.count(1), name: row.text(2), type: row.text(3), size: row.count(4),
                    digest: Digest(bytes: row.bytes(5)), sealed: row.optionalBytes(6), place: row.optionalText(7)))
        }
        return found
    }

    func bytes(of digest: Digest) throws -> [UInt8]? {
        let select = try database.cachedStatement(sql: "SELECT bytes FROM note_blob WHERE owner = ? AND digest = ?")
        return try Data.fetchOne(select, arguments: [owner.rawValue, Data(digest.bytes)]).map(Array.init)
    }

    /// The row of bytes, which may be there already.
    private func keep(_ digest: Digest, _ bytes: [UInt8]) throws -> Int64 {
        let digest = Data(digest.bytes)
        let select = try database.cachedStatement(sql: "SELECT id FROM note_blob WHERE owner = ? AND digest = ?")
        if let row = try Int64.fetchOne(select, arguments: [owner.rawValue, digest]) { return row }
        try database.cachedStatement(sql: "INSERT INTO note_blob (owner, digest, size, bytes) VALUES (?, ?, ?, ?)")
            .execute(arguments: [owner.rawValue, digest, bytes.count, Data(bytes)])
        return database.lastInsertedRowID
    }

    /// The row of an attachment’s bytes.
    private func blob(of number: Int, of id: Int) throws -> Int64? {
        let select = try database.cachedStatement(
            sql: "SELECT blob FROM note_attachment WHERE note = ? AND number = ?")
        return try Int64.fetchOne(select, arguments: [key(id), number])
    }

    private func dropUnused(_ blob: Int64) throws {
        try database.cachedStatement(
            sql: """
                DELETE FROM note_blob WHERE id = ?
                    AND NOT EXISTS (SELECT 1 FROM note_attachment WHERE blob = note_blob.id)
                """
        ).execute(arguments: [blob])
    }
}
