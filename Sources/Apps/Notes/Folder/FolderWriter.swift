// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumFrontMatter
import AtriumSession
import AtriumStores
import Foundation
import Glibc
import NotesLogic
import NotesStore

/// Writes the files of notes that changed in the index, within one transaction.
///
/// All new files are written aside first: a full disk ends the transaction before any change is visible. Putting them in
/// their places comes last.
final class FolderWriter {
    /// Another program changed a file: the transaction has to start again with that change.
    struct FileConflict: Error {
        /// The texts that it had saved, which have their places again, each with its path.
        ///
        /// A program that has read the text of this change meanwhile may replace them before they are looked at.
        var saved: [(file: ReadFile, path: String)] = []
        /// The note of the file; `nil` for an attachment’s.
        var note: Int?
        /// The file, if no other one was looked at.
        var path: String?
        /// The texts of notes that other programs could read until they were taken back.
        var shown: [Int: String] = [:]
    }

    /// The change failed and could not be undone: some of its files may have their new texts for now.
    struct UnknownOutcome: Error {
        let cause: any Error
        init(_ cause: any Error) { self.cause = cause }
    }

    /// The files that wait for the disk before they get their places.
    enum Durability {
        /// Each alone.
        case each
        /// All together, which for many is faster.
        case together
        /// None: they need not survive a power cut.
        case none
    }

    let rows: NoteRows
    let files: FolderFiles
    let folder: FolderRows
    let attachments: FolderAttachments
    let timeZone: Zone
    let log: NoteChangeLog
    var durability = Durability.each
    /// Receives the finished part of the work, up to 1; `nil` if the files are few.
    var progress: ((Double) -> Void)?

    private(set) var placing: [(draft: FileDraft, path: String, replaces: FolderFile?, note: Int?)] = []
    private(set) var removing: [FolderFile] = []
    /// The folders that may become empty, and are removed then.
    private var emptied: Set<String> = []
    /// Whether the folders of notes are among them.
    var emptiesNotebooks = false
    var taken: Set<String> = []
    /// The files for git to commit, if a command changes them.
    var uncommitted: [UncommittedFile] = []
    /// Whether the written notes had no file before.
    private var isNew = true
    var numbers: [String: Int] = [:]
    /// The note whose text the user has changed; others follow it, or change beside their texts.
    var editedNote: Int?
    /// The new paths of the files of renamed notes.
    var renamed: [Int: String] = [:]
    /// The new paths of the files of attachments of notes that move.
    var moved: Set<String> = []
    /// The paths without endings that files must have.
    var expected: [Int: String] = [:]
    /// The front matter to restore above the texts of notes.
    var heads: [Int: String] = [:]
    /// The new titles of notes.
    var titles: [Int: String] = [:]

    /// Whether a text that another program saves meanwhile becomes a version; otherwise the change begins again.
    var insists = false
    /// The former front matter above the texts of notes.
    private(set) var headsBefore: [Int: String] = [:]
    /// The texts that other programs have saved meanwhile, and that became versions.
    private(set) var overtaken: [OvertakenText] = []

    /// - Parameter log: Names the notes to write.
    init(attachments: FolderAttachments, timeZone: Zone, log: NoteChangeLog) {
        self.log = log
        rows = attachments.rows
        files = attachments.files
        folder = attachments.folder
        self.attachments = attachments
        self.timeZone = timeZone
    }

    deinit { for item in placing { files.discard(item.draft) } }

    /// Writes the file of a note as the note is now; a note in the trash and a protected one have none.
    ///
    /// - Throws: `FolderRefusal` if the file’s front matter cannot express the note; `NotesFault.nameTaken`.
    func write(_ id: Int) throws {
        let file = try folder.file(of: id)
        guard var note = try rows.note(id) else {
            try settle(id, nil)
            try folder.forgetPage(of: id)
            return try drop(file)
        }
        if let file, file.skipped == nil {
            try attachments.absorb(id, file.path)
        } else {
            try attachments.forgetLost(of: id)
        }
        var (page, oldPath) = try folder.page(of: id) ?? (FolderPage(for: note, isOutline: files.graph != nil), "")
        headsBefore[id] = page.head
        if let head = heads[id] { page.head = head }
        if !oldPath.isEmpty { isNew = false }
        guard note.trashedAt == nil, !note.isProtected else {
            try settle(id, nil)
            // The same file brought back, as by a version control system, is the same note.
            let isMissing = note.trashedAt != nil && !note.isProtected
            try folder.keep(page, of: id, path: file?.path ?? oldPath, isMissing: isMissing)
            return try drop(file)
        }
        // A file that cannot be read now may hold the note's own text.
        if let file, file.skipped == .unreadable {
            throw StoreFault.unreachable(path: files.path + "/" + file.path, reason: EACCES)
        }
        // A file without text belongs to the program that wrote it.
        let own = file?.skipped == nil ? file : nil
        if own == nil, var file {
            file.note = nil
            try folder.keep(file)
        }
        let isOutline = files.graph != nil && page.hasNoBlock
        let path = try renamed[id] ?? place(of: note, page, isOutline, own?.path, oldPath)
        if let name = expected[id], ExactPath(name) != ExactPath(FilePath(path).withoutEnding) {
            throw NotesFault.nameTaken(name, note: id)
        }
        let oldFolder = note.names.folder
        note = try named(note, path)
        if isOutline { note = try outlined(note, path, isNew: oldPath.isEmpty) }
        if files.graph != nil, !isOutline { note = try tasked(note, page) }
        try settle(id, path)
        if oldPath.isEmpty { note = try linked(note, path, from: oldFolder) }
        let newPage: FolderPage
        let text: String
        do throws(FrontMatterRefusal) {
            // An imported note may have been changed elsewhere.
            let said = files.graph == nil || isOutline ? note : page.besideTasks(note, in: timeZone)
            // Restored front matter contains its times.
            let isRestored = heads[id] != nil
            (newPage, text) = try page.writing(
                said, path: path, isEdited: !isRestored && id == editedNote || oldPath.isEmpty,
                isRedated: !isRestored && log.redated.contains(id), isOutline: isOutline, in: timeZone)
        } catch {
            throw FolderRefusal(file: own?.path ?? path, error)
        }
        if newPage.head != page.head, !newPage.hasNoBlock, newPage.others != note.marks.others {
            // A field that Atrium understands is no property any more.
            var said = note
            said.marks.others = newPage.others
            try rows.update(note, to: said)
        }
        let bytes = Array(text.utf8)
        try folder.keep(newPage, of: id, path: path)
        if let own, own.path == path, case .success(let found)? = try files.read(path)?.bytes, found == bytes { return }
        let draft = try files.draft(bytes, for: path, like: own?.path, waits: durability == .each)
        placing.append((draft, path, own?.path == path ? own : nil, id))
        if let own, own.path != path { try drop(own) }
        try folder.keep(
            FolderFile(path: path, note: id, stamp: draft.stamp, seen: FileStamp.now, digest: draft.digest))
    }

    /// Puts all files in their places.
    ///
    /// - Returns: The steps that restore the files if the transaction fails; the caller must undo or finish them.
    /// - Throws: `FileConflict`, `StoreFault`, after which all files are unchanged; `UnknownOutcome`.
    func finish() throws -> FolderUndo {
        if durability == .together, !placing.isEmpty { sync() }
        var moves: [(step: FolderStep, note: Int?, replaced: FolderFile?)] = placing.map { item in
            let old = item.replaces
            return (
                FolderStep(path: item.path, slot: item.draft.name, old: old?.digest, new: item.draft.digest),
                item.note, old
            )
        }
        for file in removing {
            // A file that was never read does not belong to the index.
            guard let old = file.digest else { throw FileConflict() }
            let step = FolderStep(path: file.path, slot: files.nextHidden("old"), old: old, new: nil)
            moves.append((step, file.note, nil))
        }
        let steps = moves.map(\.step)
        var undo = FolderUndo(steps, emptied: emptied)
        // A single new note’s file exists or not, whatever happens, and has replaced nothing.
        let isAdded = steps.count == 1 && steps[0].old == nil && isNew
        var isBegun = false
        var saved: [(file: ReadFile, path: String)] = []
        var tried: [Int] = []
        do {
            if !isAdded, !steps.isEmpty {
                try undo.write(in: files, waits: durability != .none && steps.count > 1)
                try folder.keep(token: undo.token)
            }
            for (index, (step, note, old)) in moves.enumerated() {
                progress?(0.5 + Double(index + 1) / Double(2 * moves.count))
                if let old, !insists, try isOther(old) {
                    throw FileConflict(saved: saved, note: note, path: step.path, shown: try texts(of: tried))
                }
                isBegun = true
                if step.old != nil, step.new != nil, let note { tried.append(note) }
                let isTaken = try step.take(in: files, waits: durability != .none) { overtaken in
                    saved.append((overtaken, step.path))
                    guard insists, let note, let digest = overtaken.digest, try keep(overtaken, at: step.path, of: note)
                    else { return false }
                    undo.kept.insert(digest)
                    try folder.keep(token: undo.token(keeping: digest), isMore: true)
                    return true
                }
                guard isTaken else { throw FileConflict(saved: saved, note: note, shown: try texts(of: tried)) }
            }
            for item in placing {
                // Its new name has changed this; only a file that is still the draft may have it in the index.
                guard let stamp = try files.stamp(item.path), stamp.isRenamed(item.draft.stamp) else { continue }
                try folder.keep(changed: stamp.changed, of: item.path)
            }
            placing = []
            return undo
        } catch {
            let isUndone = (try? undo.undo(in: files)) != nil
            // The drafts are gone; files of their names now belong to another program.
            if isUndone || isBegun { placing = [] }
            guard !isUndone, isBegun else { throw error }
            // The journal stays, and the next transaction takes the files back.
            throw UnknownOutcome(error)
        }
    }

    /// Whether another program has changed a file since it was read, or has it open to do so.
    ///
    /// Exchanging the files is what tells for sure, but shows the program a text that is taken back.
    private func isOther(_ file: FolderFile) throws -> Bool {
        if files.tree.hasWriter(file.path) { return true }
        guard try files.stamp(file.path) != file.stamp else { return false }
        return try files.read(file.path)?.digest != file.digest
    }

    private func texts(of notes: [Int]) throws -> [Int: String] {
        try notes.reduce(into: [:]) { texts, id in texts[id] = try rows.note(id)?.content }
    }

    /// Keeps a text that another program has just saved as a version; the note’s text is the one of the change.
    private func keep(_ overtaken: ReadFile, at path: String, of id: Int) throws -> Bool {
        guard let ours = try rows.note(id),
            try rows.keep(overtaken, at: path, of: id, under: headsBefore[id] ?? "", files.graph, timeZone)
        else { return false }
        // In the trash, the text saved last counts.
        if ours.trashedAt == nil, let note = try rows.note(id), note.version != ours.version {
            let saved = FolderPage.saved(overtaken, at: path, graph: files.graph, in: timeZone)
            self.overtaken.append(
                OvertakenText(
                    note: id, path: path, version: note.version,
                    content: saved?.head == headsBefore[id] ? note.content : nil))
            _ = try rows.revise(note, ours.content, ours.sealed, at: ours.modifiedAt)
        }
        return true
    }

    /// A note with the name that its file has.
    private func named(_ note: Note, _ path: String) throws -> Note {
        let name = FilePath(path).withoutEnding
        guard note.names.path != name else { return note }
        var new = note
        new.names.path = name
        // A title that no file can have is beside it, unless it is a paragraph.
        let title = note.names.isEmpty ? Note.title(of: note.content) : note.names.name
        let said = [new.names.name, new.names.title] + (files.graph == nil ? [] : LogseqName.names(ofFile: path))
        let isSaid = said.contains { NameKey.of($0) == NameKey.of(title) }
        if !isSaid, !new.names.name.hasPrefix(FileName.of(title: title) + " "), title.count <= Self.longestTitle {
            new.names.title = title
        } else if files.graph != nil, new.names.title.isEmpty {
            new.names.title = LogseqName.title(ofFile: new.names.name)
        }
        try rows.update(note, to: new)
        return new
    }

    /// The most characters of a title; a longer one is a paragraph.
    private static let longestTitle = 80

    private func drop(_ file: FolderFile?) throws {
        guard let file else { return }
        try folder.forget(file.path)
        guard file.skipped == nil else { return }
        removing.append(file)
        guard emptiesNotebooks else { return }
        emptied.formUnion(sequence(first: Self.folder(of: file.path), next: Self.folder).prefix { !$0.isEmpty })
    }
}

// MARK: - Attachments

extension FolderWriter {
    /// A note that is written for the first time, with links that lead to the files of its attachments: other programs
    /// find nothing by a name alone.
    ///
    /// - Parameter oldFolder: The former folder of the note, from which its links are read.
    private func linked(_ note: Note, _ path: String, from oldFolder: String) throws -> Note {
        let places = try attachments.places(of: note.id, path)
        guard let place = places.values.first else { return note }
        let own = try rows.attachments(of: note.id).filter { places[$0.number] != nil }
        let folder = Self.folder(of: path)
        var new = note
        new.content = References(note.content).leading(to: own, from: oldFolder, in: folder) { attachment in
            guard attachment.place != nil else { return .folder(Self.folder(of: place)) }
            return places[attachment.number].map {
                .path(folder.isEmpty ? $0 : folder + "/" + $0, isFound: false)
            }
        }
        // From now on they are beside the note.
        for attachment in own where attachment.place != nil {
            guard let bytes = try rows.bytes(of: attachment.digest) else { continue }
            try rows.put(attachment.placed(nil), bytes: bytes, of: note.id)
        }
        try rows.update(note, to: new)
        return new
    }

    /// Whether another note outside the trash links to a file.
    private func isShown(_ path: String, besides id: Int) throws -> Bool {
        let named = NoteFilter.all([.linked, .naming(file: FilePath(path).last)])
        return try rows.notes(NoteQuery(filter: named, limit: .max)).contains { note in
            note.id != id && !note.isProtected
                && References(note).files.contains { $0.leads(to: path, from: note.names.folder, searching: true) }
        }
    }

    /// Puts the files of a note’s attachments beside its file, or removes them if it has none now; one in the trash leaves
    /// those that other notes show.
    private func settle(_ id: Int, _ path: String?) throws {
        let isTrashed = try path == nil && rows.note(id).map { $0.trashedAt != nil && !$0.isProtected } ?? false
        let present = try path == nil ? [] : rows.attachments(of: id).filter { $0.sealed == nil }
        var settled: Set<Int> = []
        for file in try folder.attachmentFiles(of: id) {
            if let path, present.contains(where: { $0.number == file.number }),
                FolderAttachments.isBeside(file.path, path)
            {
                settled.insert(file.number)
                continue
            }
            try folder.forgetAttachmentFile(file.number, of: id)
            // A note that comes back finds it there.
            if isTrashed, try isShown(file.path, besides: id) { continue }
            // A file that another program has written there since belongs to it.
            guard let stamp = try files.stamp(file.path), stamp.isRenamed(file.stamp) else { continue }
            removing.append(FolderFile(path: file.path, stamp: file.stamp, seen: file.seen, digest: file.digest))
            emptied.insert(Self.folder(of: file.path))
        }
        guard let path else { return }
        for attachment in present where !settled.contains(attachment.number) {
            let place = FolderAttachments.folder(of: path) + "/" + attachment.name
            guard FolderAttachments.canBeFile(attachment.name), try !files.isTaken(place),
                taken.insert(place.lowercased()).inserted, let bytes = try rows.bytes(of: attachment.digest)
            else { continue }
            let draft = try files.draft(bytes, for: place, like: nil, waits: durability == .each)
            placing.append((draft, place, nil, nil))
            try folder.keep(
                AttachmentFile(
                    number: attachment.number, path: place, stamp: draft.stamp, seen: FileStamp.now,
                    digest: draft.digest),
                of: id)
        }
    }
}

/// The files for git.
extension FolderWriter {
    /// Writes the file of a note, and lists the files that change for git.
    ///
    /// - Parameter command: The command that changes them; `nil` to list nothing.
    func write(_ id: Int, by command: String?) throws {
        let (placed, removed) = (placing.count, removing.count)
        try write(id)
        guard let command else { return }
        let new = placing[placed...].map(\.path)
        let gone = removing[removed...].map(\.path).filter { !new.contains($0) }
        guard !new.isEmpty || !gone.isEmpty else { return }
        let isProtected = try rows.note(id)?.isProtected ?? false
        let name = (new + gone).first(where: FolderFiles.isNote).map { FilePath($0).stem }
        let before = new.contains(where: FolderFiles.isNote) ? gone.first(where: FolderFiles.isNote) : nil
        let old = before.map { FilePath($0).stem }.flatMap { $0 == name ? nil : $0 } ?? ""
        uncommitted += try (gone + new).map { path in
            UncommittedFile(
                command: command, note: id, name: isProtected ? "" : try name ?? title(of: id),
                old: isProtected ? "" : old, path: path)
        }
    }

    /// The title of a note of which only attachments change.
    private func title(of id: Int) throws -> String { try rows.note(id)?.title ?? "" }
}
