// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import NotesLogic
import NotesStore

/// Takes the changes of the folder into the index, within one transaction.
final class FolderReader {
    let rows: NoteRows
    let files: FolderFiles
    let folder: FolderRows
    let clock: any WallClock
    let timeZone: Zone
    /// Receives the number of read new files and their total, if there are many.
    var progress: (@Sendable (Int, Int) -> Void)?
    /// Whether the notes go to the trash even if most files of the folder are gone.
    var acceptsLoss = false
    /// The folders that could not be listed: their data in the index stays.
    var unlisted: [String] = []
    /// The files that the disk did not read: their data in the index stays.
    private(set) var unread: [String] = []
    /// The texts of other programs that became versions.
    private(set) var kept: [OvertakenText] = []

    init(rows: NoteRows, files: FolderFiles, folder: FolderRows, clock: any WallClock, timeZone: Zone) {
        self.rows = rows
        self.files = files
        self.folder = folder
        self.clock = clock
        self.timeZone = timeZone
    }

    /// Whether something has changed that the index does not know; reads only.
    func isBehind(_ paths: Set<ExactPath>) throws -> Bool {
        for path in paths.lazy.map(\.text) {
            let known = try folder.file(path)
            // The look itself reports a file that the disk does not read.
            guard let found = try? [stamp(path)], known?.stamp == found[0] else { return true }
            if let known, !known.isSurely(known.stamp), (try? isWritten(known)) != true { return true }
        }
        return false
    }

    /// Takes in the changes of some files, or of all present ones.
    ///
    /// - Parameter present: All files with their stamps; if `nil`, only those of these names are examined.
    func absorb(_ paths: Set<ExactPath>, present all: [ExactPath: FileStamp]? = nil) throws {
        var present: [ExactPath: FileStamp] = [:]
        var gone: [FolderFile] = []
        var touched: [FolderFile] = []
        /// Compares a known file with its present state; the rest of `present` is new.
        func compare(_ file: FolderFile) {
            guard let stamp = present.removeValue(forKey: ExactPath(file.path)) else { return gone.append(file) }
            if !file.isSurely(stamp) { touched.append(file) }
        }
        if let all {
            present = all
            for path in all.keys where try isAttachment(path.text) { present[path] = nil }
            try folder.eachFile(compare)
        } else {
            // A note may have come after what belongs to it.
            let inside = try paths.flatMap { try folder.noteFiles(in: FolderAttachments.folder(of: $0.text)) }
            for path in paths.union(inside.map(ExactPath.init)) {
                if try !readable(path.text, { present[path] = try stamp(path.text) }) { continue }
                try folder.file(path.text).map(compare)
            }
        }
        gone.removeAll { file in unlisted.contains { file.path.hasPrefix($0 + "/") } }
        gone.sort { $0.path < $1.path }
        for file in touched { _ = try readable(file.path) { try look(at: file) } }
        try take(present, movedFrom: &gone)
        try check(gone)
        for file in gone { try lose(file) }
    }

    /// Looks at a file.
    ///
    /// - Returns: false if the disk does not read it; the others are looked at all the same.
    private func readable(_ path: String, _ look: () throws -> Void) throws -> Bool {
        do { try look() } catch let fault as StoreFault {
            switch fault {
            case .failing, .readOnly, .unreachable: unread.append(path)
            default: throw fault
            }
            return false
        }
        return true
    }

    /// Refuses to remove most notes of a folder at once: its disk may not be mounted, or half of it may be missing.
    ///
    /// - Throws: `NotesFault.filesGone`.
    private func check(_ gone: [FolderFile]) throws {
        let lost = gone.count { $0.note != nil }
        guard !acceptsLoss, lost > 1 else { return }
        let all = try folder.noteFileCount()
        guard lost * 2 > all else { return }
        throw NotesFault.filesGone(path: files.path, lost: lost, of: all)
    }

    /// The stamp of a file; `nil` if there is none, or none that is a note.
    private func stamp(_ path: String) throws -> FileStamp? {
        try files.isOfLogseq(path) || isAttachment(path) ? nil : files.stamp(path)
    }

    /// Whether a file belongs to a note, also to one whose own file is not there.
    private func isAttachment(_ path: String) throws -> Bool {
        let notes = FolderAttachments.notes(of: path)
        guard !notes.isEmpty else { return false }
        return try folder.isAttachmentFile(path) || notes.contains { try files.stamp($0) != nil }
    }

    /// Examines a known file that may have changed.
    private func look(at file: FolderFile, movedTo path: String? = nil) throws {
        let seen = FileStamp.now
        let path = path ?? file.path
        guard let contents = try files.read(path) else { return }
        var now = FolderFile(
            path: path, note: file.note, stamp: contents.stamp, seen: seen, digest: contents.digest)
        guard let text = Self.text(contents, &now) else { return try folder.keep(now) }
        guard let note = file.note, let old = try rows.note(note) else {
            // It was not a note before.
            return try take([NewFile(file: now, text: text)])
        }
        try folder.keep(now)
        let isSame =
            try path == file.path && old.trashedAt == nil && FilePath(path).withoutEnding == old.names.path
            && written(old, path) == text
        if !isSame { try update(old, from: text, now) }
    }

    /// Takes in unknown files: a new name of a missing one, a returning one, or a new note.
    ///
    /// It holds no more texts at once than a portion has: a folder may have a hundred thousand.
    private func take(_ present: [ExactPath: FileStamp], movedFrom gone: inout [FolderFile]) throws {
        var moved: Set<ExactPath> = []
        for (path, stamp) in gone.isEmpty ? [] : present.sorted(by: { $0.key < $1.key }) {
            // All of the stamp: the number of a removed file is soon another’s.
            guard let index = gone.firstIndex(where: { $0.stamp.isRenamed(stamp) && $0.note != nil }) else { continue }
            let file = gone.remove(at: index)
            moved.insert(path)
            _ = try readable(path.text) {
                try look(at: file, movedTo: path.text)
                if try folder.file(path.text)?.note == file.note { try folder.forget(file.path) }
            }
        }
        // A file that was copied and removed, which is how version control systems rename it.
        var texts: [String: FolderFile] = [:]
        for file in moved.count == present.count ? [] : gone {
            guard let id = file.note, let note = try rows.note(id) else { continue }
            texts[try written(note, file.path) ?? ""] = file
        }
        let numbers = try rows.counts() == nil ? numbers(in: present.keys) : [:]
        // Those with numbers come first; all others count on from there.
        let first = numbers.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
        let paths = first + present.keys.filter { numbers[$0] == nil && !moved.contains($0) }.sorted()
        var portion: [NewFile] = []
        var size = 0
        for (index, path) in paths.enumerated() {
            var new: NewFile?
            _ = try readable(path.text) { new = try readNew(path.text, &texts, &gone) }
            if let new {
                size += new.text.utf8.count
                portion.append(new)
            }
            guard portion.count == Self.portion || size > Self.portionSize || index == paths.count - 1 else { continue }
            try take(portion, numbers: portion.compactMap { numbers[ExactPath($0.file.path)] })
            (portion, size) = ([], 0)
            if paths.count > Self.portion { progress?(index + 1, paths.count) }
        }
    }

    /// A file that is a new note.
    private struct NewFile {
        let file: FolderFile
        let text: String
    }

    /// The most notes, or bytes of their texts, that are taken in at once.
    private static let portion = 1000
    private static let portionSize = 4 << 20

    /// Reads an unknown file; `nil` for one that is not text, and for a returning note.
    private func readNew(
        _ path: String, _ texts: inout [String: FolderFile], _ gone: inout [FolderFile]
    ) throws -> NewFile? {
        let seen = FileStamp.now
        guard let contents = try files.read(path) else { return nil }
        var file = FolderFile(path: path, stamp: contents.stamp, seen: seen, digest: contents.digest)
        guard let text = Self.text(contents, &file) else {
            try folder.keep(file)
            return nil
        }
        if let old = texts.removeValue(forKey: text), let id = old.note, let note = try rows.note(id) {
            gone.removeAll { ExactPath($0.path) == ExactPath(old.path) }
            try folder.forget(old.path)
            try revive(note, from: text, file)
            return nil
        }
        if let id = try folder.missingNote(path), let note = try rows.note(id), note.trashedAt != nil {
            try revive(note, from: text, file)
            return nil
        }
        return NewFile(file: file, text: text)
    }

    private func revive(_ note: Note, from text: String, _ file: FolderFile) throws {
        var file = file
        file.note = note.id
        try folder.keep(file)
        try update(note, from: text, file)
    }

    /// New notes.
    ///
    /// - Parameter numbers: Those that the first of them have.
    private func take(_ new: [NewFile], numbers: [Int] = []) throws {
        let pages = new.map {
            FolderPage.reading(
                $0.text, name: $0.file.path, written: $0.file.stamp.time, graph: files.graph, in: timeZone)
        }
        let notes = try rows.insert(pages.map(\.draft), numbers: numbers)
        for (index, note) in notes.enumerated() {
            var file = new[index].file
            file.note = note.id
            try folder.keep(file)
            try folder.keep(pages[index].page, of: note.id, path: file.path)
        }
    }

    /// The former numbers of the notes of a newly opened folder, by their files.
    ///
    /// With them, links by number still lead to their targets. A number in two files is ignored.
    private func numbers(in paths: some Collection<ExactPath>) throws -> [ExactPath: Int] {
        var paths = paths.sorted()[...]
        var said: [Int: ExactPath?] = [:]
        while let path = paths.popFirst() {
            guard case .success(let bytes)? = try? files.read(path.text)?.bytes,
                let number = FolderPage.number(in: bytes, timeZone),
                (1...Self.largestNumber).contains(number)
            else { continue }
            said[number] = .some(said[number] == nil ? path : nil)
        }
        return Dictionary(uniqueKeysWithValues: said.compactMap { number, path in path.map { ($0, number) } })
    }

    /// Larger ones are no numbers of notes, and would leave none to count on with.
    private static let largestNumber = DatedKey.largestNumber / 2

    /// The note as another program has left its file; the text before stays as a version.
    private func update(_ old: Note, from text: String, _ file: FolderFile) throws {
        let (page, draft, _) = FolderPage.reading(
            text, name: file.path, written: file.stamp.time, graph: files.graph, in: timeZone)
        let before = try folder.page(of: old.id)?.page
        try folder.keep(page, of: old.id, path: file.path)
        guard !old.isProtected else { return }
        var new = old
        if !new.content.utf8.elementsEqual(draft.content.utf8) {
            new = try rows.revise(old, draft.content, nil, at: file.stamp.time)
        }
        var marked = new
        marked.marks = draft.marks
        marked.names = draft.names
        marked.trashedAt = draft.trashedAt
        // Only if the field has changed: it may be less exact than the note’s time of creation.
        let said = page.fields(in: timeZone).created
        if let said, said != before.flatMap({ $0.fields(in: timeZone).created }) {
            if new.modifiedAt == new.createdAt { marked.modifiedAt = said }
            marked.createdAt = said
        }
        try rows.update(new, to: marked)
    }

    /// Takes in another program’s version of a file that something newer has replaced.
    ///
    /// - Returns: `false` if the index cannot take it: see `NoteRows.keep(_:at:of:under:_:_:)`.
    func keep(_ overtaken: ReadFile, at path: String) throws -> Bool {
        let file = try folder.file(path)
        guard let id = try file?.note ?? folder.missingNote(path), let page = try folder.page(of: id)?.page,
            let before = try rows.note(id)?.version,
            try rows.keep(overtaken, at: path, of: id, under: page.head, files.graph, timeZone)
        else { return false }
        if let note = try rows.note(id), note.version != before {
            kept.append(OvertakenText(note: id, path: path, version: note.version, content: note.content))
        }
        // The present content of the file comes after it.
        if let file { _ = try readable(path) { try look(at: file) } }
        return true
    }

    /// The same of one that was in its place again, unless the index has seen it there.
    func keepReplaced(_ saved: ReadFile, at path: String) throws {
        guard let digest = saved.digest, try folder.file(path)?.digest != digest else { return }
        _ = try keep(saved, at: path)
    }

    /// Handles a missing file: its note goes to the trash.
    private func lose(_ file: FolderFile) throws {
        try folder.forget(file.path)
        guard let id = file.note, let note = try rows.note(id), note.trashedAt == nil else { return }
        var trashed = note
        trashed.trashedAt = clock.now
        try rows.update(note, to: trashed)
        try folder.setMissing(id, true)
    }
}

extension FolderReader {
    /// Whether a file holds what the index has taken in or given out.
    private func isWritten(_ file: FolderFile) throws -> Bool {
        try file.skipped == nil && file.digest != nil && files.read(file.path)?.digest == file.digest
    }

    /// The text of a note’s file unless another program has changed it.
    private func written(_ note: Note, _ path: String) throws -> String? {
        // If the front matter cannot represent the index’s data, the file is right.
        try folder.page(of: note.id).flatMap { page, _ in
            let isOutline = files.graph != nil && page.hasNoBlock
            if isOutline, !isSaid(note, inFolder: FilePath(path).folder) { return nil }
            let said = files.graph == nil || isOutline ? note : page.besideTasks(note, in: timeZone)
            return try? page.writing(said, path: path, isOutline: isOutline, in: timeZone).text
        }
    }

    /// Whether the text of a page contains all data beside it.
    private func isSaid(_ note: Note, inFolder folder: String) -> Bool {
        let outline = OutlinePage(note.content, in: timeZone)
        return outline.marks(inFolder: folder, doneAt: note.marks.todo?.doneAt ?? note.createdAt) == note.marks
    }

    private static func text(_ contents: ReadFile, _ file: inout FolderFile) -> String? {
        switch contents.bytes {
        case .failure(let reason): file.skipped = reason
        case .success(let bytes):
            // The index would keep no more than what comes before.
            if bytes.contains(0) {
                file.skipped = .notText
            } else if let text = String(validating: bytes, as: UTF8.self) {
                return text
            } else {
                file.skipped = .notUTF8
            }
        }
        return nil
    }
}

extension NoteRows {
    /// Takes in another program’s saved text of a note.
    ///
    /// - Parameter head: The front matter above the text; if the file has another one, it counts as text as well.
    /// - Returns: `false` if it is not text, or the note is protected or removed.
    func keep(
        _ overtaken: ReadFile, at path: String, of id: Int, under head: String, _ graph: LogseqFolder?, _ zone: Zone
    ) throws -> Bool {
        guard case .success(let bytes) = overtaken.bytes, !bytes.contains(0),
            let text = String(validating: bytes, as: UTF8.self), let note = try self.note(id), !note.isProtected
        else { return false }
        let time = overtaken.stamp.time
        let (page, draft, _) = FolderPage.reading(text, name: path, written: time, graph: graph, in: zone)
        let content = page.head == head ? draft.content : text
        let isKnown = try note.content == content || replacedVersions(of: id).contains { $0.content == content }
        if !isKnown { _ = try revise(note, content, nil, at: time) }
        return true
    }
}
