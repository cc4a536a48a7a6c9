// SPDX-License-Identifier: GPL-3.0-or-later

package import Files
import Glibc

/// What is exported, and how.
package struct ExportRequest: Sendable {
    /// The file, or the folder of pages.
    package var path: String
    package var format: ExportFormat
    /// Which messages, as `MessageQueryReader` reads it; nil: all.
    package var query: String?
    /// Whether calls are written, and nothing else.
    ///
    /// A backup has either, the other formats have both otherwise.
    package var isOfCalls = false
    /// Whether it may take the place of a file of this user’s.
    package var isReplacing = false
    /// Whether only what has come since the last such export is written, to a file beside the first one.
    package var isIncremental = false
    /// Whether a table begins with a byte order mark, by which some programs tell UTF-8.
    package var hasByteOrderMark = false

    package init(to path: String, as format: ExportFormat) {
        self.path = path
        self.format = format
    }

    /// Whether it may go on where the last one has ended: the file that one began with is still there.
    var isContinuing: Bool { isIncremental && !isReplacing && FileStatus(path) != nil }

    /// What an incremental export goes on with: a file, and what was asked for.
    var target: String {
        let asked = [query.map { "query " + $0 }, isOfCalls ? "calls" : nil].compactMap { $0 }
        return ([path] + asked).joined(separator: "\n")
    }
}

/// What an export has written.
package struct ExportReport: Sendable {
    /// The file or folder; nil where there was nothing new.
    package var path: String?
    /// How many messages and calls.
    package var written = 0
    /// How many calls are in no backup of messages, or messages in none of calls: they go into a file of their own.
    package var left = 0
    /// Whether there is a mark in the folder that an earlier export did not come to its end.
    package var followsUnfinished = false

    init() {}
}

/// A format in which messages are written.
package enum ExportFormat: String, Hashable, Sendable, CaseIterable {
    /// Atrium’s own: an array of JSON that has everything, an object a line.
    case json
    /// The same objects without the array (JSON Lines).
    case jsonl
    /// A table for programs that calculate (RFC 4180), without the bytes of files.
    case csv
    /// What SMS Backup & Restore writes and reads.
    case xml
    /// A folder of pages for reading and printing, one a conversation; not read back.
    case html

    /// The format that the end of a file’s name asks for; a name without one is a folder’s.
    package init(of path: String) {
        let name = path.split(separator: "/").last ?? ""
        let end = name.contains(".") ? name.split(separator: ".").last.map { $0.lowercased() } : nil
        switch end {
        case "json": self = .json
        case "jsonl", "ndjson": self = .jsonl
        case "csv": self = .csv
        case "html", "htm", nil: self = .html
        default: self = .xml
        }
    }

    /// Whether it is a folder of many files.
    var isFolder: Bool { self == .html }
}

/// Why messages were not written; what stood there before stands there still.
package enum ExportFault: Error, Hashable, Sendable {
    /// Something is there already, and stays.
    case exists(path: String)
    /// The folder has something in it, which stays.
    case notEmpty(path: String)
    /// Pages are a folder, and this is the name of one page.
    case pageName(path: String)
    /// Two options, or an option and a format, of which each takes the other’s meaning away.
    case notTogether(String, String)
    /// Only files go on where the last one ended.
    case notIncremental(path: String)
    /// The folder of a signed export has something in it, which stays.
    case notNew(path: String)
    /// There is no list of files in the folder.
    case notSigned(path: String)
    /// The text is no key.
    case noKey(String)
    /// The file cannot be read.
    case unreadable(path: String, reason: FileFault.Reason)
    /// The file cannot be written.
    case unwritable(path: String, reason: FileFault.Reason)
}

extension ExportFault {
    init(_ fault: FileFault) {
        self =
            fault.reason == .system(EEXIST)
            ? .exists(path: fault.path) : .unwritable(path: fault.path, reason: fault.reason)
    }
}
