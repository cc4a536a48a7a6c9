// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumFiles
import SMSLogLogic

/// A folder that an export writes, with a mark in it until it is whole.
struct ExportFolder {
    /// Whether files in it may be replaced.
    let replaces: Bool
    private let mark: UnfinishedFolder

    /// Makes the folder and its mark.
    ///
    /// - Parameters:
    ///   - replaces: Whether it may have something in it. Files of an export that came to no end may be in it in any
    ///     case.
    ///   - isNew: Whether not even these may be in it.
    /// - Throws: `ExportFault`, `FileFault`.
    init(_ path: String, replaces: Bool, isNew: Bool = false) throws {
        try Folder.make(path, followingForeignLinks: false)
        let names = try Folder.names(in: path)
        let isUnfinished = !isNew && names.contains(UnfinishedFolder.name)
        guard replaces || isUnfinished || names.isEmpty else {
            throw isNew ? ExportFault.notNew(path: path) : .notEmpty(path: path)
        }
        self.replaces = replaces || isUnfinished
        DraftFile.removeStale(in: path)
        mark = try UnfinishedFolder(path)
    }

    /// Whether an earlier export to it did not come to its end.
    var followsUnfinished: Bool { mark.followsUnfinished }

    /// Removes the mark, once everything is on the disk.
    func finish() throws(FileFault) { try mark.finish() }
}
