// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
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
    let owner: UserID
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

    package func create(_ drafts: [NoteDraft], finishing unfinished: Int?, owner: UserID) async throws -> [Note] {
        try await change(owner) { rows, _ in
            if let unfinished { try rows.dropUnfinished(unfinished) }
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
            let content = renames ? try writer?.titled(id, content) ?? content : content
            guard
                let modified = try rows.modify(
                    id, content: content, sealed: sealed, renames: renames, at: time, file: file)
            else { return (nil, []) }
            if modified.replaced != modified.note.version { writer?.edited = id }
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

// MARK: - Opening and changing

extension FolderNoteDAO {
    /// The folder; opened again where another has taken its name, for instance another disk, or where its index is not
    /// in its place any more: then the files say all that there is.
    func opened() async throws -> OpenFolder {
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

    func change<Result: Sendable>(
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
