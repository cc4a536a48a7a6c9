// SPDX-License-Identifier: GPL-3.0-or-later

package import Files

/// A folder that an export writes, with a mark in it until all of it is there: the mark stays where the export comes to no
/// end.
package struct UnfinishedFolder: Sendable {
    /// The name of the mark.
    package static let name = "UNFINISHED-EXPORT"

    private let path: String
    private let mark: FolderMark

    /// Marks a folder, which is there.
    ///
    /// - Throws: `FileFault`, also where something else than a file of this user’s has the name.
    package init(_ path: String) throws(FileFault) {
        self.path = path
        mark = try FolderMark(path, named: Self.name)
    }

    /// Whether an earlier export to it came to no end.
    package var followsUnfinished: Bool { mark.wasThere }

    /// Removes the mark of an export that has written nothing.
    ///
    /// - Throws: `FileFault`.
    package func remove() throws(FileFault) { try mark.remove() }

    /// Removes the mark, once everything is on the disk.
    ///
    /// - Throws: `FileFault`.
    package func finish() throws(FileFault) {
        try Folder.sync(path)
        try Folder.confirming(path) { () throws(FileFault) in try mark.remove() }
    }
}
