// SPDX-License-Identifier: GPL-3.0-or-later

import CAtriumLinux
import Glibc

/// The file system’s data of a file.
public struct FileStatus: Sendable {
    /// The kind of item.
    public let kind: FileKind
    /// The size in bytes; 0 for an item without one.
    public let size: Int
    /// The permissions.
    public let mode: UInt32
    /// The time of the last write, in nanoseconds since 1970; some 146 years to either side of that at most.
    public let written: Int64
    /// The time of the last change of any kind, in nanoseconds since 1970: no program can set that.
    public let changed: Int64
    /// The same in whole seconds since 1970, whenever that is, and the nanoseconds from there on.
    public let time: (seconds: Int64, nanoseconds: Int64)
    /// Its number in its file system, which a new name does not change.
    public var number: UInt64 { UInt64(inode) }
    /// The number of its names.
    let links: Int
    private let owner: uid_t
    private let device: dev_t
    private let inode: ino_t

    /// The status of the item at a path; `nil` if there is none, or it cannot be examined.
    ///
    /// - Parameter followingLinks: Whether a link stands for its target.
    public init?(_ path: String, followingLinks: Bool = false) {
        // The system would take the part before it for the path.
        guard !path.utf8.contains(0) else { return nil }
        var status = stat()
        guard fstatat(AT_FDCWD, path, &status, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        self.init(status)
    }

    /// The status of a name in a folder; a link stands for itself.
    init?(_ name: String, in folder: Descriptor) {
        var status = stat()
        guard fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        self.init(status)
    }

    /// The status of a name in a folder; a link stands for itself.
    ///
    /// - Returns: `nil` only if the name is free.
    /// - Throws: `FileFault` if that is unknown.
    static func of(_ name: String, in folder: Descriptor, path: String) throws(FileFault) -> FileStatus? {
        var status = stat()
        if fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return FileStatus(status) }
        let fault = FileFault(path: path, reason: .system(errno))
        guard fault.isOfAbsence else { throw fault }
        return nil
    }

    /// The status of an open file.
    init?(_ descriptor: Descriptor) {
        var status = stat()
        guard fstat(descriptor.number, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        kind = FileKind(mode: status.st_mode)
        size = Int(status.st_size)
        mode = status.st_mode & 0o7777
        time = (Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec))
        written = Self.nanoseconds(status.st_mtim)
        changed = Self.nanoseconds(status.st_ctim)
        links = Int(status.st_nlink)
        owner = status.st_uid
        device = status.st_dev
        inode = status.st_ino
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        // File systems hold times that no number of nanoseconds does.
        min(max(Int64(time.tv_sec), -mostSeconds), mostSeconds) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Some 146 years, to either side of 1970.
    private static let mostSeconds: Int64 = 4_600_000_000

    /// Whether it belongs to the user of this process.
    public var isOurs: Bool { owner == geteuid() }

    /// Whether both are of the same file, under whatever name.
    public func isSame(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }

    /// Looks whether a file may be written over or added to: a regular one of this user’s.
    func checkWritable(_ path: String) throws(FileFault) {
        guard kind == .regular else { throw FileFault(path: path, reason: .kind(kind)) }
        guard isOurs else { throw FileFault(path: path, reason: .foreign) }
    }
}

/// The kind of item under a name.
public enum FileKind: Hashable, Sendable {
    /// A file with bytes of its own.
    case regular
    /// A folder.
    case folder
    /// A symbolic link.
    case link
    /// A named pipe, or one that a shell hands over.
    case pipe
    /// A socket.
    case socket
    /// A device.
    case device

    init(mode: mode_t) {
        self =
            switch mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .folder
            case S_IFLNK: .link
            case S_IFIFO: .pipe
            case S_IFSOCK: .socket
            default: .device
            }
    }
}

/// Permissions of what the program itself has made.
package enum Permissions {
    /// Removes all other users’ access to a file or folder of the program; does nothing if it does not exist.
    ///
    /// - Throws: `FileFault` for an item of another kind, a link for instance, or another user’s; it stays as it is.
    package static func close(_ path: String, as kind: FileKind = .regular) throws(FileFault) {
        guard let named = FileStatus(path) else { return }
        try check(named, kind, path)
        guard named.mode & 0o077 != 0 else { return }
        // Changed through the examined descriptor, so that no other file can have taken its place.
        let file = try Descriptor(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, path: path)
        guard let status = FileStatus(file) else { throw FileFault(path: path, reason: .system(errno)) }
        try check(status, kind, path)
        guard fchmod(file.number, kind == .folder ? 0o700 : 0o600) == 0 else {
            throw FileFault(path: path, reason: .system(errno))
        }
    }

    /// Gives this user access to a file or folder of the program.
    ///
    /// - Throws: `FileFault` for an item of another kind, a link for instance, or another user’s; it stays as it is.
    package static func open(_ path: String, as kind: FileKind = .regular) throws(FileFault) {
        guard let status = FileStatus(path) else { return }
        try check(status, kind, path)
        // A link would be followed; it was none a moment ago, in a folder that only this user writes in.
        guard chmod(path, kind == .folder ? 0o700 : 0o600) == 0 else {
            throw FileFault(path: path, reason: .system(errno))
        }
    }

    private static func check(_ status: FileStatus, _ kind: FileKind, _ path: String) throws(FileFault) {
        guard status.kind == kind else { throw FileFault(path: path, reason: .kind(status.kind)) }
        guard status.isOurs else { throw FileFault(path: path, reason: .foreign) }
    }
}
