// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogLogic

/// A table of a signed folder, whose messages are in a file beside it.
enum LegalTable: MessageFormat {
    static let id = "legal"

    static func claims(_ file: SniffedFile) -> Bool { !file.isTable && LegalFolder.isTable(file.longHead) }

    static func source(of path: String, in context: ImportContext) throws -> (any ImportSource, size: Int) {
        throw ImportFault.legalTable(sources: LegalFolder.File.sources)
    }

    static func hasMessages(_ file: SniffedFile) -> Bool { false }

    static func owns(folder name: String, in content: FolderContent) -> Bool {
        name == LegalFolder.File.folder && isSigned(content)
    }

    /// The tables and the page of a signed folder repeat its sources, and so does any text in it.
    static func repeated(in content: FolderContent, among files: [String]) -> Set<String> {
        guard isSigned(content) else { return [] }
        let own = [
            LegalFolder.File.messages, LegalFolder.File.exhibits, LegalFolder.File.page, LegalFolder.File.key,
            LegalFolder.File.signature,
        ]
        return Set(files.filter { own.contains($0) || FileEnding.of($0) == "txt" })
    }

    private static func isSigned(_ content: FolderContent) -> Bool {
        content.files.contains(LegalFolder.File.sources) && content.names.contains(LegalFolder.File.manifest)
    }
}
