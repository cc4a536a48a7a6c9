// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumStores
import NotesLogic
import NotesStore

/// The files of attachments within one transaction: they lie beside the note’s file, in the folder
/// `attachments/NAME`, where `NAME` is that of the note’s file, as in an export.
///
/// The files are the truth. The index has their bytes too, as it has the texts of notes: a note whose files another
/// program has removed is in the trash with all its data, and comes back whole; one in the trash has no
/// files at all. Sealed attachments, and those with a name that no file here can have, are in the index alone.
struct FolderAttachments {
    /// The most bytes of such a file; a larger one is left alone.
    static let largest = 100 << 20
    private static let folderName = "attachments"

    let rows: NoteRows
    let files: FolderFiles
    let folder: FolderRows
    /// Makes an attachment of a file’s name and bytes.
    let describe: @Sendable (String, [UInt8]) -> AttachmentDraft

    /// The folder of the attachments of the note with this file.
    static func folder(of path: String) -> String {
        let (folder, name) = parts(path)
        let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
        return (folder.isEmpty ? "" : folder + "/") + "\(folderName)/\(stem)"
    }

    /// The files of notes whose attachment a file of this name is, if there is one of them: `work/Trip.md` for
    /// `work/attachments/Trip/list.md`.
    static func notes(of file: String) -> [String] {
        let (place, _) = parts(file)
        let (folder, stem) = parts(place)
        let (start, name) = parts(folder)
        guard name == folderName, !stem.isEmpty else { return [] }
        return ["md", "markdown"].map { (start.isEmpty ? "" : start + "/") + "\(stem).\($0)" }
    }

    /// Whether a file of this name is one that this program may have written as an attachment.
    static func isFile(_ path: String) -> Bool {
        !notes(of: path).isEmpty && path.split(separator: "/").allSatisfy { canBeFile(String($0)) }
    }

    /// A notebook’s folder, by a name under which no note in it is taken for an attachment.
    static func apart(_ folder: String) -> String {
        guard !notes(of: folder + "/").isEmpty else { return folder }
        let (place, stem) = parts(folder)
        return "\(place)-/\(stem)"
    }

    /// Whether an attachment’s file is in a place that lets links of the note with this file stay as they are.
    static func isBeside(_ file: String, _ path: String) -> Bool {
        let (folder, name) = parts(parts(parts(file).folder).folder)
        return name == folderName && folder == parts(path).folder
    }

    /// A path’s folder, and its last name; Foundation’s own way traps on a path of one character.
    private static func parts(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return ("", path) }
        return (String(path[..<slash]), String(path[path.index(after: slash)...]))
    }

    /// The paths of a note’s attachment files, from the folder of the note’s own file, by their numbers.
    func places(of id: Int, _ path: String) throws -> [Int: String] {
        let start = Self.parts(path).folder
        var places: [Int: String] = [:]
        for file in try folder.attachmentFiles(of: id) where Self.isBeside(file.path, path) {
            places[file.number] = start.isEmpty ? file.path : String(file.path.dropFirst(start.count + 1))
        }
        return places
    }

    /// Whether an attachment of this name can be a file that is found again; any other is in the index alone.
    static func canBeFile(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 255 && !name.hasPrefix(".") && !name.contains { "/\0".contains($0) }
    }

    /// Whether the files of a note’s attachments are not as the index knows them; reads only.
    func isBehind(_ id: Int, _ path: String) throws -> Bool {
        for file in try folder.attachmentFiles(of: id) where try !file.isSurely(files.stamp(file.path)) {
            return true
        }
        let place = Self.folder(of: path)
        return try files.attachments(in: place).contains { try isNew("\(place)/\($0)") }
    }

    /// The notes among these numbers whose attachment files differ from the index; reads only.
    func behind(_ ids: ClosedRange<Int>) throws -> [Int] {
        try folder.noteFiles(ids).filter { try isBehind($0.note, $0.path) }.map(\.note)
    }

    /// Takes in the changes by other programs to the files of attachments.
    ///
    /// - Parameter ids: The numbers of the notes.
    func absorb(_ ids: ClosedRange<Int>) throws {
        for id in try behind(ids) {
            guard let file = try folder.file(of: id), file.skipped == nil else { continue }
            try absorb(id, file.path)
        }
    }

    /// Takes in the changes by other programs to the files of a note’s attachments.
    ///
    /// - Parameter path: The note’s file.
    func absorb(_ id: Int, _ path: String) throws {
        guard let note = try rows.note(id) else { return }
        let known = try folder.attachmentFiles(of: id)
        for attachment in try rows.attachments(of: id) where attachment.sealed == nil {
            guard let file = known.first(where: { $0.number == attachment.number }) else { continue }
            try look(at: file, attachment, of: id)
        }
        let place = Self.folder(of: path)
        for name in try files.attachments(in: place) where try isNew("\(place)/\(name)") {
            try take("\(place)/\(name)", name, note)
        }
    }

    /// Whether a file is neither an attachment nor a note so far.
    private func isNew(_ path: String) throws -> Bool {
        try !folder.isAttachmentFile(path) && folder.file(path) == nil
    }

    /// Forgets the missing files of a note, but not their content.
    ///
    /// If a note’s own file disappears with its files, nothing is lost: the note in the trash has its attachments.
    func forgetLost(of id: Int) throws {
        for file in try folder.attachmentFiles(of: id) where try files.stamp(file.path) == nil {
            try folder.forgetAttachmentFile(file.number, of: id)
        }
    }

    private func look(at file: AttachmentFile, _ attachment: Attachment, of id: Int) throws {
        guard let stamp = try files.stamp(file.path) else {
            try rows.delete(attachment, of: id)
            return try folder.forgetAttachmentFile(file.number, of: id)
        }
        guard !file.isSurely(stamp) else { return }
        let seen = FileStamp.now
        guard let contents = try files.read(file.path, upTo: Self.largest), case .success(let bytes) = contents.bytes
        else { return }
        if try rows.bytes(of: attachment.digest) != bytes {
            var draft = describe(attachment.name, bytes)
            (draft.name, draft.type) = (attachment.name, attachment.type)
            guard try rows.replace(attachment, of: id, with: draft) != nil else { return }
        }
        try folder.keep(
            AttachmentFile(
                number: file.number, path: file.path, stamp: contents.stamp, seen: seen, digest: Digest(of: bytes)),
            of: id)
    }

    private func take(_ path: String, _ name: String, _ note: Note) throws {
        let seen = FileStamp.now
        guard let contents = try files.read(path, upTo: Self.largest), case .success(let bytes) = contents.bytes else {
            return
        }
        let draft = describe(name, bytes)
        let twin = try rows.attachments(of: note.id).first { $0.sealed == nil && $0.name == draft.name }
        let number: Int?
        if let twin {
            // One without a file so far; another of its name is unassigned until the name is free.
            let hasFile = try folder.attachmentFiles(of: note.id).contains { $0.number == twin.number }
            number = try !hasFile && rows.bytes(of: twin.digest) == bytes ? twin.number : nil
        } else {
            number = try rows.attach(draft, to: note)?.number
        }
        guard let number else { return }
        try folder.keep(
            AttachmentFile(
                number: number, path: path, stamp: contents.stamp, seen: seen, digest: Digest(of: bytes)), of: note.id)
    }
}
