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

    /// A second descriptor of the same open file.
    init(copying other: Int32, path: String) throws(FileFault) {
        number = fcntl(other, F_DUPFD_CLOEXEC, 3)
        guard number >= 0 else { throw FileFault(path: path, reason: .system(errno)) }
    }

    /// Takes over an open descriptor.
    init(owning number: Int32) { self.number = number }

    deinit { close(number) }

    /// Writes all bytes at the descriptor’s present offset.
    ///
    /// - Throws: The reason; the number of written bytes is unknown.
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

    /// Writes bytes to a target that may not accept them for a long time, while the write is wanted.
    func write(_ bytes: UnsafeRawBufferPointer, path: String, while isWanted: () -> Bool) throws(FileFault) {
        var rest = bytes[...]
        while !rest.isEmpty, isWanted() {
            guard isReady(POLLOUT, within: 100) else { continue }
            // A pipe that is ready accepts this many bytes at once (pipe(7)); with more the call would wait.
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
    /// - Parameter time: The time to wait for that, in milliseconds.
    func isReady(_ events: Int32, within time: Int32) -> Bool {
        var wait = pollfd(fd: number, events: Int16(events), revents: 0)
        return poll(&wait, 1, time) > 0
    }

    /// Takes the lock of the file or folder for as long as the descriptor is open (flock(2)).
    ///
    /// - Returns: Whether it was free.
    /// - Throws: `FileFault` if the file system has no locks.
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
            // A target without a disk behind it, such as a pipe, cannot be synchronised.
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

extension Descriptor {
    /// Calls a body with each name in a folder, in no order, and with its kind if the file system states it.
    ///
    /// - Throws: `FileFault` if it cannot be listed.
    func listNames(path: String, _ body: (UnsafePointer<CChar>, FileKind?) -> Void) throws(FileFault) {
        // Its own descriptor: the listing closes it, and moves the read offset.
        let folder = openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw FileFault(path: path, reason: .system(errno)) }
        guard let listing = fdopendir(folder) else {
            let reason = errno
            close(folder)
            throw FileFault(path: path, reason: .system(reason))
        }
        defer { closedir(listing) }
        while true {
            // Only its reason tells the end of a listing from one that breaks off.
            errno = 0
            guard let entry = readdir(listing) else {
                guard errno == 0 else { throw FileFault(path: path, reason: .system(errno)) }
                return
            }
            let kind = FileKind(entryType: Int(entry.pointee.d_type))
            withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { name in
                    guard strcmp(name, ".") != 0, strcmp(name, "..") != 0 else { return }
                    body(name, kind)
                }
            }
        }
    }
}

extension FileKind {
    /// The kind of a folder’s entry (readdir(3)); `nil` if it is not stated.
    fileprivate init?(entryType: Int) {
        switch entryType {
        case DT_REG: self = .regular
        case DT_DIR: self = .folder
        case DT_LNK: self = .link
        case DT_FIFO: self = .pipe
        case DT_SOCK: self = .socket
        case DT_CHR, DT_BLK: self = .device
        default: return nil
        }
    }
}

/// The number of files that a process may have open at a time.
public enum OpenFiles {
    /// The fewest with which a program runs.
    ///
    /// A store takes a dozen, and a program for which it waits some more. Below that libdispatch may not get the
    /// descriptor for its own events, and ends the process without a word.
    public static let fewest = 64

    /// Too few files may be open.
    public struct TooFew: Error, Hashable, Sendable {
        /// The number of allowed open files.
        public let allowed: Int
    }

    /// The number of files that the process may have open now.
    package static var allowed: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return fewest }
        return Int(clamping: limit.rlim_cur)
    }

    /// Raises the limit to the number that programs need, as far as the system allows it.
    ///
    /// - Throws: `TooFew` if that is less than `fewest`.
    public static func prepare() throws(TooFew) {
        let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(files, &limit) == 0, limit.rlim_cur < fewest else { return }
        limit.rlim_cur = min(limit.rlim_max, rlim_t(fewest))
        guard setrlimit(files, &limit) == 0, limit.rlim_cur >= fewest else {
            throw TooFew(allowed: Int(clamping: limit.rlim_cur))
        }
    }
}
