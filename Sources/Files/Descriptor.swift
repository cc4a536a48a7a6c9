// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// A file descriptor that is closed with its last owner.
final class Descriptor: Sendable {
    let number: Int32

    /// Opens a path, or a name in a folder.
    ///
    /// - Throws: `FileFault` that names `path`.
    init(
        _ name: String, in folder: Descriptor? = nil, _ flags: Int32, mode: mode_t = 0, path: String
    ) throws(FileFault) {
        while true {
            let number = openat(folder?.number ?? AT_FDCWD, name, flags | O_CLOEXEC, mode)
            if number >= 0 {
                self.number = number
                return
            }
            guard errno == EINTR else { throw FileFault(path: path, reason: .system(errno)) }
        }
    }

    /// A second descriptor of what is open already.
    init(copying other: Int32, path: String) throws(FileFault) {
        number = fcntl(other, F_DUPFD_CLOEXEC, 3)
        guard number >= 0 else { throw FileFault(path: path, reason: .system(errno)) }
    }

    /// Takes over a descriptor that is open.
    init(owning number: Int32) { self.number = number }

    deinit { close(number) }

    /// Writes all bytes, wherever the descriptor stands.
    ///
    /// - Throws: the reason; how much was written is not told.
    func write(_ bytes: UnsafeRawBufferPointer, path: String) throws(FileFault) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(number, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count == 0 {
                throw FileFault(path: path, reason: .system(ENOSPC))
            } else if errno != EINTR {
                throw FileFault(path: path, reason: .system(errno))
            }
        }
    }

    /// Writes bytes to what may not take them for a long time, as long as somebody wants it.
    func write(_ bytes: UnsafeRawBufferPointer, path: String, while isWanted: () -> Bool) throws(FileFault) {
        var rest = bytes[...]
        while !rest.isEmpty, isWanted() {
            guard isReady(POLLOUT, within: 100) else { continue }
            // A pipe that is ready takes so many bytes at once (pipe(7)); with more the call would wait.
            let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(Int(PIPE_BUF)))
            let count = Glibc.write(number, piece.baseAddress, piece.count)
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count == 0 {
                throw FileFault(path: path, reason: .system(ENOSPC))
            } else if errno != EINTR, errno != EAGAIN {
                throw FileFault(path: path, reason: .system(errno))
            }
        }
    }

    /// Whether reading or writing would not wait.
    ///
    /// - Parameter time: How many milliseconds it may take to become so.
    func isReady(_ events: Int32, within time: Int32) -> Bool {
        var wait = pollfd(fd: number, events: Int16(events), revents: 0)
        return poll(&wait, 1, time) > 0
    }

    /// Takes the lock of the file or folder for as long as the descriptor is open (flock(2)).
    ///
    /// - Returns: Whether it was free.
    /// - Throws: `FileFault` where the file system has no locks.
    func lock(path: String) throws(FileFault) -> Bool {
        while flock(number, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EINTR else {
                if errno == EWOULDBLOCK { return false }
                throw FileFault(path: path, reason: .system(errno))
            }
        }
        return true
    }

    /// Waits until the disk has everything.
    func sync(path: String) throws(FileFault) {
        while fsync(number) != 0 {
            // What has no disk behind it, such as a pipe, cannot be waited for.
            if errno == EINVAL || errno == EROFS { return }
            guard errno == EINTR else { throw FileFault(path: path, reason: .system(errno)) }
        }
    }
}

extension [UInt8] {
    /// Lends the bytes to a body that throws faults of files only.
    func lend(_ body: (UnsafeRawBufferPointer) throws(FileFault) -> Void) throws(FileFault) {
        let result = withUnsafeBytes { buffer -> Result<Void, FileFault> in
            do throws(FileFault) { return .success(try body(buffer)) } catch { return .failure(error) }
        }
        try result.get()
    }
}
