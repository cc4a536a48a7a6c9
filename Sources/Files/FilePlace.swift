// SPDX-License-Identifier: GPL-3.0-or-later

import CLinux
import Glibc

/// Where files are: moving and removing them, and where paths lead.
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

    /// Lets a file be as old as it is told to be.
    ///
    /// - Parameter written: When it is to have been written last, in nanoseconds since 1970.
    /// - Throws: `FileFault`.
    package static func age(_ path: String, written: Int64) throws(FileFault) {
        let times = [timespec](repeating: timespec(nanoseconds: written), count: 2)
        guard utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW) == 0 else {
            throw FileFault(path: path, reason: .system(errno))
        }
    }
}

// MARK: - Where paths lead

extension FilePlace {
    /// Where a symbolic link leads, as it says.
    ///
    /// - Throws: `FileFault`, with `EINVAL` for what is no link.
    package static func target(ofLink path: String) throws(FileFault) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink(path, &buffer, buffer.count - 1)
        guard count > 0 else { throw FileFault(path: path, reason: .system(errno)) }
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// A path without symbolic links, from the root on.
    ///
    /// - Throws: `FileFault` where nothing is there.
    package static func real(_ path: String) throws(FileFault) -> String {
        guard let real = realpath(path, nil) else { throw FileFault(path: path, reason: .system(errno)) }
        defer { free(real) }
        return String(cString: real)
    }

    /// Looks whether this user may read and write what stands at a path.
    ///
    /// - Throws: `FileFault` where they may not.
    package static func checkWritable(_ path: String) throws(FileFault) {
        guard access(path, R_OK | W_OK) == 0 else { throw FileFault(path: path, reason: .system(errno)) }
    }

    /// Whether this user may read what stands at a path.
    package static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

    /// Whether this user may run what stands at a path.
    package static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

    /// This program’s own file, wherever it was started from (proc(5), `/proc/pid/exe`).
    ///
    /// - Throws: `FileFault`.
    package static func ofThisProgram() throws(FileFault) -> String { try target(ofLink: "/proc/self/exe") }
}

extension timespec {
    /// A time since 1970.
    init(nanoseconds: Int64) {
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        // What is before 1970 counts back to a whole second, and on from there.
        self.init(tv_sec: Int(rest < 0 ? seconds - 1 : seconds), tv_nsec: Int(rest < 0 ? rest + 1_000_000_000 : rest))
    }
}
