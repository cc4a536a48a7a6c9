// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumFiles

/// A folder that an export writes, with a mark in it until it is complete: the mark stays if the export does not
/// finish.
public struct UnfinishedFolder: Sendable {
    /// The name of the mark.
    public static let name = "UNFINISHED-EXPORT"

    private let path: String
    private let mark: FolderMark

    /// Marks an existing folder.
    ///
    /// - Throws: `FileFault`, also if the name is taken by anything but a file of this user.
    public init(_ path: String) throws(FileFault) {
        self.path = path
        mark = try FolderMark(path, named: Self.name)
    }

    /// Whether an earlier export to it came to no end.
    public var followsUnfinished: Bool { mark.wasThere }

    /// Removes the mark of an export that has written nothing.
    ///
    /// - Throws: `FileFault`.
    public func remove() throws(FileFault) { try mark.remove() }

    /// Removes the mark, once everything is on the disk.
    ///
    /// - Throws: `FileFault`.
    public func finish() throws(FileFault) {
        try Folder.sync(path)
        try Folder.confirming(path) { () throws(FileFault) in try mark.remove() }
    }
}
