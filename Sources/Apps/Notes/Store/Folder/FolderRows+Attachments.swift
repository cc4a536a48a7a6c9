// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
import Session
import Stores
import Systems

/// The rows on files of attachments.
extension FolderRows {
    /// The files of notes with these numbers, with the numbers of their notes.
    func noteFiles(_ ids: ClosedRange<Int>) throws -> [(note: Int, path: String)] {
        let keys = RowKey.range(owner: owner.rawValue)
        let select = try database.cachedStatement(
            sql: "SELECT note, path FROM note_file WHERE note BETWEEN ? AND ? AND skipped IS NULL")
        let last = ids.upperBound == .max ? keys.upperBound : key(ids.upperBound)
        return try Row.fetchAll(select, arguments: [key(max(0, ids.lowerBound)), last]).map {
            (RowKey(rawValue: $0.number(0)).number, $0.text(1))
        }
    }

    /// The files of a note’s attachments.
    func attachmentFiles(of note: Int) throws -> [AttachmentFile] {
        let select = try database.cachedStatement(
            sql: """
                SELECT number, path, written, size, inode, seen, changed, digest FROM note_attachment_file
                WHERE note = ? ORDER BY number
                """)
        return try Row.fetchAll(select, arguments: [key(note)]).map {
            AttachmentFile(
                number: $0.count(0), path: $0.text(1),
                stamp: FileStamp(
                    written: $0.nanoseconds(2), size: $0.number(3), number: $0.number(4), changed: $0.nanoseconds(6)),
                seen: $0.nanoseconds(5), digest: $0.optionalBytes(7).map { Digest(bytes: $0) })
        }
    }

    /// Whether a file is known as an attachment’s, of whatever note.
    func isAttachmentFile(_ path: String) throws -> Bool {
        let select = try database.cachedStatement(
            sql: "SELECT 1 FROM note_attachment_file WHERE owner = ? AND path = ? LIMIT 1")
        return try Int.fetchOne(select, arguments: [owner.rawValue, path]) != nil
    }

    /// The names of the files that are taken for notes directly or deeper in a folder.
    func noteFiles(in folder: String) throws -> [String] {
        // “0” follows “/”.
        let select = try database.cachedStatement(
            sql: "SELECT path FROM note_file WHERE owner = ? AND path > ? AND path < ?")
        return try String.fetchAll(select, arguments: [owner.rawValue, folder + "/", folder + "0"])
    }

    func keep(_ file: AttachmentFile, of note: Int) throws {
        try database.cachedStatement(
            sql: """
                REPLACE INTO note_attachment_file
                    (note, number, owner, path, written, size, inode, seen, changed, digest)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [
                key(note), file.number, owner.rawValue, file.path, file.stamp.written, file.stamp.size,
                file.stamp.number, file.seen, file.stamp.changed, file.digest.map { Data($0.bytes) },
            ])
    }

    func forgetAttachmentFile(_ number: Int, of note: Int) throws {
        try database.cachedStatement(sql: "DELETE FROM note_attachment_file WHERE note = ? AND number = ?")
            .execute(arguments: [key(note), number])
    }
}
