// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import FrontMatter
import Glibc
import NotesLogic
import NotesStore
import Session
import Stores

/// Writes the files of notes that have changed in the index, within one transaction.
///
/// All new files are written aside first, where a full disk ends the transaction before anybody sees a change; putting
/// them in their places comes last.
final class FolderWriter {
    /// Another program was faster: the transaction has to start again with what it did.
    struct Overtaken: Error {}

    /// The change failed, and could not be taken back: some of its files may have their new texts for now.
    struct Unsure: Error {
        let cause: any Error
        init(_ cause: any Error) { self.cause = cause }
    }

    /// Which files wait for the disk before they get their places.
    enum Durability {
        /// Each by itself.
        case each
        /// All together, which for many is faster.
        case together
        /// None: nobody wants them back after a power cut.
        case none
    }

    let rows: NoteRows
    let files: FolderFiles
    let folder: FolderRows
    let attachments: FolderAttachments
    let timeZone: Zone
    let log: NoteChangeLog
    var durability = Durability.each

    private(set) var placing: [(draft: FileDraft, path: String, replaces: Digest?, note: Int?)] = []
    private(set) var removing: [FolderFile] = []
    /// The folders that may be empty in the end, and go then.
    private var emptied: Set<String> = []
    /// Whether those of notes are among them.
    var emptiesNotebooks = false
    var taken: Set<String> = []
    /// What git is to have of all this, where a command makes it.
    var uncommitted: [UncommittedFile] = []
    /// Whether the notes that are written had no file before.
    private var isNew = true
    var numbers: [String: Int] = [:]
    /// The note whose text somebody has changed: others follow it, or change beside their texts.
    var editedNote: Int?
    /// Where the files go whose notes are renamed.
    var renamed: [Int: String] = [:]
    /// What stands above the texts of notes again.
    var heads: [Int: String] = [:]
    /// What these notes are called then.
    var titles: [Int: String] = [:]

    /// Whether what another program saves meanwhile becomes a version, rather than that the change begins again.
    var insists = false
    /// What stood above the texts of notes before.
    private(set) var headsBefore: [Int: String] = [:]

    /// - Parameter log: Says which notes to write.
    init(attachments: FolderAttachments, timeZone: Zone, log: NoteChangeLog) {
        self.log = log
        rows = attachments.rows
        files = attachments.files
        folder = attachments.folder
        self.attachments = attachments
        self.timeZone = timeZone
    }

    deinit { for item in placing { files.discard(item.draft) } }

    /// Has a note’s file say what the note is now: one in the trash or a protected one has none.
    ///
    /// - Throws: `FolderRefusal` where the file’s front matter cannot say what the note is.
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
        // What cannot be read just now may be the note's own text.
        if let file, file.skipped == .unreadable {
            throw StoreFault.unreachable(path: files.path + "/" + file.path, reason: EACCES)
        }
        // What a file holds that is no text belongs to whoever wrote it.
        let own = file?.skipped == nil ? file : nil
        if own == nil, var file {
            file.note = nil
            try folder.keep(file)
        }
        let isOutline = files.graph != nil && page.hasNoBlock
        let path = try renamed[id] ?? place(of: note, page, isOutline, own?.path, oldPath)
        let oldFolder = note.names.folder
        note = try named(note, path)
        if isOutline { note = try outlined(note, path, isNew: oldPath.isEmpty) }
        if files.graph != nil, !isOutline { note = try tasked(note, page) }
        try settle(id, path)
        if oldPath.isEmpty { note = try linked(note, path, from: oldFolder) }
        let newPage: FolderPage
        let text: String
        do throws(FrontMatterRefusal) {
            // A note that comes from elsewhere may have been changed there.
            let said = files.graph == nil || isOutline ? note : page.besideTasks(note, in: timeZone)
            // What is restored says its times itself.
            let isRestored = heads[id] != nil
            (newPage, text) = try page.writing(
                said, path: path, isEdited: !isRestored && id == editedNote || oldPath.isEmpty,
                isRedated: !isRestored && log.redated.contains(id), isOutline: isOutline, in: timeZone)
        } catch {
            throw FolderRefusal(file: own?.path ?? path, error)
        }
        if newPage.head != page.head, !newPage.hasNoBlock, newPage.others != note.marks.others {
            // A field that says something now is a property no more.
            var said = note
            said.marks.others = newPage.others
            try rows.update(note, to: said)
        }
        let bytes = Array(text.utf8)
        try folder.keep(newPage, of: id, path: path)
        if let own, own.path == path, case .success(let found)? = try files.read(path)?.bytes, found == bytes { return }
        let draft = try files.draft(bytes, for: path, like: own?.path, waits: durability == .each)
        placing.append((draft, path, own?.path == path ? own?.digest : nil, id))
        if let own, own.path != path { try drop(own) }
        try folder.keep(
            FolderFile(path: path, note: id, stamp: draft.stamp, seen: FileStamp.now, digest: draft.digest))
    }

    /// Puts everything in its place.
    ///
    /// - Returns: How the files come to be as they were, should the transaction fail; whoever has it must undo it or
    ///   finish it.
    /// - Throws: `Overtaken`, `StoreFault`; all files are as they were then. `Unsure`.
    func finish() throws -> FolderUndo {
        if durability == .together, !placing.isEmpty { sync() }
        var steps = placing.map {
            FolderStep(path: $0.path, slot: $0.draft.name, old: $0.replaces, new: $0.draft.digest)
        }
        let notes = placing.map(\.note) + removing.map(\.note)
        for file in removing {
            // One that was never read is not the index’s.
            guard let old = file.digest else { throw Overtaken() }
            steps.append(FolderStep(path: file.path, slot: files.nextHidden("old"), old: old, new: nil))
        }
        var undo = FolderUndo(steps, emptied: emptied)
        // A new note’s file alone is there or not, whatever happens, and has replaced nothing.
        let isAdded = steps.count == 1 && steps[0].old == nil && isNew
        var isBegun = false
        do {
            if !isAdded, !steps.isEmpty {
                try undo.write(in: files, waits: durability != .none && steps.count > 1)
                try folder.keep(token: undo.token)
            }
            for (step, note) in zip(steps, notes) {
                isBegun = true
                let isTaken = try step.take(in: files, waits: durability != .none) { overtaken in
                    guard insists, let note, let digest = overtaken.digest, try keep(overtaken, at: step.path, of: note)
                    else { return false }
                    undo.kept.insert(digest)
                    try folder.keep(token: undo.token(keeping: digest), isMore: true)
                    return true
                }
                guard isTaken else { throw Overtaken() }
            }
            for item in placing {
                // Its new name has changed this, which only a file that is still the draft may have in the index.
                guard let stamp = try files.stamp(item.path), stamp.isRenamed(item.draft.stamp) else { continue }
                try folder.keep(changed: stamp.changed, of: item.path)
            }
            placing = []
            return undo
        } catch {
            let isUndone = (try? undo.undo(in: files)) != nil
            // The drafts are gone; what has their names now is another program's.
            if isUndone || isBegun { placing = [] }
            guard !isUndone, isBegun else { throw error }
            // The journal stays, and the next transaction takes the files back.
            throw Unsure(error)
        }
    }

    /// Keeps what another program has just saved as a version of a note, whose text is the one of the change.
    private func keep(_ overtaken: ReadFile, at path: String, of id: Int) throws -> Bool {
        guard let ours = try rows.note(id),
            try rows.keep(overtaken, at: path, of: id, under: headsBefore[id] ?? "", files.graph, timeZone)
        else { return false }
        // In the trash, what was saved last is the text.
        if ours.trashedAt == nil, let note = try rows.note(id), note.version != ours.version {
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
        // What no file can be called is said beside it, unless it is a paragraph.
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

    /// So many characters are a title; more are a paragraph.
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
    /// - Parameter oldFolder: Where the note lay before, from which its links are read.
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
        // From now on they lie beside the note.
        for attachment in own where attachment.place != nil {
            guard let bytes = try rows.bytes(of: attachment.digest) else { continue }
            try rows.put(attachment.placed(nil), bytes: bytes, of: note.id)
        }
        try rows.update(note, to: new)
        return new
    }

    /// Has the files of a note’s attachments lie beside its file; where it has none now, they are removed.
    private func settle(_ id: Int, _ path: String?) throws {
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
            // What another program has written there since belongs to it.
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

/// What git is to have of the files that are written.
extension FolderWriter {
    /// Has a note’s file say what the note is now, and remembers which files change by that.
    ///
    /// - Parameter command: The command that changes them; nil: git is told of nothing.
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

    /// What a note is called of which only attachments change.
    private func title(of id: Int) throws -> String { try rows.note(id)?.title ?? "" }
}
