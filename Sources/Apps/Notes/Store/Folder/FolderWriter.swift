import Foundation
import Session

/// Writes the files of notes that have changed in the index, within one transaction.
///
/// All new files are written aside first, where a full disk ends the transaction before anybody sees a change; putting
/// them in their places comes last.
final class FolderWriter {
    /// Another program was faster: the transaction has to start again with what it did.
    struct Overtaken: Error {}

    /// Which files wait for the disk before they get their places.
    enum Durability {
        /// Each by itself.
        case each
        /// All together, which for many is faster.
        case together
        /// None: nobody wants them back after a power cut.
        case none
    }

    private let rows: NoteRows
    private let files: FolderFiles
    private let folder: FolderRows
    private let timeZone: TimeZone
    private let durability: Durability

    private var placing: [(draft: FileDraft, path: String, replaces: FileStamp?)] = []
    private var removing: [FolderFile] = []
    private var taken: Set<String> = []
    private var numbers: [String: Int] = [:]

    init(rows: NoteRows, files: FolderFiles, folder: FolderRows, timeZone: TimeZone, durability: Durability) {
        self.rows = rows
        self.files = files
        self.folder = folder
        self.timeZone = timeZone
        self.durability = durability
    }

    deinit { for item in placing { files.discard(item.draft) } }

    /// Has a note’s file say what the note is now: one in the trash or a protected one has none.
    func write(_ id: Int) throws {
        let file = try folder.file(of: id)
        guard let note = try rows.find(id) else {
            try folder.forgetPage(of: id)
            return try drop(file)
        }
        let (page, oldPath) = try folder.page(of: id) ?? (FolderPage(for: note), "")
        guard note.trashedAt == nil, !note.isProtected else {
            try folder.keep(page, of: id, path: file?.path ?? oldPath)
            return try drop(file)
        }
        // What a file holds that is no text belongs to whoever wrote it.
        let own = file?.skipped == nil ? file : nil
        if own == nil, var file {
            file.note = nil
            try folder.keep(file)
        }
        let path = try place(of: note, page, own?.path, oldPath)
        let (newPage, text) = page.writing(note, folder: Self.folder(of: path), in: timeZone)
        let bytes = Array(text.utf8)
        try folder.keep(newPage, of: id, path: path)
        if let own, own.path == path, case .success(let found)? = files.read(path)?.bytes, found == bytes { return }
        let draft = try files.draft(bytes, for: path, like: own?.path, waits: durability == .each)
        placing.append((draft, path, own?.path == path ? own?.stamp : nil))
        if let own, own.path != path { try drop(own) }
        try folder.keep(FolderFile(path: path, note: id, stamp: draft.stamp, seen: FileStamp.now))
    }

    /// Puts everything in its place.
    ///
    /// - Throws: `Overtaken`, `SystemFault`; the files that are new are gone again then.
    func finish() throws {
        if durability == .together, !placing.isEmpty { sync() }
        var placed: [(path: String, stamp: FileStamp)] = []
        do {
            while let item = placing.first {
                guard try files.place(item.draft, at: item.path, replaces: item.replaces) else { throw Overtaken() }
                placing.removeFirst()
                if item.replaces == nil { placed.append((item.path, item.draft.stamp)) }
            }
            for file in removing where try !files.remove(file.path, file.stamp) { throw Overtaken() }
        } catch {
            for item in placed { _ = try? files.remove(item.path, item.stamp) }
            throw error
        }
    }

    private func drop(_ file: FolderFile?) throws {
        guard let file else { return }
        try folder.forget(file.path)
        if file.skipped == nil { removing.append(file) }
    }
}

// MARK: - Names

extension FolderWriter {
    /// Where a note’s file is to be: where it is, unless the note has moved to another notebook.
    private func place(of note: Note, _ page: FolderPage, _ present: String?, _ last: String) throws -> String {
        let notebook = FileName.folder(of: note.marks.notebook).path
        if let present {
            // A file that says its notebook itself may be anywhere.
            let said = FolderPage.Fields(of: page, in: timeZone).notebook
            if said != nil || Self.folder(of: present) == notebook { return present }
        }
        let folderName = files.canHold(notebook) ? notebook : ""
        let old = present ?? last
        let name =
            (old.isEmpty ? FileName.of(title: note.title) + ".md" : (old as NSString).lastPathComponent) as NSString
        let (stem, end) = (name.deletingPathExtension, name.pathExtension)
        let base = folderName.isEmpty ? stem : folderName + "/" + stem
        var number = numbers[base] ?? 1
        while true {
            let path = number == 1 ? "\(base).\(end)" : "\(base) \(number).\(end)"
            number += 1
            guard try !taken.contains(path.lowercased()) && !folder.isTaken(path) && files.stamp(path) == nil else {
                continue
            }
            numbers[base] = number
            taken.insert(path.lowercased())
            return path
        }
    }

    private static func folder(of path: String) -> String { (path as NSString).deletingLastPathComponent }
}
