// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain

/// What a folder knows of the files of notes, within one transaction on its index.
struct FolderNoteFiles: NoteFiles {
    let attachments: FolderAttachments

    private var folder: FolderRows { attachments.folder }

    func path(of id: Int) throws -> String? { try folder.file(of: id).flatMap { $0.skipped == nil ? $0.path : nil } }

    func places(of id: Int) throws -> [Int: String] {
        try folder.file(of: id).map { try attachments.places(of: id, $0.path) } ?? [:]
    }

    func skipped() throws -> [SkippedFile] { try folder.skipped() }
}
