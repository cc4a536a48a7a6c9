// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
import NotesDomain
import Session
import Stores
import Synchronization
import Systems

/// A folder of notes that is open: its files, its index, and what is known to have changed.
final class OpenFolder: Sendable {
    let files: FolderFiles
    let index: SQLiteSystem
    let notes: SQLiteNoteDAO
    let watch: FolderWatch
    private let otherFiles: OtherFiles
    /// What else there was when all of the folder was looked at.
    private let unread = Mutex((kinds: FileKinds(), unnamed: [String]()))
    private let owner: UserID
    private let clock: any WallClock
    private let timeZone: Zone
    private let isDurable: Bool
    private let git: GitUse
    private let describe: @Sendable (String, [UInt8]) -> AttachmentDraft
    /// The number of the index’s file in the file system; no other file has it while the index is open.
    private let indexNumber: Int64?

    static let indexName = FolderFiles.hidden + "/notes.sqlite"

    /// The index has lost its place, and with it what it alone holds: the folder has to be opened again.
    struct Displaced: Error {}

    /// Opens the folder and brings its index up to date.
    ///
    /// - Throws: `StoreFault`.
    init(
        _ path: String, owner: UserID, clock: any WallClock, timeZone: Zone, isDurable: Bool,
        git: GitUse = GitUse(),
        describe: @escaping @Sendable (String, [UInt8]) -> AttachmentDraft
    ) async throws {
        self.describe = describe
        self.isDurable = isDurable
        self.git = git
        self.owner = owner
        self.clock = clock
        self.timeZone = timeZone
        files = try FolderFiles(path)
        try files.checkWritable()
        try files.prepareHidden()
        index = try SQLiteSystem(path: "\(path)/\(Self.indexName)", isDurable: isDurable)
        indexNumber = files.stamp(Self.indexName)?.number
        notes = try SQLiteNoteDAO(index)
        try index.prepare(FolderSchema.current)
        watch = FolderWatch(path)
        otherFiles = OtherFiles(files, watch: watch)
        try await absorb(.any)
    }

    deinit { index.close() }

    /// Whether the folder and its index are still the ones of these names: whoever cleans up a folder may remove the
    /// index under a running shell, and what is written to it then is gone with the shell.
    var isInPlace: Bool {
        files.isInPlace && indexNumber != nil && files.stamp(Self.indexName)?.number == indexNumber
    }

    /// Takes in what other programs have changed since the last time.
    func absorb() async throws {
        // Git takes files away that it brings back in a moment.
        guard !git.isMerging else { return }
        let change = watch.take()
        if case .some(let paths) = change {
            // Mostly these are our own writes, which are no reason to wait for the write lock.
            guard !paths.isEmpty, try index.read({ try reader($0).isBehind(paths) }) else { return }
        }
        try await absorb(change)
    }

    private func absorb(_ change: FolderWatch.Change) async throws {
        let progress = LongWork.current?.progress
        do {
            let changes = try await index.write { [self] database in
                let log = NoteChangeLog()
                try absorb(change, in: database, log, progress)
                return log.changes
            }
            notes.post(changes)
        } catch {
            watch.putBack(change)
            throw error
        }
    }

    /// Takes back what processes have left half done that were killed, or whose disk failed.
    private func recover(_ database: Database) throws {
        let rows = FolderRows(database: database, owner: owner)
        for begun in FolderUndo.begun(in: files) {
            if try rows.isWhole(token: begun.token) { begun.finish(in: files) } else { begun.undo(in: files) }
        }
    }

    private func absorb(
        _ change: FolderWatch.Change, in database: Database, _ log: NoteChangeLog,
        _ progress: (@Sendable (Int, Int) -> Void)? = nil
    ) throws {
        try recover(database)
        switch change {
        case .some(let paths): try reader(database, log).absorb(paths)
        case .any:
            // Drafts are written under the write lock, which is held here.
            files.discardDrafts()
            try FolderRows(database: database, owner: owner).keepReader()
            var reader = reader(database, log)
            reader.progress = progress
            var others: [String] = []
            var unnamed: [String] = []
            let present = try files.scan({ watch.add($0) }, passing: { others.append($0) }, { unnamed.append($0) })
            try reader.absorb([], present: present)
            let found = (kinds: FileKinds(of: others), unnamed: unnamed.sorted())
            unread.withLock { $0 = found }
        }
    }

    /// Reads one state of the index, and of the files of attachments as far as they are asked for.
    func read<Result>(_ body: (any NoteReader) throws -> Result) async throws -> Result {
        do {
            return try index.read { database in
                var rows = rows(database)
                let attachments = attachments(database)
                rows.willReadAttachments = { ids in
                    if try !attachments.behind(ids).isEmpty { throw Behind(ids: ids) }
                }
                return try body(rows)
            }
        } catch let behind as Behind {
            try await absorbAttachments(of: behind.ids)
            // What has changed since then the next one reads.
            return try index.read { try body(rows($0)) }
        }
    }

    /// The index does not know what other programs have done to the files of attachments.
    private struct Behind: Error {
        /// The numbers of the notes.
        let ids: ClosedRange<Int>
    }

    /// Changes notes, and has their files say so, as one transaction.
    ///
    /// No file is touched unless the index, which has the only copy of what goes, is in its place.
    ///
    /// - Throws: `Displaced`, `StoreFault`, and what `body` throws.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any NoteTransaction) throws -> Result
    ) async throws -> Result {
        let (result, changes, erases) = try await transaction(body)
        notes.post(changes)
        // The log still has the pages as they were.
        if erases { try await index.emptyLog() }
        return result
    }

    private func transaction<Result: Sendable>(
        _ body: @escaping @Sendable (any NoteTransaction) throws -> Result
    ) async throws -> (result: Result, changes: Changes<NoteChange>, erases: Bool) {
        var tries = 0
        let command = git.isOn ? RunningCommand.name : nil
        if command != nil { git.expect() }
        while true {
            let change = watch.take()
            let done = Mutex<FolderUndo?>(nil)
            do {
                let written = try await index.write { [self] database in
                    let absorbed = NoteChangeLog()
                    // First what is there: a text written here comes after one that was written outside before.
                    if case .some(let paths) = change, paths.isEmpty {
                        try recover(database)
                    } else {
                        try absorb(change, in: database, absorbed)
                    }
                    let log = NoteChangeLog()
                    let writer = FolderWriter(attachments: attachments(database), timeZone: timeZone, log: log)
                    var rows = rows(database)
                    rows.log = log
                    rows.fileChanges = writer
                    let result = try body(rows)
                    writer.durability = !isDurable ? .none : log.notes.count > 16 ? .together : .each
                    for id in log.notes { try writer.write(id, by: command) }
                    guard isInPlace else { throw Displaced() }
                    let undo = try writer.finish()
                    try FolderRows(database: database, owner: owner).keep(writer.uncommitted)
                    done.withLock { $0 = undo }
                    return (result, absorbed.changes.union(log.changes), log.erases)
                }
                done.withLock { $0 }?.finish(in: files)
                return written
            } catch is FolderWriter.Overtaken where tries < 5 {
                // Which file it was the next look says.
                watch.putBack(.any)
                tries += 1
            } catch is FolderWriter.Overtaken {
                watch.putBack(.any)
                throw StoreFault.busy(path: files.path)
            } catch {
                watch.putBack(change)
                // The files are whole and the index is not: it could not be committed.
                if let undo = done.withLock({ $0 }) { await takeBack(undo) }
                // Without its folder the index cannot even write drafts.
                throw isInPlace ? error : Displaced()
            }
        }
    }

    /// Takes a change back whose commit failed.
    ///
    /// Such a commit may stand in the index’s log all the same, and hold at the next start. Another one takes its place;
    /// where that fails too, the journal stays, and the next start finds out which of the two it is.
    private func takeBack(_ undo: FolderUndo) async {
        let isReplaced: Void? = try? await index.write { [owner] database in
            try FolderRows(database: database, owner: owner).keep(token: UUID().uuidString)
        }
        if isReplaced != nil { undo.undo(in: files) }
    }

    /// Takes in what other programs have done to the files of attachments.
    ///
    /// - Parameter ids: The numbers of the notes.
    private func absorbAttachments(of ids: ClosedRange<Int>) async throws {
        let changes = try await index.write { [self] database in
            let log = NoteChangeLog()
            let attachments = attachments(database, log)
            for id in try attachments.behind(ids) {
                guard let file = try attachments.folder.file(of: id), file.skipped == nil else { continue }
                try attachments.absorb(id, file.path)
            }
            return log.changes
        }
        notes.post(changes)
    }

    /// What git does not have yet, and the number of the last; of notes that are protected by now without their names.
    func uncommitted() throws -> (files: [UncommittedFile], last: Int64) {
        try index.read { database in
            var (files, last) = try FolderRows(database: database, owner: owner).uncommitted()
            let rows = NoteRows(database, owner: owner)
            for id in Set(files.map(\.note)) where try rows.note(id)?.isProtected ?? false {
                for index in files.indices where files[index].note == id {
                    (files[index].name, files[index].old) = ("", "")
                }
            }
            return (files, last)
        }
    }

    /// Git has it, up to this number.
    func forgetUncommitted(upTo last: Int64) async throws {
        try await index.write { [owner] in
            try FolderRows(database: $0, owner: owner).forgetUncommitted(upTo: last)
        }
    }

    private func rows(_ database: Database) -> NoteRows {
        var rows = NoteRows(database, owner: owner)
        let (unread, unnamed) = unread.withLock { $0 }
        rows.files = FolderNoteFiles(
            attachments: attachments(database), otherFiles: otherFiles, unread: unread, unnamed: unnamed)
        return rows
    }

    private func attachments(_ database: Database, _ log: NoteChangeLog? = nil) -> FolderAttachments {
        FolderAttachments(
            rows: NoteRows(database, owner: owner, log: log), files: files,
            folder: FolderRows(database: database, owner: owner), describe: describe)
    }

    private func reader(_ database: Database, _ log: NoteChangeLog? = nil) -> FolderReader {
        FolderReader(
            rows: NoteRows(database, owner: owner, log: log), files: files,
            folder: FolderRows(database: database, owner: owner), clock: clock, timeZone: timeZone)
    }
}
