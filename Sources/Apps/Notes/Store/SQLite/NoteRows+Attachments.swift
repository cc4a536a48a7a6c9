// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Foundation
import GRDB
import Systems

/// What belongs to notes.
extension NoteRows {
    func attach(_ draft: AttachmentDraft, to id: Int) throws -> Attachment? {
        guard let note = try find(id) else { return nil }
        return try attach(draft, to: note)
    }

    func attach(_ draft: AttachmentDraft, to note: Note) throws -> Attachment? {
        guard note.isProtected == (draft.sealed != nil),
            let number = try attachments(of: note.id).number(for: draft)
        else { return nil }
        try database.cachedStatement(
            sql: "INSERT INTO note_attachment (note, number, name, type, blob, sealed) VALUES (?, ?, ?, ?, ?, ?)"
        ).execute(
            arguments: [
                key(note.id), number, draft.name, draft.type, try keep(draft), draft.sealed.map { Data($0) },
            ])
        return Attachment(number: number, draft)
    }

    func replace(_ attachment: Attachment, of id: Int, with draft: AttachmentDraft) throws -> Attachment? {
        guard let note = try find(id), !note.isProtected || draft.sealed != nil,
            try attachments(of: id).contains(attachment)
        else { return nil }
        try database.cachedStatement(
            sql: "UPDATE note_attachment SET name = ?, type = ?, blob = ?, sealed = ? WHERE note = ? AND number = ?"
        ).execute(
            arguments: [
                draft.name, draft.type, try keep(draft), draft.sealed.map { Data($0) }, key(id), attachment.number,
            ])
        try dropUnused(attachment.digest)
        return Attachment(number: attachment.number, draft)
    }

    func detach(_ number: Int, from id: Int) throws -> Bool {
        guard let attachment = try attachments(of: id).first(where: { $0.number == number }) else { return false }
        try drop(attachment, of: id)
        return true
    }

    func drop(_ attachment: Attachment, of id: Int) throws {
        try database.cachedStatement(sql: "DELETE FROM note_attachment WHERE note = ? AND number = ?")
            .execute(arguments: [key(id), attachment.number])
        try dropUnused(attachment.digest)
    }

    func attachments(of id: Int) throws -> [Attachment] { try attachments(of: id...id)[id] ?? [] }

    func attachments(of ids: ClosedRange<Int>) throws -> [Int: [Attachment]] {
        let keys = RowKey.range(owner: owner.rawValue)
        let select = try database.cachedStatement(
            sql: """
                SELECT note, number, name, type, size, digest, sealed FROM note_attachment
                JOIN note_blob ON note_blob.id = blob WHERE note BETWEEN ? AND ? ORDER BY note, number
                """)
        let last = ids.upperBound == .max ? keys.upperBound : key(ids.upperBound)
        let rows = try Row.fetchCursor(select, arguments: [key(max(0, ids.lowerBound)), last])
        var found: [Int: [Attachment]] = [:]
        while let row = try rows.next() {
            found[RowKey(rawValue: row.number(0)).number, default: []].append(
                Attachment(
                    number: row.count(1), name: row.text(2), type: row.text(3), size: row.count(4),
                    digest: Digest(bytes: row.bytes(5)), sealed: row.optionalBytes(6)))
        }
        return found
    }

    func bytes(of digest: Digest) throws -> [UInt8]? {
        let select = try database.cachedStatement(sql: "SELECT bytes FROM note_blob WHERE owner = ? AND digest = ?")
        return try Data.fetchOne(select, arguments: [owner.rawValue, Data(digest.bytes)]).map(Array.init)
    }

    /// The row of the draft’s bytes, which may be there already.
    private func keep(_ draft: AttachmentDraft) throws -> Int64 {
        let digest = Data(draft.digest.bytes)
        let select = try database.cachedStatement(sql: "SELECT id FROM note_blob WHERE owner = ? AND digest = ?")
        if let row = try Int64.fetchOne(select, arguments: [owner.rawValue, digest]) { return row }
        try database.cachedStatement(sql: "INSERT INTO note_blob (owner, digest, size, bytes) VALUES (?, ?, ?, ?)")
            .execute(arguments: [owner.rawValue, digest, draft.bytes.count, Data(draft.bytes)])
        return database.lastInsertedRowID
    }

    private func dropUnused(_ digest: Digest) throws {
        try database.cachedStatement(
            sql: """
                DELETE FROM note_blob WHERE owner = ? AND digest = ?
                    AND NOT EXISTS (SELECT 1 FROM note_attachment WHERE blob = note_blob.id)
                """
        ).execute(arguments: [owner.rawValue, Data(digest.bytes)])
    }
}
