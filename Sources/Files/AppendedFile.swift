// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// A file that grows at its end.
package struct AppendedFile {
    private let path: String
    private let isPrivate: Bool

    /// The file at a path.
    ///
    /// - Parameter isPrivate: Whether the file is the program’s own: then one that others may read is closed to them.
    package init(_ path: String, isPrivate: Bool = false) {
        self.path = path
        self.isPrivate = isPrivate
    }

    /// Adds bytes, all or none; a file that is not there is made, with mode 0600.
    ///
    /// - Throws: `FileFault`, for instance for a link, or for another user’s file.
    package func append(_ bytes: [UInt8]) throws(FileFault) {
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK
        let file: Descriptor
        do throws(FileFault) { file = try Descriptor(path, flags, mode: 0o600, path: path) } catch {
            // A link, a pipe that nobody reads and a folder each have an error of their own; the kind says it better.
            try FileStatus(path)?.checkWritable(path)
            throw error
        }
        // Others of this program that add to it wait a moment, so that what is taken away below is ours alone. A file that
        // is not the program’s own may be locked by anybody for any time.
        flock(file.number, isPrivate ? LOCK_EX : LOCK_EX | LOCK_NB)
        guard let old = FileStatus(file) else { throw FileFault(path: path, reason: .system(errno)) }
        try old.checkWritable(path)
        if isPrivate, old.mode & 0o077 != 0 { fchmod(file.number, 0o600) }
        do throws(FileFault) {
            try bytes.lend { bytes throws(FileFault) in try file.write(bytes, path: path) }
        } catch {
            // Where the last of our bytes stands, if there are any, and nothing behind it.
            let end = Int(lseek(file.number, 0, SEEK_CUR))
            if end > old.size, end - old.size < bytes.count, FileStatus(file)?.size == end {
                ftruncate(file.number, off_t(old.size))
            }
            throw error
        }
    }
}
