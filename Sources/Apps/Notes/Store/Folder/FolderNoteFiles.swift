// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain

/// What a folder knows of the files of notes, within one transaction on its index.
struct FolderNoteFiles: NoteFiles {
    let attachments: FolderAttachments
    /// All files that are no notes, by their names.
    let otherFiles: OtherFiles
    /// The files that are no notes, as far as they may be taken for such.
    let unread: FileKinds
    /// What could not be seen, when all of the folder was looked at, or is to be said of it.
    let unseen: [SkippedFile]

    private var folder: FolderRows { attachments.folder }

    var graph: LogseqFolder? { attachments.files.graph }

    func path(of id: Int) throws -> String? { try folder.file(of: id).flatMap { $0.skipped == nil ? $0.path : nil } }

    func head(of id: Int) throws -> String? {
        try path(of: id) == nil ? nil : folder.page(of: id)?.page.head
    }

    func places(of id: Int) throws -> [Int: String] {
        try folder.file(of: id).map { try attachments.places(of: id, $0.path) } ?? [:]
    }

    func file(_ named: NamedFile, of note: Note) throws -> LinkedFile? {
        let path = try path(of: note.id).map { FilePath($0).folder } ?? note.names.folder
        if let file = try named.places(from: path).lazy.compactMap({ try file(at: $0, of: note) }).first { return file }
        // Pages of a site write `/` for its own folder, which may be within this one.
        return try named.meanings.lazy.compactMap { otherFiles.path(of: String($0.drop { $0 == "/" })) }.first.flatMap {
            try file(at: $0, of: note)
        }
    }

    private func file(at path: String, of note: Note) throws -> LinkedFile? {
        guard path.prefix(while: { $0 != "/" }) != FolderFiles.hidden, let stamp = try attachments.files.stamp(path)
        else {
            return nil
        }
        let own = try folder.attachmentFiles(of: note.id).first { $0.path == path }
        return LinkedFile(path: path, size: Int(stamp.size), attachment: own?.number)
    }

    func path(ofFile name: String) -> String? {
        [FilePath.resolved(name, from: ""), otherFiles.path(of: name)].compactMap { $0 }.first {
            FilePath($0).ending.isEmpty && $0.prefix { $0 != "/" } != FolderFiles.hidden
                && (try? attachments.files.stamp($0)) != nil
        }
    }

    func bytes(of path: String, limit: Int) -> [UInt8]? {
        guard case .success(let bytes)? = try? attachments.files.read(path, upTo: limit)?.bytes else { return nil }
        return bytes
    }

    func skipped() throws -> [SkippedFile] {
        try folder.skipped() + unseen
    }
}
