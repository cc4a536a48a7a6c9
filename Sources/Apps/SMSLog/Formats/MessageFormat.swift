// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumXMLReader
import SMSLogLogic

/// A format in which messages and contacts come.
///
/// Each is a leaf: nothing but `messageFormats` names it, and no format names another. The smallest has an `id`, `claims`
/// and `source`; the rest is for formats whose files share a folder with others.
protocol MessageFormat: SendableMetatype {
    /// The name of the format.
    static var id: String { get }

    /// Whether a file, by its name and first bytes, is of this format.
    static func claims(_ file: SniffedFile) -> Bool

    /// Whether a file that no format claims may be meant, by its name.
    static func accepts(_ file: SniffedFile) -> Bool

    /// Opens a file.
    ///
    /// - Returns: The source of its rows, and its size in bytes; 0 if that is unknown.
    /// - Throws: `ImportFault`, `FileFault`, `XMLFault`.
    static func source(of path: String, in context: ImportContext) async throws -> (any ImportSource, size: Int)

    /// Whether a file of a folder may be meant, by its name; `nil` if the name says nothing. One no is enough.
    static func mayBe(named name: String) -> Bool?

    /// Whether a file has messages of its own, as it begins: nothing is read of it but that.
    static func hasMessages(_ file: SniffedFile) -> Bool

    /// Whether a file has all of its messages in itself.
    static func isWhole(_ file: SniffedFile) -> Bool

    /// Whether it reads an archive itself, without unpacking it.
    static func reads(archive path: String) -> Bool

    /// Whether a folder has the files of messages of this format that lie beside it, and none of its own.
    static func owns(folder name: String, in content: FolderContent) -> Bool

    /// The files of a folder that repeat the content of others.
    static func repeated(in content: FolderContent, among files: [String]) -> Set<String>

    /// Opens a folder whose files do not show its format by their names; `nil` if it is none of this format.
    ///
    /// - Throws: `ImportFault` for one that cannot be read.
    static func folder(_ path: String) throws(ImportFault) -> (any FolderSource)?
}

extension MessageFormat {
    static func accepts(_ file: SniffedFile) -> Bool { false }
    static func mayBe(named name: String) -> Bool? { nil }
    static func hasMessages(_ file: SniffedFile) -> Bool { true }
    static func isWhole(_ file: SniffedFile) -> Bool { false }
    static func reads(archive path: String) -> Bool { false }
    static func owns(folder name: String, in content: FolderContent) -> Bool { false }
    static func repeated(in content: FolderContent, among files: [String]) -> Set<String> { [] }
    static func folder(_ path: String) throws(ImportFault) -> (any FolderSource)? { nil }
}

/// A folder that is read as a whole.
protocol FolderSource: Sendable {
    /// Opens it.
    func source(into rows: ImportedRows) throws(ImportFault) -> (any ImportSource, size: Int)
}

/// The context for reading a file.
struct ImportContext {
    /// The rows that the source fills.
    let rows: ImportedRows
    /// The user’s answers for facts that the file lacks.
    let choices: ImportChoices
    /// The zone of times without one.
    let zone: Zone
    let importer: MessageImporter
}

extension ImportFault {
    init(_ fault: XMLFault) {
        self =
            switch fault {
            case .empty: .empty
            case .notXML(let line): .notXML(line: line)
            case .malformed(_, let line, let column): .malformed(line: line, column: column)
            case .truncated(let line): .truncated(line: line)
            case .doctype(let line): .doctype(line: line)
            case .tooDeep(let line, _): .tooDeep(line: line)
            case .unsupportedEncoding(let name): .unsupportedEncoding(name)
            case .unreadable(let reason): .unreadable(reason: reason)
            case .outOfMemory: .outOfMemory
            }
    }
}
