// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
import NotesDomain
import Session
import Systems

/// Versions of texts.
extension NoteRows {
    func replacedVersions(of id: Int) throws -> [NoteVersion] {
        let select = try database.cachedStatement(
            sql: "SELECT number, saved, content, sealed FROM note_version WHERE note = ? ORDER BY number DESC")
        return try Row.fetchAll(select, arguments: [key(id)]).map {
            NoteVersion(number: $0.count(0), savedAt: $0.time(1), content: $0.text(2), sealed: $0.optionalBytes(3))
        }
    }

    func put(_ version: NoteVersion, of id: Int) throws {
        try database.cachedStatement(
            sql: "REPLACE INTO note_version (note, number, saved, content, sealed) VALUES (?, ?, ?, ?, ?)"
        ).execute(
            arguments: [
                key(id), version.number, version.savedAt.milliseconds, version.content,
                version.sealed.map { Data($0) },
            ])
    }
}
