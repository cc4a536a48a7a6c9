// SPDX-License-Identifier: GPL-3.0-or-later

package import NotesDomain
package import Session

/// Changes of one step each; what they do is said where their rules are.
extension NoteDAO {
    /// Keeps notes; see `NoteTransaction.add(_:)`.
    ///
    /// - Parameter unfinished: The unfinished text that they are made of, which is forgotten with it.
    package func create(_ drafts: [NoteDraft], finishing unfinished: Int? = nil, owner: UserID) async throws -> [Note] {
        try await write(owner) { notes in
            if let unfinished { try notes.dropUnfinished(unfinished) }
            return try notes.add(drafts)
        }
    }

    /// Keeps the notes of a user who never had one; does nothing, and returns false, for anybody else.
    package func createFirst(_ drafts: [NoteDraft], owner: UserID) async throws -> Bool {
        // Looked at first without the write lock: all but the first call of a user end here.
        guard try await read(owner, { try $0.counts() }) == nil else { return false }
        return try await write(owner) { notes in
            guard try notes.counts() == nil else { return false }
            _ = try notes.add(drafts)
            return true
        }
    }

    /// Keeps notes that come from elsewhere; see `NoteTransaction.take(_:)`.
    package func take(_ drafts: [NoteDraft], owner: UserID) async throws -> [TakenNote] {
        try await write(owner) { try $0.take(drafts).taken }
    }

    /// Puts texts right; see `NoteTransaction.amend(_:)`.
    package func amend(_ texts: [Amendment], owner: UserID) async throws {
        try await write(owner) { try $0.amend(texts) }
    }

    /// Changes a note’s text; see `NoteTransaction.modify(_:content:sealed:renames:at:)`.
    ///
    /// - Parameter unfinished: The unfinished text that it is now, which is forgotten with it.
    package func modify(
        _ id: Int, content: String, sealed: [UInt8]? = nil, renames: Bool = false, finishing unfinished: Int? = nil,
        at time: Timestamp, owner: UserID
    ) async throws -> ModifiedNote? {
        try await write(owner) { notes in
            let modified = try notes.modify(id, content: content, sealed: sealed, renames: renames, at: time)
            if modified != nil, let unfinished { try notes.dropUnfinished(unfinished) }
            return modified
        }
    }

    /// Gives a note that has a name of its own another one; see `NoteTransaction.rename(_:to:at:)`.
    package func rename(_ id: Int, to title: String, at time: Timestamp, owner: UserID) async throws -> ModifiedNote? {
        try await write(owner) { try $0.rename(id, to: title, at: time) }
    }

    /// Seals or opens all versions; see `NoteTransaction.rewrite(_:_:)`.
    package func rewrite(_ id: Int, _ texts: [NoteVersion], owner: UserID) async throws -> Note? {
        try await write(owner) { try $0.rewrite(id, texts) }
    }

    /// Keeps the owner’s key; false when the one that it replaces is no longer there.
    package func keepKey(_ key: WrappedKey, replacing old: WrappedKey?, owner: UserID) async throws -> Bool {
        try await write(owner) { try $0.keepKey(key, replacing: old) }
    }

    /// Changes what is kept beside a note’s text; nil when there is no such note.
    package func mark(_ id: Int, _ change: MarkChange, owner: UserID) async throws -> Note? {
        try await write(owner) { try $0.mark(id, change) }
    }

    /// Moves a note to the trash at a time, or back with nil; nil when there is no such note.
    package func trash(_ id: Int, at time: Timestamp?, owner: UserID) async throws -> Note? {
        try await write(owner) { try $0.trash(id, at: time) }
    }

    /// Removes a note, its versions and its attachments for good; false when there is no such note.
    package func remove(_ id: Int, owner: UserID) async throws -> Bool { try await write(owner) { try $0.remove(id) } }

    /// Attaches bytes to a note; see `NoteTransaction.attach(_:to:)`.
    package func attach(_ draft: AttachmentDraft, to id: Int, owner: UserID) async throws -> Attachment? {
        try await write(owner) { try $0.attach(draft, to: id) }
    }

    /// Seals or opens an attachment; see `NoteTransaction.replace(_:of:with:)`.
    package func replace(
        _ attachment: Attachment, of id: Int, with draft: AttachmentDraft, owner: UserID
    ) async throws -> Attachment? {
        try await write(owner) { try $0.replace(attachment, of: id, with: draft) }
    }

    /// Takes an attachment from a note, and removes bytes that no other has; false when it is not there.
    package func detach(_ number: Int, from id: Int, owner: UserID) async throws -> Bool {
        try await write(owner) { try $0.detach(number, from: id) }
    }

    /// Keeps what is being written, as a new unfinished text or in place of one; returns its number.
    package func keepUnfinished(_ content: String, as id: Int?, at time: Timestamp, owner: UserID) async throws -> Int {
        try await write(owner) { try $0.keepUnfinished(content, as: id, at: time) }
    }

    /// Forgets an unfinished text.
    package func dropUnfinished(_ id: Int, owner: UserID) async throws {
        try await write(owner) { try $0.dropUnfinished(id) }
    }

    /// Keeps a query under a name; see `NoteTransaction.saveQuery(_:as:)`.
    package func saveQuery(_ query: String?, as name: String, owner: UserID) async throws -> Bool {
        try await write(owner) { try $0.saveQuery(query, as: name) }
    }

    /// How many notes are removed in one transaction: others wait for no more than these.
    private static var step: Int { 200 }

    /// Removes everything that an owner has, some hundred notes at a time, so that others may write between.
    ///
    /// What was removed stays so when the rest is interrupted.
    ///
    /// - Parameter onProgress: Hears how many notes are gone.
    func removeAll(of owner: UserID, onProgress: @MainActor (Int) -> Void) async throws {
        var count = 0
        while case let removed = try await removeSome(of: owner), removed > 0 {
            count += removed
            await onProgress(count)
        }
        try await write(owner) { notes in
            try notes.deleteRest()
            try notes.erase(0)
        }
    }

    private func removeSome(of owner: UserID) async throws -> Int {
        try await write(owner) { notes in
            let some = try notes.notes(.above(0), limit: Self.step)
            try notes.removeAll(some)
            return some.count
        }
    }
}
