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

    /// Adds bytes, all or none; a missing file is made, with mode 0600.
    ///
    /// - Throws: `FileFault`, for instance for a link, or for another user’s file.
    package func append(_ bytes: [UInt8]) throws(FileFault) {
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK
        let file: Descriptor
        do throws(FileFault) { file = try Descriptor(path, flags, mode: 0o600, path: path) } catch {
            // A link, a pipe without a reader and a folder each have an error of their own; the kind says it better.
            try FileStatus(path)?.checkWritable(path)
            throw error
        }
        // Other instances of this program that add to it wait, so that a truncation below removes only our bytes. A
        // file that is not the program’s own may be locked by any process for any time.
        flock(file.number, isPrivate ? LOCK_EX : LOCK_EX | LOCK_NB)
        guard let old = FileStatus(file) else { throw FileFault(path: path, reason: .system(errno)) }
        try old.checkWritable(path)
        if isPrivate, old.mode & 0o077 != 0 { fchmod(file.number, 0o600) }
        do throws(FileFault) {
            try bytes.lend { bytes throws(FileFault) in try file.write(bytes, path: path) }
        } catch {
            // Only if the end is that of our bytes, if there are any, and nothing follows it.
            let end = Int(lseek(file.number, 0, SEEK_CUR))
            if end > old.size, end - old.size < bytes.count, FileStatus(file)?.size == end {
                ftruncate(file.number, off_t(old.size))
            }
            throw error
        }
    }
}

/// A target for bytes other than a file: a descriptor from the process that started the program, or a terminal or
/// similar device.
package struct OpenStream {
    private static let devices: Set<String> = ["/dev/null", "/dev/full", "/dev/tty"]

    private let path: String
    private let descriptor: Descriptor

    package var isTerminal: Bool { isatty(descriptor.number) == 1 }

    /// Opens the stream of a path; `nil` for any other path, a file’s for instance.
    ///
    /// - Throws: `FileFault`, for instance for a descriptor that is not open.
    package init?(_ path: String) throws(FileFault) {
        self.path = path
        if let number = Self.descriptor(of: path) {
            // The program’s own, the store’s among them, are closed to programs that it starts; so they are here.
            let flags = fcntl(number, F_GETFD)
            guard flags >= 0, flags & FD_CLOEXEC == 0 else { throw FileFault(path: path, reason: .system(EBADF)) }
            descriptor = try Descriptor(copying: number, path: path)
        } else if Self.devices.contains(path) || path.hasPrefix("/dev/pts/") {
            descriptor = try Descriptor(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW, path: path)
            guard let kind = FileStatus(descriptor)?.kind, kind == .device else { return nil }
        } else {
            return nil
        }
    }

    /// The number that a path gives of an open descriptor; `nil` for any other path.
    package static func descriptor(of path: String) -> Int32? {
        switch path {
        case "/dev/stdin": return STDIN_FILENO
        case "/dev/stdout": return STDOUT_FILENO
        case "/dev/stderr": return STDERR_FILENO
        default:
            guard let folder = ["/dev/fd/", "/proc/self/fd/"].first(where: path.hasPrefix) else { return nil }
            return Int32(path.dropFirst(folder.count))
        }
    }

    /// Writes all bytes; a stopped terminal, or a pipe without a reader, may take as long as it likes.
    ///
    /// - Throws: `FileFault`, `CancellationError`.
    package func write(_ bytes: [UInt8]) async throws {
        let (path, descriptor) = (path, descriptor)
        let result = await BlockingCall.run { isWanted -> Result<Void, FileFault> in
            do throws(FileFault) {
                try bytes.lend { bytes throws(FileFault) in
                    try descriptor.write(bytes, path: path, while: isWanted)
                }
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
        try Task.checkCancellation()
    }
}
