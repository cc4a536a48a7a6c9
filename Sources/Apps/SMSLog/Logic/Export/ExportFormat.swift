// SPDX-License-Identifier: GPL-3.0-or-later

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
