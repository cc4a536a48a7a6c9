// SPDX-License-Identifier: GPL-3.0-or-later

import CAtriumLinux
import Glibc

/// The places of files: moving and removing them, and the targets of paths.
public enum FilePlace {
    /// Moves a file, replacing an existing one.
    ///
    /// - Throws: `FileFault`; then it is in its old place.
    public static func move(_ path: String, to other: String) throws(FileFault) {
        guard rename(path, other) == 0 else { throw FileFault(path: path, reason: .system(errno)) }
    }

    /// Moves a file or a folder if the name is free, even if another process takes it at the same time.
    ///
    /// - Throws: `FileFault`, with `EEXIST` if the name is taken; then it is in its old place.
    public static func moveUnlessTaken(_ path: String, to other: String) throws(FileFault) {
        if renameat2(AT_FDCWD, path, AT_FDCWD, other, CLINUX_RENAME_NOREPLACE) == 0 { return }
        // Not every file system can check and rename at once; only a file without a second name is given one.
        guard errno == EINVAL, link(path, other) == 0 else { throw FileFault(path: other, reason: .system(errno)) }
        unlink(path)
    }

    /// Removes a file.
    ///
    /// - Throws: `FileFault`; a missing file is not a fault.
    public static func remove(_ path: String) throws(FileFault) {
        guard unlink(path) == 0 || errno == ENOENT else { throw FileFault(path: path, reason: .system(errno)) }
    }

    /// Sets the age of a file.
    ///
    /// - Parameter written: The time of its last write, in nanoseconds since 1970.
    /// - Throws: `FileFault`.
    public static func age(_ path: String, written: Int64) throws(FileFault) {
        let times = [timespec](repeating: timespec(nanoseconds: written), count: 2)
        guard utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW) == 0 else {
            throw FileFault(path: path, reason: .system(errno))
        }
    }
}

// MARK: - Targets of paths

extension FilePlace {
    /// The target of a symbolic link, as stored.
    ///
    /// - Throws: `FileFault`, with `EINVAL` if it is not a link.
    public static func target(ofLink path: String) throws(FileFault) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink(path, &buffer, buffer.count - 1)
        guard count > 0 else { throw FileFault(path: path, reason: .system(errno)) }
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// A path without symbolic links, from the root on.
    ///
    /// - Throws: `FileFault` if nothing is there.
    public static func real(_ path: String) throws(FileFault) -> String {
        guard let real = realpath(path, nil) else { throw FileFault(path: path, reason: .system(errno)) }
        defer { free(real) }
        return String(cString: real)
    }

    /// The path without symbolic links as far as it exists, and as spelled from there on.
    public static func resolved(_ path: String) -> String? {
        var there = path
        var missing = ""
        while true {
            if let real = try? real(there) { return missing.isEmpty || real != "/" ? real + missing : missing }
            let (folder, name) = Folder.split(there)
            guard folder != there, folder != "." || there != "." else { return nil }
            if !name.isEmpty { missing = "/" + name + missing }
            there = folder
        }
    }

    /// Checks that this user may read and write the item at a path.
    ///
    /// - Throws: `FileFault` if the user may not.
    package static func checkWritable(_ path: String) throws(FileFault) {
        guard access(path, R_OK | W_OK) == 0 else { throw FileFault(path: path, reason: .system(errno)) }
    }

    /// Whether anything stands at a path.
    package static func exists(_ path: String) -> Bool { FileStatus(path) != nil }

    /// Whether this user may read what stands at a path.
    package static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

    /// Whether this user may run what stands at a path.
    public static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

    /// This program’s own file, wherever it was started from (proc(5), `/proc/pid/exe`).
    ///
    /// - Throws: `FileFault`.
    public static func ofThisProgram() throws(FileFault) -> String { try target(ofLink: "/proc/self/exe") }
}

extension timespec {
    /// A time since 1970.
    init(nanoseconds: Int64) {
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        // Times before 1970 count back to a whole second, and on from there.
        self.init(tv_sec: Int(rest < 0 ? seconds - 1 : seconds), tv_nsec: Int(rest < 0 ? rest + 1_000_000_000 : rest))
    }
}

/// Links of this user, which may be followed for writing.
package enum OwnLink {
    /// The final target of a path, which need not exist.
    ///
    /// - Throws: `FileFault` with `kind(.link)` for another user’s link.
    package static func target(of path: String) throws(FileFault) -> String {
        var target = path
        // As many as the system follows itself (path_resolution(7)).
        for _ in 0..<40 {
            guard let status = FileStatus(target), status.kind == .link else { return target }
            guard status.isOurs else { throw FileFault(path: path, reason: .kind(.link)) }
            let name: String
            do throws(FileFault) { name = try FilePlace.target(ofLink: target) } catch {
                throw FileFault(path: path, reason: error.reason)
            }
            target = name.hasPrefix("/") ? name : Folder.split(target).folder + "/" + name
        }
        throw FileFault(path: path, reason: .system(ELOOP))
    }
}

/// The folder of the program’s own files, which nothing that a user names may be written to.
package struct OwnFiles {
    private let folder: String?

    /// The files in a folder and below it; `nil`: there are none.
    package init(in folder: String?) { self.folder = folder }

    /// Checks that a path is free for a user’s file.
    ///
    /// - Throws: `FileFault` with `ours` for the folder, for all that is or would be below it, wherever links lead, and
    ///   for another name of a file in it.
    package func check(_ path: String) throws(FileFault) {
        guard let folder, let own = try? FilePlace.real(folder) else { return }
        guard let target = FilePlace.resolved(path) else { return }
        guard target != own, !target.hasPrefix(own + "/"), !isLinked(path, in: own) else {
            throw FileFault(path: path, reason: .ours)
        }
    }

    /// Whether a file is one of those in the folder under a second name, as `ln` gives it.
    private func isLinked(_ path: String, in own: String) -> Bool {
        guard let status = FileStatus(path, followingLinks: true), status.kind == .regular, status.links > 1 else {
            return false
        }
        return ((try? Folder.names(in: own)) ?? []).contains { FileStatus(own + "/" + $0)?.isSame(as: status) == true }
    }
}

// MARK: - Whole folders

extension FilePlace {
    /// Exchanges two files or folders of one file system: each takes the name of the other in one step.
    ///
    /// - Throws: `FileFault`, with `EINVAL` if the file system cannot do that; then both are in their places.
    package static func exchange(_ path: String, with other: String) throws(FileFault) {
        guard renameat2(AT_FDCWD, path, AT_FDCWD, other, CLINUX_RENAME_EXCHANGE) == 0 else {
            throw FileFault(path: path, reason: .system(errno))
        }
    }

    /// The number of another process that has a part of a file locked (fcntl(2)); `nil` for none.
    ///
    /// The file is opened and closed, which drops such locks of this process: not for a file that it has in use.
    package static func holder(of path: String, from start: Int, count: Int) -> Int32? {
        guard let file = try? Descriptor(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK, path: path) else { return nil }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = off_t(start)
        lock.l_len = off_t(count)
        guard fcntl(file.number, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
        return lock.l_pid
    }

    /// The free and all bytes of the file system of a path; `nil` if they are not known.
    package static func room(at path: String) -> (free: Int, all: Int)? {
        var system = statfs()
        guard statfs(path, &system) == 0 else { return nil }
        let block = Int(clamping: system.f_bsize)
        return (Int(clamping: system.f_bavail) * block, Int(clamping: system.f_blocks) * block)
    }
}
