// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Foundation
import GRDB
import Systems

/// Texts that were sealed, and the key that opens them.
extension NoteRows {
    func rewrite(_ id: Int, _ texts: [NoteVersion]) throws -> Note? {
        guard let old = try find(id), let present = texts.first,
            try versions(of: id).map(\.number) == texts.map(\.number),
            try present.sealed == nil || attachments(of: id).allSatisfy({ $0.sealed != nil })
        else { return nil }
        var new = old
        new.content = present.content
        new.sealed = present.sealed
        try replace(old, with: new)
        let update = try database.cachedStatement(
            sql: "UPDATE note_version SET content = ?, sealed = ? WHERE note = ? AND number = ?")
        for text in texts.dropFirst() {
            try update.execute(arguments: [text.content, text.sealed.map { Data($0) }, key(id), text.number])
        }
        // A fingerprint of the text, with which a short one could be guessed.
        try database.cachedStatement(sql: "UPDATE note SET origin = NULL WHERE id = ?").execute(arguments: [key(id)])
        try eraseRemovedWords()
        return new
    }

    /// Lets nothing be left in the index of texts that are gone.
    func eraseRemovedWords() throws { try database.eraseRemovedWords(in: "note_text") }

    func key() throws -> WrappedKey? {
        let select = try database.cachedStatement(
            sql: "SELECT salt, passes, memory, sealed FROM note_key WHERE owner = ?")
        return try Row.fetchOne(select, arguments: [owner.rawValue]).map {
            WrappedKey(
                salt: $0.bytes(0), passes: $0.count(1), memory: $0.count(2), sealed: $0.bytes(3))
        }
    }

    func keepKey(_ key: WrappedKey, replacing old: WrappedKey?) throws -> Bool {
        guard try self.key() == old else { return false }
        try database.cachedStatement(
            sql: "REPLACE INTO note_key (owner, salt, passes, memory, sealed) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [owner.rawValue, Data(key.salt), key.passes, key.memory, Data(key.sealed)])
        return true
    }
}
