// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSession
import AtriumStores
import AtriumSystems
import Foundation
import GRDB
import NotesLogic
import NotesStore
import Synchronization

/// An open folder of notes: its files, its index, and its known changes.
final class OpenFolder: Sendable {
    let files: FolderFiles
    let index: SQLiteSystem
    let feed: ChangeFeed<NoteChange>
    let watch: FolderWatch
    private let otherFiles: OtherFiles
    /// The other files at the last look at the whole folder.
    private let unread = Mutex(FileKinds())
    /// The unseen files of that look, and the one-time news: the remains of interrupted changes.
    private let unseen = Mutex((found: [SkippedFile](), news: [SkippedFile]()))
    /// Whether notes whose files are gone go to the trash even if they are most of the folder’s.
    private let acceptsLoss: Bool
    private let owner: UserID
    private let clock: any WallClock
    private let timeZone: Zone
    private let isDurable: Bool
    private let git: GitUse
    private let describe: @Sendable (String, [UInt8]) -> AttachmentDraft
    /// The number of the index’s file in the file system; no other file has it while the index is open.
    private let indexNumber: Int64?
    /// The fault of a disk that takes no changes: the index is then a copy, and nothing is written; `nil` for most.
    let refusal: StoreFault?

    static let indexName = FolderFiles.hidden + "/notes.sqlite"

    /// The index has lost its place, and with it what it alone holds: the folder has to be opened again.
    struct IndexMoved: Error {}

    /// Opens the folder and brings its index up to date.
    ///
    /// - Parameters:
    ///   - takesAsIs: Whether the folder may be empty though it had notes, or have lost most of its files.
    ///   - mask: The permissions that new files lack.
    ///   - observer: Receives each call of the system on the folder.
    ///   - refusal: The fault of each change of a folder that is only read; `nil` if it may be changed.
    /// - Throws: `StoreFault`, `NotesFault.emptyFolder`, `NotesFault.filesGone`.
    init(
        _ path: String, owner: UserID, clock: any WallClock, timeZone: Zone, isDurable: Bool,
        takesAsIs: Bool = false, mask: UInt32 = 0o077, git: GitUse = GitUse(), observer: FolderTree.Observer? = nil,
        refusing refusal: StoreFault? = nil, describe: @escaping @Sendable (String, [UInt8]) -> AttachmentDraft
    ) async throws {
        acceptsLoss = takesAsIs
        self.describe = describe
        self.isDurable = isDurable
        self.git = git
        self.owner = owner
        self.clock = clock
        self.timeZone = timeZone
        self.refusal = refusal
        files = try FolderFiles(path, mask: mask, observer: observer)
        if refusal == nil { try files.checkWritable() }
        // A disk that is not mounted leaves an empty folder.
        guard try takesAsIs || files.isTaken(FolderFiles.hidden) || !files.scan().isEmpty else {
            throw NotesFault.emptyFolder(path: path)
        }
        let place = "\(path)/\(Self.indexName)"
        if refusal == nil {
            try files.prepareHidden()
            index = try SQLiteSystem(path: place, isDurable: isDurable)
            indexNumber = try files.stamp(Self.indexName)?.number
        } else {
            // Without an index that can be read the notes have other numbers.
            index = try (try? SQLiteSystem.temporary(copying: place)) ?? SQLiteSystem.temporary()
            indexNumber = nil
        }
        feed = index.feed(of: SystemNotes.name)
        try index.prepare(NoteSchema.current.sqlite)
        try index.prepare(FolderSchema.current)
        watch = FolderWatch(path)
        otherFiles = OtherFiles(files, watch: watch)
        try await absorb(.any)
    }

    deinit { index.close() }

    /// Whether the folder and its index are still the ones of these names: a cleanup of the folder may remove the
    /// index under a running shell, and anything written to it then is gone with the shell.
    ///
    /// If this is unknown at the moment, the folder stays open.
    var isInPlace: Bool {
        guard files.isInPlace else { return false }
        guard let indexNumber else { return refusal != nil }
        do { return try files.stamp(Self.indexName)?.number == indexNumber } catch { return true }
    }

    /// Takes in the changes of other programs since the last time.
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

    /// - Parameter saved: The texts that another program saved during a change, each with its path.
    private func absorb(_ change: FolderWatch.Change, saved: [(file: ReadFile, path: String)] = []) async throws {
        let progress = LongWork.current?.progress
        do {
            let (changes, left) = try await index.write { [self] database in
                let log = NoteChangeLog()
                let left = try absorb(change, in: database, log, progress)
                for (file, path) in saved { try reader(database, log).keepReplaced(file, at: path) }
                return (log.all.changes, left)
            }
            for left in left { left.removeLeft(in: files) }
            feed.post(changes)
        } catch {
            watch.putBack(change)
            throw error
        }
    }

    /// Undoes the incomplete changes of processes that were killed, or whose disk failed, and takes in other programs’
    /// data that is left aside.
    ///
    /// - Returns: The changes to remove once that is committed.
    private func recover(_ reader: FolderReader) throws -> [FolderUndo] {
        var news: [SkippedFile] = []
        let all = try refusal == nil ? FolderUndo.begun(in: files) : []
        guard !all.isEmpty else { return [] }
        for var begun in all where !begun.isOver {
            if try reader.folder.isWhole(token: begun.token) {
                try begun.lookForKept(in: files, reader.folder.isWhole)
                _ = begun.finish(in: files)
                news += begun.news(.finished)
            } else {
                let changed = try begun.undo(in: files)
                news +=
                    changed.isEmpty
                    ? begun.news(.takenBack) : changed.map { SkippedFile(path: $0, reason: .brokenOff) }
            }
        }
        var over = try FolderUndo.begun(in: files).filter(\.isOver)
        for index in over.indices {
            news += try over[index].keepLeft(in: files, reader.keep).map { SkippedFile(path: $0, reason: .overtaken) }
        }
        // Nothing is lost of a text whose lines are all in the note; another notice names a change that was broken off.
        news += try reader.kept.filter { kept in
            guard !news.contains(where: { $0.path == kept.path }) else { return false }
            guard let text = kept.content, let note = try reader.rows.note(kept.note) else { return true }
            return !LineMerge.has(note.content, gainOf: text, over: "")
        }.map(\.news)
        unseen.withLock { $0.news += news }
        return over
    }

    private func absorb(
        _ change: FolderWatch.Change, in database: Database, _ log: NoteChangeLog,
        _ progress: (@Sendable (Int, Int) -> Void)? = nil
    ) throws -> [FolderUndo] {
        let reader = reader(database, log)
        reader.acceptsLoss = acceptsLoss
        let left = try recover(reader)
        switch change {
        case .some(let paths): try reader.absorb(paths)
        case .any:
            // Drafts are written under the write lock, which is held here.
            if refusal == nil { files.discardDrafts() }
            try FolderRows(database: SQLDatabase(database), owner: owner).keepReader()
            reader.progress = progress
            var others: [String] = []
            var found: [SkippedFile] = []
            let present = try files.scan({ watch.add($0) }, passing: { others.append($0) }) {
                found.append(SkippedFile(path: $0, reason: .unnamed))
            } failing: {
                reader.unlisted.append($0)
                found.append(SkippedFile(path: $0 + "/", reason: .unreadable))
            }
            try reader.absorb([], present: present)
            unread.withLock { $0 = FileKinds(of: others) }
            unseen.withLock { $0.found = found.sorted { $0.path < $1.path } }
        }
        // They are looked at again each time, until they can be read.
        unseen.withLock { unseen in
            unseen.found.removeAll { $0.reason == .failing }
            unseen.found += reader.unread.map { SkippedFile(path: $0, reason: .failing) }
        }
        if !reader.unread.isEmpty { watch.putBack(.some(Set(reader.unread.map(ExactPath.init)))) }
        return left
    }

    /// Takes the one-time news.
    func takeNews() -> [SkippedFile] {
        unseen.withLock { unseen in
            defer { unseen.news = [] }
            return unseen.news
        }
    }

    /// Reads one state of the index, and of the requested files of attachments.
    func read<Result>(_ body: (any NoteReader) throws -> Result) async throws -> Result {
        do {
            return try index.read { database in
                var rows = rows(database)
                let attachments = attachments(database)
                rows.willReadAttachments = { ids in
                    if try !attachments.behind(ids).isEmpty { throw StaleAttachments(ids: ids) }
                }
                return try body(rows)
            }
        } catch let behind as StaleAttachments {
            try await absorbAttachments(of: behind.ids)
            // The next transaction reads later changes.
            return try index.read { try body(rows($0)) }
        }
    }

    /// The index does not know what other programs have done to the files of attachments.
    private struct StaleAttachments: Error {
        /// The numbers of the notes.
        let ids: ClosedRange<Int>
    }

    /// Changes notes and their files as one transaction.
    ///
    /// No file is touched unless the index, which has the only copy of removed data, is in its place.
    ///
    /// - Throws: `IndexMoved`, `StoreFault`, and the errors of `body`.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any NoteDAO) throws -> Result
    ) async throws -> Result {
        if let refusal { throw refusal }
        let (result, changes, erases, overtaken) = try await transaction(body)
        feed.post(changes)
        // The log still has the pages as they were.
        if erases { try await index.emptyLog() }
        if !overtaken.isEmpty { await putTogether(overtaken) }
        return result
    }

    /// Puts the texts that other programs saved during a change into the notes, as far as they change other lines; the
    /// others stay versions, and are reported to the user.
    private func putTogether(_ overtaken: [OvertakenText]) async {
        var left = overtaken
        if let done = try? await transaction({ notes in try overtaken.filter { try !$0.merge(into: notes) } }) {
            feed.post(done.changes)
            left = done.result + done.overtaken
        }
        unseen.withLock { $0.news += left.map(\.news) }
    }

    private func add(_ overtaken: FolderWriter.FileConflict, to attempts: inout ChangeAttempts) throws {
        try attempts.add(overtaken) { [files, timeZone] in
            FolderPage.saved($0, at: $1, graph: files.graph, in: timeZone)?.content
        } present: { id in
            try index.read { database -> ChangeAttempts.NotePage? in
                guard let note = try rows(database).note(id),
                    let file = try FolderRows(database: SQLDatabase(database), owner: owner).file(of: id)
                else { return nil }
                return (note.content, file.path)
            }
        }
    }

    private func transaction<Result: Sendable>(
        _ body: @escaping @Sendable (any NoteDAO) throws -> Result
    ) async throws -> (result: Result, changes: Changes<NoteChange>, erases: Bool, overtaken: [OvertakenText]) {
        var attempts = ChangeAttempts()
        let command = git.isOn ? Origin.current?.command : nil
        if command != nil { git.expect() }
        let progress = LongWork.current?.progress
        while true {
            // First the present state, in a transaction of its own: it stays whatever becomes of this one.
            try await absorbAll()
            let done = Mutex<FolderUndo?>(nil)
            do {
                let tried = attempts
                let insists = tried.count >= Self.patience
                let (written, earlier) = try await index.write { [self] database in
                    let before = NoteChangeLog()
                    let left = try recover(reader(database, before))
                    let log = NoteChangeLog()
                    let writer = FolderWriter(attachments: attachments(database), timeZone: timeZone, log: log)
                    writer.insists = insists
                    var rows = rows(database)
                    rows.log = log
                    rows.fileChanges = writer
                    rows.willReadAttachments = { try writer.attachments.absorb($0) }
                    let start = try tried.begin(rows)
                    let result = try body(rows)
                    let kept = try tried.end(rows, since: start)
                    writer.durability = !isDurable ? .none : log.notes.count > 16 ? .together : .each
                    let count = log.notes.count
                    if count > Self.many, let progress {
                        writer.progress = { progress(Int($0 * Double(count)), count) }
                    }
                    for (index, id) in log.notes.enumerated() {
                        try writer.write(id, by: command)
                        // Each file is written, and takes its place at the end.
                        writer.progress?(Double(index + 1) / Double(2 * count))
                    }
                    try rows.journalChanges(heads: writer.headsBefore)
                    guard isInPlace else { throw IndexMoved() }
                    let undo = try writer.finish()
                    done.withLock { $0 = undo }
                    try FolderRows(database: SQLDatabase(database), owner: owner).keep(writer.uncommitted)
                    let overtaken = tried.based(writer.overtaken, on: start)
                    return (
                        (result, log.all.changes, log.all.erases, overtaken),
                        (left: left, changes: before.all.changes, kept: kept)
                    )
                }
                unseen.withLock { $0.news += earlier.kept }
                for left in earlier.left { left.removeLeft(in: files) }
                feed.post(earlier.changes)
                // The next look takes in the rest.
                if done.withLock({ $0 })?.finish(in: files) == false { watch.putBack(.any) }
                return written
            } catch let overtaken as FolderWriter.FileConflict {
                do { try add(overtaken, to: &attempts) } catch { throw isInPlace ? error : IndexMoved() }
                // If several files were looked at, this look finds out which one it was.
                watch.putBack(overtaken.path.map { FolderWatch.Change.some([ExactPath($0)]) } ?? .any)
                try await absorb(watch.take(), saved: overtaken.saved)
                guard attempts.count <= Self.tries else { throw StoreFault.busy(path: files.path) }
            } catch is FolderWriter.UnknownOutcome {
                watch.putBack(.any)
                throw StoreFault.unsure(path: files.path, code: Self.failure)
            } catch {
                // The files are whole and the index is not: it could not be committed.
                if let undo = done.withLock({ $0 }), await !takeBack(undo) {
                    watch.putBack(.any)
                    throw StoreFault.unsure(path: files.path, code: Self.failure)
                }
                // A commit that may hold is not done again elsewhere.
                if case StoreFault.unsure = error { throw error }
                // Without its folder the index cannot even write drafts.
                throw isInPlace ? error : IndexMoved()
            }
        }
    }

    /// The number of restarts of a change because a program is faster each time.
    private static let tries = 20
    /// The number of restarts before it keeps that program’s data as versions, and goes on.
    private static let patience = 8
    /// The number of changed notes above which the user sees how many are done.
    private static let many = 100
    /// SQLite’s number for a disk that does not read or write.
    private static let failure: Int32 = 10

    /// Takes in the changes of other programs, whether the index seems to know them or not.
    private func absorbAll() async throws {
        let change = watch.take()
        if case .some(let paths) = change, paths.isEmpty { return }
        try await absorb(change)
    }

    /// Undoes a change whose commit failed.
    ///
    /// Such a commit may still be in the index’s log, and hold at the next start. Another one replaces it;
    /// if that fails too, the journal stays, and the next start finds out which of the two it is.
    ///
    /// - Returns: Whether it is surely undone.
    private func takeBack(_ undo: FolderUndo) async -> Bool {
        let isReplaced: Void? = try? await index.write { [owner] database in
            try FolderRows(database: SQLDatabase(database), owner: owner).keep(token: UUID().uuidString)
        }
        return isReplaced != nil && (try? undo.undo(in: files)) != nil
    }

    /// Takes in the changes of other programs to the files of attachments.
    ///
    /// - Parameter ids: The numbers of the notes.
    private func absorbAttachments(of ids: ClosedRange<Int>) async throws {
        let changes = try await index.write { [self] database in
            let log = NoteChangeLog()
            let attachments = attachments(database, log)
            try attachments.absorb(ids)
            return log.all.changes
        }
        feed.post(changes)
    }

    /// The uncommitted files, and the number of the last; those of notes that are now protected without their names.
    func uncommitted() throws -> (files: [UncommittedFile], last: Int64) {
        try index.read { database in
            var (files, last) = try FolderRows(database: SQLDatabase(database), owner: owner).uncommitted()
            let rows = NoteRows(SQLDatabase(database), owner: owner)
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
            try FolderRows(database: SQLDatabase($0), owner: owner).forgetUncommitted(upTo: last)
        }
    }

    private func rows(_ database: Database) -> NoteRows {
        var rows = NoteRows(SQLDatabase(database), owner: owner)
        rows.files = FolderNoteFiles(
            attachments: attachments(database), otherFiles: otherFiles, unread: unread.withLock { $0 },
            unseen: unseen.withLock { $0.found + $0.news })
        return rows
    }

    private func attachments(_ database: Database, _ log: NoteChangeLog? = nil) -> FolderAttachments {
        FolderAttachments(
            rows: NoteRows(SQLDatabase(database), owner: owner, log: log), files: files,
            folder: FolderRows(database: SQLDatabase(database), owner: owner), describe: describe)
    }

    private func reader(_ database: Database, _ log: NoteChangeLog? = nil) -> FolderReader {
        FolderReader(
            rows: NoteRows(SQLDatabase(database), owner: owner, log: log), files: files,
            folder: FolderRows(database: SQLDatabase(database), owner: owner), clock: clock, timeZone: timeZone)
    }
}

/// The files of a folder other than notes, by their names.
///
/// They are listed when a text names one without its folder, and again once any has come or gone.
final class OtherFiles: Sendable {
    private let files: FolderFiles
    private let watch: FolderWatch
    private let listed = Mutex<VaultFiles?>(nil)

    init(_ files: FolderFiles, watch: FolderWatch) {
        self.files = files
        self.watch = watch
    }

    /// The path of the file that a text names; `nil` if there is none.
    func path(of target: String) -> String? {
        listed.withLock { listed in
            if watch.takeHasOtherFiles() { listed = nil }
            let all = listed ?? VaultFiles(files.others())
            listed = all
            return all.path(of: target)
        }
    }
}
