// SPDX-License-Identifier: GPL-3.0-or-later

import CLinux
import Glibc

/// Where files are: moving and removing them.
package enum FilePlace {
    /// Moves a file, in place of another one.
    ///
    /// - Throws: `FileFault`; then it is where it was.
    package static func move(_ path: String, to other: String) throws(FileFault) {
        guard rename(path, other) == 0 else { throw FileFault(path: path, reason: .system(errno)) }
    }

    /// Moves a file or a folder where nothing has the name, not even of a process that makes it just now.
    ///
    /// - Throws: `FileFault`, with `EEXIST` where something has it; then it is where it was.
    package static func moveUnlessTaken(_ path: String, to other: String) throws(FileFault) {
        if renameat2(AT_FDCWD, path, AT_FDCWD, other, CLINUX_RENAME_NOREPLACE) == 0 { return }
        // Not every file system can look and rename at once; a second name is given to no file that has one.
        guard errno == EINVAL, link(path, other) == 0 else { throw FileFault(path: other, reason: .system(errno)) }
        unlink(path)
    }

    /// Removes a file.
    ///
    /// - Throws: `FileFault`; nothing where it is gone already.
    package static func remove(_ path: String) throws(FileFault) {
        guard unlink(path) == 0 || errno == ENOENT else { throw FileFault(path: path, reason: .system(errno)) }
    }
}
