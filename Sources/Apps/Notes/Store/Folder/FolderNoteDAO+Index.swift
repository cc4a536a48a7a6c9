// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Session
import Systems

/// What the index answers, and what it alone keeps.
extension FolderNoteDAO {
    package func find(_ id: Int, owner: UserID) async throws -> Note? { try await index().find(id, owner: owner) }

    package func find(titled title: String, owner: UserID) async throws -> Note? {
        try await index().find(titled: title, owner: owner)
    }

    package func find(named name: String, owner: UserID) async throws -> Note? {
        guard owner == self.owner else { return nil }
        let index = try await index()
        guard let id = try await opened().note(named: name) else { return nil }
        return try index.find(id, owner: owner)
    }

    package func count(_ query: NoteQuery, owner: UserID) async throws -> Int {
        try await index().count(query, owner: owner)
    }

    package func find(_ query: NoteQuery, owner: UserID) async throws -> [Note] {
        try await index().find(query, owner: owner)
    }

    package func titles(_ query: TitleQuery, limit: Int, owner: UserID) async throws -> [NoteTitle] {
        try await index().titles(query, limit: limit, owner: owner)
    }

    package func page(after id: Int, limit: Int, owner: UserID) async throws -> [Note] {
        try await index().page(after: id, limit: limit, owner: owner)
    }

    package func versions(of id: Int, owner: UserID) async throws -> [NoteVersion] {
        try await index().versions(of: id, owner: owner)
    }

    package func counts(owner: UserID) async throws -> NoteCounts { try await index().counts(owner: owner) }

    package func labels(_ kind: NoteLabel.Kind, owner: UserID) async throws -> [NoteLabel] {
        try await index().labels(kind, owner: owner)
    }

    package func skippedFiles(owner: UserID) async throws -> [SkippedFile] {
        guard owner == self.owner else { return [] }
        _ = try await index()
        return try await opened().skipped()
    }

    package func attach(_ draft: AttachmentDraft, to id: Int, owner: UserID) async throws -> Attachment? {
        try await change(owner) { rows, _ in
            let attachment = try rows.attach(draft, to: id)
            return (attachment, attachment == nil ? [] : [id])
        }
    }

    package func replace(_ attachment: Attachment, of id: Int, with draft: AttachmentDraft, owner: UserID) async throws
        -> Attachment?
    {
        let replaced = try await change(owner) { rows, _ in
            let replaced = try rows.replace(attachment, of: id, with: draft)
            return (replaced, replaced == nil ? [] : [id])
        }
        if replaced?.sealed != nil { try await opened().index.emptyLog() }
        return replaced
    }

    package func detach(_ number: Int, from id: Int, owner: UserID) async throws -> Bool {
        let isDetached = try await change(owner) { rows, _ in
            let isDetached = try rows.detach(number, from: id)
            return (isDetached, isDetached ? [id] : [])
        }
        if isDetached { try await opened().index.emptyLog() }
        return isDetached
    }

    package func attachments(of ids: ClosedRange<Int>, owner: UserID) async throws -> [Int: [Attachment]] {
        let index = try await index()
        if owner == self.owner { try await opened().absorbAttachments(of: ids) }
        return try index.attachments(of: ids, owner: owner)
    }

    package func places(of id: Int, owner: UserID) async throws -> [Int: String] {
        guard owner == self.owner else { return [:] }
        // What cannot be taken in now is told of by the next command.
        _ = try? await attachments(of: id, owner: owner)
        return try await opened().places(of: id)
    }

    package func bytes(of digest: Digest, owner: UserID) async throws -> [UInt8]? {
        try await index().bytes(of: digest, owner: owner)
    }

    package func key(owner: UserID) async throws -> WrappedKey? { try await index().key(owner: owner) }

    package func keepKey(_ key: WrappedKey, replacing old: WrappedKey?, owner: UserID) async throws -> Bool {
        try await index().keepKey(key, replacing: old, owner: owner)
    }

    package func keepUnfinished(_ content: String, as id: Int?, at time: Timestamp, owner: UserID) async throws -> Int {
        try await index().keepUnfinished(content, as: id, at: time, owner: owner)
    }

    package func dropUnfinished(_ id: Int, owner: UserID) async throws {
        try await index().dropUnfinished(id, owner: owner)
    }

    package func unfinished(owner: UserID) async throws -> [UnfinishedNote] {
        try await index().unfinished(owner: owner)
    }

    package func saveQuery(_ query: String?, as name: String, owner: UserID) async throws -> Bool {
        try await index().saveQuery(query, as: name, owner: owner)
    }

    package func savedQueries(owner: UserID) async throws -> [SavedQuery] {
        try await index().savedQueries(owner: owner)
    }

    /// The index, once it knows what the files say now.
    func index() async throws -> SQLiteNoteDAO {
        let folder = try await opened()
        try await folder.absorb()
        return folder.notes
    }
}
