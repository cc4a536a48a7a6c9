// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Foundation
import Session

/// Takes what has changed in the folder into the index, within one transaction.
struct FolderReader {
    let rows: NoteRows
    let files: FolderFiles
    let folder: FolderRows
    let clock: any WallClock
    let timeZone: TimeZone

    /// Whether something has changed that the index does not know; reads only.
    func isBehind(_ paths: Set<String>) throws -> Bool {
        for path in paths {
            let known = try folder.file(path)
            let stamp = try stamp(path)
            if known?.stamp != stamp { return true }
            if let known, let stamp, !known.isSurely(stamp), try !isWritten(known) { return true }
        }
        return false
    }

    /// Takes in the changes of some files, or of all that there are now.
    ///
    /// - Parameter present: All files with their stamps; nil: only those of these names are looked at.
    func absorb(_ paths: Set<String>, present all: [String: FileStamp]? = nil) throws {
        var known: [String: FolderFile] = [:]
        var present: [String: FileStamp] = [:]
        if let all {
            known = try folder.files()
            present = try all.filter { try !isAttachment($0.key) }
        } else {
            // A note may have come after what belongs to it.
            let inside = try paths.flatMap { try folder.noteFiles(in: FolderAttachments.folder(of: $0)) }
            for path in paths.union(inside) {
                known[path] = try folder.file(path)
                present[path] = try stamp(path)
            }
        }
        var gone = known.values.filter { present[$0.path] == nil }.sorted { $0.path < $1.path }
        var new: [String] = []
        for (path, stamp) in present {
            guard let file = known[path] else {
                new.append(path)
                continue
            }
            if !file.isSurely(stamp) { try look(at: file) }
        }
        try take(new.sorted(), movedFrom: &gone)
        for file in gone { try lose(file) }
    }

    /// What a file is known by; nil where there is none, or none that is a note.
    private func stamp(_ path: String) throws -> FileStamp? {
        try isAttachment(path) ? nil : files.stamp(path)
    }

    /// Whether a file belongs to a note, also to one whose own file is not there.
    private func isAttachment(_ path: String) throws -> Bool {
        let notes = FolderAttachments.notes(of: path)
        guard !notes.isEmpty else { return false }
        return try folder.isAttachmentFile(path) || notes.contains { files.stamp($0) != nil }
    }

    /// A file that was known and may have changed.
    private func look(at file: FolderFile, movedTo path: String? = nil) throws {
        let seen = FileStamp.now
        let path = path ?? file.path
        guard let contents = files.read(path) else { return }
        var now = FolderFile(path: path, note: file.note, stamp: contents.stamp, seen: seen)
        guard let text = Self.text(contents, &now) else { return try folder.keep(now) }
        guard let note = file.note, let old = try rows.note(note) else {
            // It was no note before.
            return try take([(path, now, text)])
        }
        try folder.keep(now)
        let isSame =
            try path == file.path && old.trashedAt == nil && FilePath(path).withoutEnding == old.names.path
            && written(old, path) == text
        if !isSame { try update(old, from: text, now) }
    }

    /// Files that were not known: another name of one that is gone, one that comes back, or a new note.
    private func take(_ paths: [String], movedFrom gone: inout [FolderFile]) throws {
        var new: [(path: String, file: FolderFile, text: String)] = []
        for path in paths {
            let seen = FileStamp.now
            guard let contents = files.read(path) else { continue }
            // All of the stamp: the number of a removed file is soon another’s.
            if let index = gone.firstIndex(where: { $0.stamp == contents.stamp && $0.note != nil }) {
                let file = gone.remove(at: index)
                try folder.forget(file.path)
                try look(at: file, movedTo: path)
                continue
            }
            var file = FolderFile(path: path, stamp: contents.stamp, seen: seen)
            guard let text = Self.text(contents, &file) else {
                try folder.keep(file)
                continue
            }
            new.append((path, file, text))
        }
        guard !new.isEmpty else { return }
        // A file that was copied and removed, as a version control system renames it.
        var texts: [String: FolderFile] = [:]
        for file in gone {
            guard let id = file.note, let note = try rows.note(id) else { continue }
            texts[try written(note, file.path) ?? ""] = file
        }
        var rest: [(path: String, file: FolderFile, text: String)] = []
        for (path, file, text) in new {
            if let old = texts.removeValue(forKey: text), let id = old.note, let note = try rows.note(id) {
                gone.removeAll { $0.path == old.path }
                try folder.forget(old.path)
                try revive(note, from: text, file)
            } else if let id = try folder.missingNote(path), let note = try rows.note(id), note.trashedAt != nil {
                try revive(note, from: text, file)
            } else {
                rest.append((path, file, text))
            }
        }
        try take(rest)
    }

    private func revive(_ note: Note, from text: String, _ file: FolderFile) throws {
        var file = file
        file.note = note.id
        try folder.keep(file)
        try update(note, from: text, file)
    }

    /// New notes.
    private func take(_ new: [(path: String, file: FolderFile, text: String)]) throws {
        var pages = new.map { path, file, text in
            (file: file, read: FolderPage.reading(text, name: path, written: file.stamp.time, in: timeZone))
        }
        let numbers = try rows.counts() != nil ? [] : Self.numbers(pages.map(\.read.number))
        // Those with numbers come first; all others count on from there.
        let places = Dictionary(uniqueKeysWithValues: numbers.enumerated().map { ($1, $0) })
        func place(_ number: Int?) -> Int { number.flatMap { places[$0] } ?? numbers.count }
        if !numbers.isEmpty {
            pages.sort { (place($0.read.number), $0.file.path) < (place($1.read.number), $1.file.path) }
        }
        let notes = try rows.insert(pages.map(\.read.draft), numbers: numbers)
        for (note, page) in zip(notes, pages) {
            var file = page.file
            file.note = note.id
            try folder.keep(file)
            try folder.keep(page.read.page, of: note.id, path: file.path)
        }
    }

    /// The numbers that the notes of a folder can have again that nobody has opened before.
    ///
    /// With them, links by number lead where they did. One that two files say is neither’s.
    private static func numbers(_ said: [Int?]) -> [Int] {
        var counts: [Int: Int] = [:]
        for case let number? in said where (1...largestNumber).contains(number) { counts[number, default: 0] += 1 }
        return counts.filter { $0.value == 1 }.keys.sorted()
    }

    /// Larger ones are no numbers of notes, and would leave none to count on with.
    private static let largestNumber = DatedKey.largestNumber / 2

    /// The note as another program has left its file; the text before stays as a version.
    private func update(_ old: Note, from text: String, _ file: FolderFile) throws {
        let (page, draft, _) = FolderPage.reading(text, name: file.path, written: file.stamp.time, in: timeZone)
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
        // Only a field that is another now: it may say less exactly when the note was made.
        let said = FolderPage.Fields(of: page, in: timeZone).created
        if let said, said != before.flatMap({ FolderPage.Fields(of: $0, in: timeZone).created }) {
            if new.modifiedAt == new.createdAt { marked.modifiedAt = said }
            marked.createdAt = said
        }
        try rows.update(new, to: marked)
    }

    /// A file that is gone: its note goes to the trash.
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
    /// Whether a file is what its note would be written as.
    private func isWritten(_ file: FolderFile) throws -> Bool {
        guard let id = file.note, let note = try rows.note(id), file.skipped == nil,
            case .success(let bytes)? = files.read(file.path)?.bytes
        else { return false }
        return try written(note, file.path).map { $0.utf8.elementsEqual(bytes) } ?? false
    }

    /// What a note’s file says unless another program has changed it.
    private func written(_ note: Note, _ path: String) throws -> String? {
        // Where the front matter cannot say what the index does, the file is right.
        try folder.page(of: note.id).flatMap { try? $0.page.writing(note, path: path, in: timeZone).text }
    }

    private static func text(_ contents: FileContents, _ file: inout FolderFile) -> String? {
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
