import Foundation
import Session
import Synchronization
import Systems

/// One user’s notes as Markdown files in a folder, which other programs may change at any time.
///
/// The files are the truth of what a note says; an index beside them answers all questions, and has what files cannot
/// say: numbers, versions, the trash, unfinished texts, and the protected notes, which have no file. Notebooks are the
/// folders within. Attachments lie beside their notes, as files in `attachments/NAME`; the index has a copy, from which
/// they come back with a note from the trash. A change made outside is seen by the next operation; the text before
/// stays as a version, and a note whose file is gone goes to the trash.
///
/// The folder is opened by the first operation. Notes of another user than the one it was opened for have no files.
package final class FolderNoteDAO: NoteDAO {
    private let path: String
    private let owner: UserID
    private let clock: any WallClock
    private let timeZone: TimeZone
    private let isDurable: Bool
    private let describe: @Sendable (String, [UInt8]) -> AttachmentDraft
    private let opening = Mutex<Task<OpenFolder, any Error>?>(nil)
    private let feed = ChangeFeed()
    private let watching = Mutex<[Task<Void, Never>]>([])

    /// - Parameters:
    ///   - path: The folder.
    ///   - timeZone: What dates in files mean that do not say it.
    ///   - isDurable: Whether a change waits for the disk; false only where nobody wants it back after a power cut.
    ///   - describe: Makes an attachment of the name and the bytes of a file that another program has put there.
    package init(
        _ path: String, owner: UserID, clock: any WallClock, timeZone: TimeZone, isDurable: Bool = true,
        describe: @escaping @Sendable (String, [UInt8]) -> AttachmentDraft
    ) {
        self.describe = describe
        self.isDurable = isDurable
        self.path = path
        self.owner = owner
        self.clock = clock
        self.timeZone = timeZone
    }

    deinit { for task in watching.withLock({ $0 }) { task.cancel() } }

    package func create(_ drafts: [NoteDraft], owner: UserID) async throws -> [Note] {
        try await change(owner) { rows, _ in
            let notes = try rows.add(drafts)
            return (notes, notes.map(\.id))
        }
    }

    package func take(_ drafts: [NoteDraft], owner: UserID) async throws -> [TakenNote] {
        try await change(owner) { rows, _ in
            let (taken, new) = try rows.take(drafts)
            return (taken, new.map(\.id))
        }
    }

    package func amend(_ texts: [Amendment], owner: UserID) async throws {
        try await change(owner) { rows, _ in ((), try rows.amend(texts)) }
    }

    package func createFirst(_ drafts: [NoteDraft], owner: UserID) async throws -> Bool {
        try await change(owner) { rows, _ in
            guard try !rows.hasHadNotes else { return (false, []) }
            return (true, try rows.add(drafts).map(\.id))
        }
    }

    package func modify(
        _ id: Int, content: String, sealed: [UInt8]?, renames: Bool, at time: Timestamp, owner: UserID
    ) async throws -> ModifiedNote? {
        try await change(owner) { rows, writer in
            let file = writer.map { (rename: $0.rename, folder: $0.folderName) }
            guard
                let modified = try rows.modify(
                    id, content: content, sealed: sealed, renames: renames, at: time, file: file)
            else { return (nil, []) }
            return (try writer?.naming(modified) ?? modified, [id] + modified.relinked)
        }
    }

    package func hasTitleApart(_ id: Int, owner: UserID) async throws -> Bool {
        guard owner == self.owner else { return false }
        _ = try await index()
        return try await opened().hasTitleApart(id)
    }

    package func rewrite(_ id: Int, _ texts: [NoteVersion], owner: UserID) async throws -> Note? {
        let note = try await change(owner) { rows, _ in
            let note = try rows.rewrite(id, texts)
            return (note, note == nil ? [] : [id])
        }
        // The log still has the pages as they were.
        if note?.isProtected == true { try await opened().index.emptyLog() }
        return note
    }

    package func mark(_ id: Int, _ change: MarkChange, owner: UserID) async throws -> Note? {
        try await self.change(id, owner) { $0.marks = $0.marks.changed(change) }
    }

    package func trash(_ id: Int, at time: Timestamp?, owner: UserID) async throws -> Note? {
        try await change(id, owner) { $0.trashedAt = time }
    }

    package func remove(_ id: Int, owner: UserID) async throws -> Bool {
        let isRemoved = try await change(owner) { rows, _ in
            guard let note = try rows.find(id) else { return (false, []) }
            try rows.remove(note)
            try rows.eraseRemovedWords()
            return (true, [id])
        }
        if isRemoved { try await opened().index.emptyLog() }
        return isRemoved
    }
}

// MARK: - What the index answers

extension FolderNoteDAO {
    package func find(_ id: Int, owner: UserID) async throws -> Note? { try await index().find(id, owner: owner) }

    package func find(titled title: String, owner: UserID) async throws -> Note? {
        try await index().find(titled: title, owner: owner)
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
        _ = try await attachments(of: id, owner: owner)
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
    private func index() async throws -> SQLiteNoteDAO {
        let folder = try await opened()
        try await folder.absorb()
        return folder.notes
    }
}

// MARK: - Opening and changing

extension FolderNoteDAO {
    /// The folder; opened again where another has taken its name, for instance another disk, or where its index is not
    /// in its place any more: then the files say all that there is.
    private func opened() async throws -> OpenFolder {
        let task = opening.withLock { opening in
            if let opening { return opening }
            let made = Task { [path, owner, clock, timeZone, isDurable, describe] in
                try await OpenFolder(
                    path, owner: owner, clock: clock, timeZone: timeZone, isDurable: isDurable, describe: describe)
            }
            opening = made
            return made
        }
        do {
            let folder = try await task.value
            if folder.isInPlace { return folder }
        } catch {
            forget(task)
            throw error
        }
        forget(task)
        let folder = try await opened()
        watchAgain()
        return folder
    }

    /// The next operation tries again.
    private func forget(_ task: Task<OpenFolder, any Error>) {
        opening.withLock { if $0 == task { $0 = nil } }
    }

    private func change<Result: Sendable>(
        _ owner: UserID, _ body: @escaping @Sendable (NoteRows, FolderWriter?) throws -> (result: Result, notes: [Int])
    ) async throws -> Result {
        var tries = 0
        while true {
            let folder = try await opened()
            guard owner == self.owner else {
                return try await folder.index.write { try body(NoteRows($0, owner: owner), nil).result }
            }
            do { return try await folder.change(body) } catch is OpenFolder.Displaced where tries < 5 {
                tries += 1
            } catch is OpenFolder.Displaced {
                throw SystemFault.busy(path: path)
            }
        }
    }

    private func change(_ id: Int, _ owner: UserID, _ body: @escaping @Sendable (inout Note) -> Void) async throws
        -> Note?
    {
        try await change(owner) { rows, _ in
            guard let old = try rows.find(id) else { return (nil, []) }
            var new = old
            body(&new)
            try rows.replace(old, with: new)
            return (new, [id])
        }
    }
}

// MARK: - Observing

extension FolderNoteDAO {
    package func changes() -> AsyncStream<Void> {
        let stream = feed.changes(of: ["note"])
        watching.withLock { tasks in
            if tasks.isEmpty { tasks = [Task { [weak self] in await self?.startWatching() }] }
        }
        return stream
    }

    /// Has observers hear of the folder that is open now.
    private func watchAgain() {
        watching.withLock { tasks in
            guard !tasks.isEmpty else { return }
            for task in tasks { task.cancel() }
            tasks = [Task { [weak self] in await self?.startWatching() }]
        }
        feed.post(nil)
    }

    private func startWatching() async {
        // A folder that cannot be opened now is told of by the next command.
        guard let folder = try? await opened() else { return watching.withLock { $0 = [] } }
        guard !Task.isCancelled else { return }
        let (touched, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        folder.watch.notify { continuation.yield() }
        let feed = feed
        let changed = folder.notes.changes()
        let tasks = [
            Task { for await _ in changed { feed.post(nil) } },
            Task { [weak folder] in
                for await _ in touched {
                    guard let folder else { return }
                    // What cannot be taken in now is told of by the next command.
                    try? await folder.absorb()
                    if folder.watch.takeIndexTouched() { try? await folder.index.noticeForeignChanges() }
                }
            },
        ]
        watching.withLock { $0 += tasks }
    }
}
