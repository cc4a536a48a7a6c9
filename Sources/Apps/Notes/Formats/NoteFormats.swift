// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
package import NotesLogic

/// The readable formats; of several that claim a file, the first reads it.
let noteFormats: [any NoteFormat.Type] = [
    SealedNotes.self, Logseq.self, TextBundle.self, DayOneClassic.self, Notion.self, Keep.self, StandardNotes.self,
    Simplenote.self, DayOne.self, JrnlJSON.self, AtriumJSON.self, ENEX.self, Joplin.self, Jrnl.self,
    MarkdownNotes.self, TextNotes.self,
]

/// The writable formats.
let noteExports: [any NoteExport.Type] = [
    MarkdownExport.self, AtriumJSON.self, Jrnl.self, JrnlJSON.self, ENEX.self, PageExport.self, SiteExport.self,
]

extension ExchangeFormat {
    /// The formats that a command may read.
    package static var readable: [ExchangeFormat] { noteFormats.filter { $0.isChoice }.map { .init(rawValue: $0.id) } }
    /// The formats that a command may write.
    package static var writable: [ExchangeFormat] { noteExports.map { .init(rawValue: $0.id) } }

    /// The endings of writable files.
    package static var endings: [String] { noteExports.flatMap { $0.endings }.sorted() }

    /// The format that the path of an export asks for; `nil` for an unknown ending.
    package init?(of path: String) {
        let form = ExportForm(of: path)
        let format = noteExports.first { form.fits(endings: $0.endings, isFolder: $0.isFolder) }
        guard let format else { return nil }
        self.init(rawValue: format.id)
    }
}

/// The formats of this module, or one of them, as what an import reads from.
struct AnyNotes: NoteSource {
    /// The format that a command names; `nil` for whichever claims a file.
    let format: (any NoteFormat.Type)?

    var repairs: [any LinkRepair] { noteFormats.compactMap { $0.repair } }

    func read(_ path: String, into importer: NoteImporter) async throws {
        try await ImportContext(noteFormats, as: format, into: importer).read(path)
    }
}

extension NotesService {
    /// Imports the notes of a file or a folder; those that exist already are skipped.
    ///
    /// - Parameter format: The format; `nil` to detect it. A folder may be one of Markdown and text files.
    /// - Throws: As `importNotes(from:by:)`.
    package func importNotes(
        from path: String, as format: ExchangeFormat?, dateOrder: DayMonthOrder = .dayFirst, into notebook: String = "",
        asking questions: SealedNoteQuestions = .unanswered, isCheck: Bool = false,
        added: @escaping @MainActor @Sendable ([Int]) -> Void = { _ in },
        progress: @escaping @MainActor @Sendable (Int, Int?) -> Void
    ) async throws -> ImportReport {
        try await importNotes(
            from: path, by: AnyNotes(format: format.flatMap { word in noteFormats.first { $0.id == word.rawValue } }),
            dateOrder: dateOrder, into: notebook, asking: questions, isCheck: isCheck, added: added,
            progress: progress)
    }

    /// Writes notes to a file or a folder; without a query all of them.
    ///
    /// - Throws: As `exportNotes(to:as:query:)` with the format itself.
    package func exportNotes(
        to path: String, as format: ExchangeFormat, query: String?, keepingTrash: Bool = false,
        replacing: Bool = false, progress: @escaping @MainActor @Sendable (Int, Int?) -> Void,
        visible: @escaping @Sendable (String) -> String = { $0 }
    ) async throws -> ExportReport {
        try await exportNotes(
            to: path, as: format.export, query: query, keepingTrash: keepingTrash, replacing: replacing,
            progress: progress, visible: visible)
    }

    /// Whether an export needs the password, since it has protected notes to write.
    ///
    /// - Throws: As `exportNotes(to:as:query:keepingTrash:)`.
    package func asksPassword(
        toExport query: String?, as format: ExchangeFormat, keepingTrash: Bool = false
    ) async throws -> Bool {
        try await asksPassword(toExport: query, as: format.export, keepingTrash: keepingTrash)
    }
}

extension ExchangeFormat {
    /// The format to write; the first for an unknown name.
    fileprivate var export: any NoteExport.Type { noteExports.first { $0.id == rawValue } ?? noteExports[0] }
}
