// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumFiles
package import AtriumSession
import Glibc

package struct ExportRequest: Sendable {
    /// The file, or the folder of pages.
    package var path: String
    package var format: ExportFormat
    /// The query for the messages, as `MessageQueryReader` reads it; `nil`: all.
    package var query: String?
    /// Whether to write only calls.
    ///
    /// A backup has either, the other formats have both by default.
    package var isOfCalls = false
    /// Whether it may take the place of a file of this user’s.
    package var isReplacing = false
    /// Whether to write only messages since the last such export, to a file beside the first one.
    package var isIncremental = false
    /// Whether a table begins with a byte order mark, by which some programs recognize UTF-8.
    package var hasByteOrderMark = false

    package init(to path: String, as format: ExportFormat) {
        self.path = path
        self.format = format
    }

    /// Whether it may continue the last one: the file that one began with is still there.
    var isContinuing: Bool { isIncremental && !isReplacing && FileStatus(path) != nil }

    /// The key under which an incremental export continues: a file, and the query.
    var target: String {
        let asked = [query.map { "query " + $0 }, isOfCalls ? "calls" : nil].compactMap { $0 }
        return ([path] + asked).joined(separator: "\n")
    }
}

package struct ExportReport: Sendable {
    /// The file or folder; `nil` if there was nothing new.
    package var path: String?
    /// The number of messages and calls.
    package var written = 0
    /// The number of calls missing from a backup of messages, or messages from one of calls: they go into another file.
    package var left = 0
    /// Whether there is a mark in the folder that an earlier export did not come to its end.
    package var followsUnfinished = false

    init() {}
}

/// The name of a format in which messages are written.
package struct ExportFormat: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
}

/// A format in which messages are written, to a file or to a folder of pages.
package protocol MessageExport: SendableMetatype {
    /// The word that a command names it by.
    static var id: String { get }
    /// The file name extensions; `*` stands for any that no other format has.
    static var endings: Set<String> { get }
    /// Whether it is a folder of many files.
    static var isFolder: Bool { get }
    /// Whether a file has either messages or calls, and their number first.
    static var hasCallsApart: Bool { get }

    /// Begins a file.
    ///
    /// - Throws: `FileFault`.
    static func file(_ draft: DraftWriter, _ facts: ExportFacts) throws -> any ExportedFile

    /// Begins a folder of pages.
    ///
    /// - Throws: `ExportFault`, `FileFault`.
    static func pages(_ facts: ExportFacts) throws -> any ExportedPages
}

extension MessageExport {
    package static var isFolder: Bool { false }
    package static var hasCallsApart: Bool { false }

    package static func file(_ draft: DraftWriter, _ facts: ExportFacts) throws -> any ExportedFile {
        throw ExportFault.notIncremental(path: facts.request.path)
    }

    package static func pages(_ facts: ExportFacts) throws -> any ExportedPages {
        throw ExportFault.pageName(path: facts.request.path)
    }
}

/// The facts with which an export begins.
package struct ExportFacts {
    package let request: ExportRequest
    /// The number of messages to write, if the format knows it first.
    package internal(set) var count = 0
    /// The user’s own numbers.
    package internal(set) var own: Set<Address> = []
    package let madeAt: Timestamp
    package let zone: Zone
    package let texts: PageTexts
    package let bytes: PartBytes
}

/// The reason why messages were not written; an earlier file is unchanged.
package enum ExportFault: Error, Hashable, Sendable {
    /// A file exists already, and stays.
    case exists(path: String)
    /// The folder has something in it, which stays.
    case notEmpty(path: String)
    /// Pages are a folder, and this is the name of one page.
    case pageName(path: String)
    /// Two options, or an option and a format, that exclude each other.
    case notTogether(String, String)
    /// Only files can be continued.
    case notIncremental(path: String)
    /// The folder of a signed export has something in it, which stays.
    case notNew(path: String)
    /// There is no list of files in the folder.
    case notSigned(path: String)
    /// The text is not a key.
    case noKey(String)
    /// The file cannot be read.
    case unreadable(path: String, reason: FileFault.Reason)
    /// The file cannot be written.
    case unwritable(path: String, reason: FileFault.Reason)
}

extension ExportFault {
    package init(_ fault: FileFault) {
        self =
            fault.reason == .system(EEXIST)
            ? .exists(path: fault.path) : .unwritable(path: fault.path, reason: fault.reason)
    }
}

/// The texts of pages that are in no message, in the language of the readers.
package struct PageTexts: Sendable {
    /// The language, as BCP 47 names it.
    package let language: String
    /// The title of all the pages.
    package let title: String
    /// The text for a number of messages.
    package let count: @Sendable (Int) -> String
    /// The text for the status of a message; `nil` for most.
    package let status: @Sendable (Message) -> String?
    /// The text for the outcome of a call.
    package let call: @Sendable (Call) -> String
    /// The text in place of a file whose bytes never came.
    package let missing: String
    /// Makes the hidden characters of a text visible; its lines stay.
    package let visible: @Sendable (String) -> String

    package init(
        language: String, title: String, count: @escaping @Sendable (Int) -> String,
        status: @escaping @Sendable (Message) -> String?, call: @escaping @Sendable (Call) -> String, missing: String,
        visible: @escaping @Sendable (String) -> String
    ) {
        self.language = language
        self.title = title
        self.count = count
        self.status = status
        self.call = call
        self.missing = missing
        self.visible = visible
    }
}
