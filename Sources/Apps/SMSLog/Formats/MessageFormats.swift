// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
package import SMSLogLogic

/// The formats that are read; of several that claim a file, the first reads it.
let messageFormats: [any MessageFormat.Type] = [
    Apple.self, SignalChat.self, SignalPage.self, WhatsApp.self, AtriumObjects.self, Signal.self, Android.self,
    Gammu.self, VCard.self, Voice.self, OtherPage.self, LegalTable.self, MessageTable.self, ContactTable.self,
    Backup.self,
]

/// The formats that are written.
let messageExports: [any MessageExport.Type] = [
    AtriumObjects.self, AtriumLines.self, MessageTable.self, Backup.self, MessagePageExport.self,
]

extension ExportFormat {
    /// The formats that a command may write.
    package static var all: [ExportFormat] { messageExports.map { ExportFormat(rawValue: $0.id) } }

    /// The endings of files that a command may write.
    package static var endings: [String] { messageExports.flatMap { $0.endings }.sorted() }

    /// The format that the path of an export asks for; `nil` for an unknown ending.
    package init?(of path: String) {
        let form = ExportForm(of: path)
        let format = messageExports.first { form.fits(endings: $0.endings, isFolder: $0.isFolder) }
        guard let format else { return nil }
        self.init(rawValue: format.id)
    }
}

extension SMSLogService {
    /// Imports a file, or each file of a folder and of those within it that may be one.
    ///
    /// - Parameters:
    ///   - choices: The user’s answers for facts that the files lack.
    ///   - progress: Called with the number of bytes read so far, and the total if it is known.
    /// - Throws: As `importFiles(at:by:)`.
    package func importFiles(
        at path: String, choices: ImportChoices = ImportChoices(),
        progress: @Sendable (_ bytes: Int, _ total: Int?) async -> Void
    ) async throws -> [ImportedFile] {
        try await importFiles(at: path, by: AnyMessages(choices: choices), progress: progress)
    }

    /// Reads a file, or each file of a folder, into memory, for the user to look at.
    ///
    /// - Throws: As `look(at:by:among:)`.
    package func look(
        at path: String, among stores: any MessagePlaces, choices: ImportChoices = ImportChoices(),
        progress: @Sendable (_ bytes: Int, _ total: Int?) async -> Void
    ) async throws -> (log: SMSLogService, files: [ImportedFile]) {
        try await look(at: path, by: AnyMessages(choices: choices), among: stores, progress: progress)
    }
}

extension MessageExports {
    /// Writes messages to a file, or pages of them to a folder.
    ///
    /// - Throws: As `export(_:as:texts:)`.
    package func export(
        _ request: ExportRequest, texts: PageTexts,
        progress: @Sendable (_ done: Int, _ total: Int) async -> Void
    ) async throws -> ExportReport {
        let format = messageExports.first { $0.id == request.format.rawValue } ?? messageExports[0]
        return try await export(request, as: format, texts: texts, progress: progress)
    }
}
