// SPDX-License-Identifier: GPL-3.0-or-later

import Files

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
