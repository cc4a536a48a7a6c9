// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// A file without content that says what a folder is, for as long as it is there.
///
/// It outlives the process that made it, however that ends: what it says of the folder is true until it is removed.
package struct FolderMark {
    private let path: String
    private let folder: Descriptor
    private let name: String

    /// Whether it was there already.
    package let wasThere: Bool

    /// Marks a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder, which is there.
    ///   - name: The name of the mark.
    /// - Throws: `FileFault`, also where something else than a file of this user’s has the name.
    package init(_ folder: String, named name: String) throws(FileFault) {
        path = folder + "/" + name
        self.name = name
        self.folder = try Folder.open(folder, for: path)
        do throws(FileFault) {
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
            try Descriptor(name, in: self.folder, flags, mode: 0o600, path: path).sync(path: path)
            wasThere = false
        } catch {
            guard error.reason == .system(EEXIST), let old = FileStatus(name, in: self.folder) else { throw error }
            try old.checkWritable(path)
            wasThere = true
        }
        try self.folder.sync(path: path)
    }

    /// Takes the mark away.
    ///
    /// - Throws: `FileFault`; nothing where it is gone already.
    package func remove() throws(FileFault) {
        guard unlinkat(folder.number, name, 0) == 0 || errno == ENOENT else {
            throw FileFault(path: path, reason: .system(errno))
        }
    }
}
