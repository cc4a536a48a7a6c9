// SPDX-License-Identifier: GPL-3.0-or-later

import NotesLogic

/// A note in Markdown with front matter, or a folder of such notes, whose subfolders are notebooks.
enum MarkdownNotes: NoteFormat {
    static let id = "markdown"
    static let isChoice = true
    static let standing = FormatStanding.text
    static let folders = FolderUse.texts

    static func claims(_ file: ImportFile) -> Bool { file.isMarkdown }

    static func read(_ file: ImportFile, in context: ImportContext, take: NoteSink) async throws {
        guard let text = context.text(of: file) else { return }
        let files = file.files(keepingPlaces: true)
        var (draft, number, problems) = NoteFile.draft(
            text, path: file.place.isEmpty ? file.stem : file.place + "/" + file.stem,
            written: context.written(file.path), in: context.timeZone, files: files)
        if let links = file.folder.flatMap({ DendronLinks(in: $0.vault) }) {
            draft.content = links.turned(draft.content)
        }
        if let taken = files?.taken { draft.content = shortening(draft.content, in: file.place, to: taken) }
        try await take(ForeignNote(draft: draft, problems: problems, number: number, isFile: true))
    }

    /// The text whose addresses of notes say `.md` for `.markdown`, as an export calls their files.
    private static func shortening(_ text: String, in folder: String, to notes: TakenFiles) -> String {
        guard text.contains(".markdown"), notes.haveLongEndings else { return text }
        return References(text).replacing { reference in
            guard case .path? = reference.note, let path = reference.note?.parts?.path,
                FilePath.resolved(path, from: folder).map(notes.isNote) == true,
                case let address = reference.spelled.prefix(while: { $0 != "#" }), address.hasSuffix(".markdown")
            else { return nil }
            return address.dropLast("arkdown".count) + "d" + reference.spelled[address.endIndex...]
        }
    }
}

/// A text file that is one note.
enum TextNotes: NoteFormat {
    static let id = "text"
    static let isChoice = true
    static let standing = FormatStanding.text
    static let folders = FolderUse.texts

    static func claims(_ file: ImportFile) -> Bool { file.folder == nil ? !file.isXML : file.isText }

    static func read(_ file: ImportFile, in context: ImportContext, take: NoteSink) async throws {
        try await MarkdownNotes.read(file, in: context, take: take)
    }
}
