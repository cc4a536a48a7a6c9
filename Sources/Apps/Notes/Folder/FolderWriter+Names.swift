// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFrontMatter
import AtriumSession
import Foundation
import NotesLogic
import NotesStore

// MARK: - Names

extension FolderWriter {
    /// The place for a note’s file: its present one, unless the note has moved to another notebook.
    func place(
        of note: Note, _ page: FolderPage, _ isOutline: Bool, _ present: String?, _ last: String
    ) throws -> String {
        var notebook = FolderAttachments.apart(FileName.folder(of: note.marks.notebook).path)
        // In a graph a new page goes to the folder of pages.
        if let graph = files.graph, notebook.isEmpty, last.isEmpty { notebook = graph.pages }
        if let present {
            let said =
                isOutline
                ? OutlinePage(note.content, in: timeZone).notebook : page.fields(in: timeZone).notebook
            let folder = Self.folder(of: present)
            // A file that says its notebook itself may be anywhere, unless no folder can be called as that is.
            let isApart = said.map { FolderAttachments.apart(FileName.folder(of: $0).path) != folder } ?? false
            if isApart || folder == notebook || folder == note.marks.notebook { return present }
        }
        // A notebook that cannot be a folder is kept in the file itself.
        let folderName = try files.canHold(notebook) ? notebook : ""
        if let present, Self.folder(of: present) == folderName { return present }
        let old = present ?? last
        let name = (old.isEmpty ? fileName(of: note.title) + ".md" : name(of: note, present, old)) as NSString
        let (stem, end) = (name.deletingPathExtension, name.pathExtension)
        let base = folderName.isEmpty ? stem : folderName + "/" + stem
        return try free(base, end)
    }

    /// The name of a note’s file, which may have been renamed while it had none: in the trash, or locked.
    private func name(of note: Note, _ present: String?, _ old: String) -> String {
        let path = FilePath(old)
        guard present == nil, !note.names.isEmpty, NameKey.of(note.names.name) != NameKey.of(path.stem) else {
            return path.last
        }
        return (files.graph == nil ? note.names.name : fileName(of: note.title)) + path.ending
    }

    private func fileName(of title: String) -> String {
        files.graph.map { LogseqName.file(ofPage: title, in: $0) } ?? FileName.of(title: title)
    }

    /// The first free name for a file, with a number if necessary.
    ///
    /// - Parameter own: The names of the note’s file, before this change and so far in it, which count as free.
    private func free(_ base: String, _ end: String, own: [String] = []) throws -> String {
        var number = numbers[base] ?? 1
        while true {
            let path = number == 1 ? "\(base).\(end)" : "\(base) \(number).\(end)"
            number += 1
            if own.contains(path) { return path }
            guard try !taken.contains(path.lowercased()) && !folder.isTaken(path) && files.stamp(path) == nil,
                // Notes in there would be taken for what belongs to this one.
                try folder.noteFiles(in: FolderAttachments.folder(of: path)).isEmpty
            else { continue }
            numbers[base] = number
            taken.insert(path.lowercased())
            return path
        }
    }

    static func folder(of path: String) -> String { FilePath(path).folder }
}

// MARK: - What rows do not say

extension FolderWriter: NoteFileChanges {
    func rename(_ note: Note, to title: String, as path: String?) throws -> RenamedFile? {
        guard note.trashedAt == nil, !note.isProtected, let file = try folder.file(of: note.id), file.skipped == nil
        else { return nil }
        let old = FilePath(file.path)
        let name = path.map { FilePath($0).last } ?? fileName(of: title)
        let base = path ?? (old.folder.isEmpty ? name : old.folder + "/" + name)
        let isOther = old.stem.lowercased() != name.lowercased()
        // A note that is restored may have moved a moment ago.
        let present = renamed[note.id] ?? file.path
        let new =
            isOther
            ? try free(base, String(old.ending.dropFirst()), own: [file.path, present]) : base + old.ending
        // Names that differ in capitals alone are one file on some file systems.
        guard new != present, try isOther || files.stamp(new) == nil else { return nil }
        renamed[note.id] = new
        titles[note.id] = title
        log.add(.note(note.id, .changed(.title)))
        return RenamedFile(old: file.path, new: new)
    }

    func move(_ note: Note, to notebook: String) throws -> String? {
        guard note.trashedAt == nil, !note.isProtected, let file = try folder.file(of: note.id), file.skipped == nil,
            let (page, last) = try folder.page(of: note.id)
        else { return nil }
        var moved = note
        moved.marks.notebook = notebook
        let isOutline = files.graph != nil && page.hasNoBlock
        let path = try place(of: moved, page, isOutline, renamed[note.id] ?? file.path, last)
        renamed[note.id] = path
        return path
    }

    func movingFiles(of note: Note) throws -> [(old: String, new: String)] {
        guard let path = renamed[note.id] else { return [] }
        let moving = try folder.attachmentFiles(of: note.id).filter { !FolderAttachments.isBeside($0.path, path) }
            .map { (old: $0.path, new: FolderAttachments.folder(of: path) + "/" + FilePath($0.path).last) }
        moved.formUnion(moving.map(\.new))
        return moving
    }

    func isMoving(to path: String) -> Bool { moved.contains(path) }

    func expect(_ path: String, of id: Int) { expected[id] = path }

    func restore(head: String, of id: Int) {
        heads[id] = head
        // The text says its own title again.
        titles[id] = nil
    }

    func edited(_ id: Int) { editedNote = id }

    func dropsEmptied() { emptiesNotebooks = true }
}

/// Logseq pages, whose texts contain the data of their notes.
extension FolderWriter {
    /// The note with a text that contains all data beside it.
    func outlined(_ note: Note, _ path: String, isNew: Bool) throws -> Note {
        let folder = FilePath(path).folder
        var said = note
        if isNew, said.marks.notebook.isEmpty { said.marks.notebook = folder }
        let old = isNew ? NoteMarks(notebook: folder) : log.marks[note.id] ?? note.marks
        let isDated = log.redated.contains(note.id) || isNew && files.graph?.day(ofJournal: path) == nil
        // A restored text contains its data.
        let text =
            heads[note.id] != nil
            ? note.content
            : OutlinePage(note.content, in: timeZone).saying(
                said, since: old, inFolder: folder, created: isDated ? note.createdAt : nil, title: titles[note.id])
        var base = note
        if text != note.content {
            // A user who is editing the text meanwhile sees that it has changed.
            if !isNew { base = try rows.revise(note, text, nil, at: note.modifiedAt) }
            log.add(.note(note.id, .changed(.text)))
        }
        var new = base
        new.content = text
        new.marks = OutlinePage(text, in: timeZone).marks(
            inFolder: folder, doneAt: note.marks.todo?.doneAt ?? note.modifiedAt)
        guard new != base else { return new }
        if new.marks != note.marks { log.add(.note(note.id, .changed([.labels, .marks]))) }
        try rows.update(base, to: new)
        return new
    }

    /// The note of a page with front matter, with the task that its text has now.
    func tasked(_ note: Note, _ page: FolderPage) throws -> Note {
        guard page.fields(in: timeZone).marks.todo == nil,
            log.marks[note.id].map({ $0.todo == note.marks.todo }) ?? true
        else { return note }
        var new = note
        new.marks.todo = TaskMarkers(note.content).todo(doneAt: note.marks.todo?.doneAt ?? note.modifiedAt)
        if new != note {
            log.add(.note(note.id, .changed(.marks)))
            try rows.update(note, to: new)
        }
        return new
    }
}

extension FolderPage {
    /// The note’s data for front matter: without the task that its text contains.
    func besideTasks(_ note: Note, in zone: Zone) -> Note {
        guard let todo = note.marks.todo, fields(in: zone).marks.todo == nil,
            TaskMarkers(note.content).todo(doneAt: todo.doneAt ?? note.createdAt) == todo
        else { return note }
        var other = note
        other.marks.todo = nil
        return other
    }
}
