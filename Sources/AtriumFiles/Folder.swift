// SPDX-License-Identifier: GPL-3.0-or-later

import CAtriumLinux
import Foundation
import Glibc

/// Making folders, and synchronising their files.
public enum Folder {
    /// Makes a folder, and the missing ones above it, for this user only; an existing one stays as it is.
    ///
    /// - Parameter followingForeignLinks: Whether a link in its place may be another user’s.
    /// - Throws: `FileFault`, for instance if another item has the name.
    public static func make(_ path: String, followingForeignLinks: Bool = true) throws(FileFault) {
        if mkdir(path, 0o700) == 0 { return }
        var reason = errno
        let above = split(path).folder
        if reason == ENOENT, above != path, above != "." {
            try make(above)
            // Another process that starts at the same moment may have been faster.
            if mkdir(path, 0o700) == 0 { return }
            reason = errno
        }
        guard reason == EEXIST, let status = FileStatus(path, followingLinks: true) else {
            throw FileFault(path: path, reason: .system(reason))
        }
        guard status.kind == .folder else { throw FileFault(path: path, reason: .system(ENOTDIR)) }
        guard followingForeignLinks || FileStatus(path)?.isOurs != false else {
            throw FileFault(path: path, reason: .foreign)
        }
    }

    /// Makes a folder below another one, and the missing ones between them, for this user only.
    ///
    /// No link on the way is followed, not even one of this user: the files would be in another place.
    ///
    /// - Throws: `FileFault`, which names the link if one is on the way.
    public static func make(_ name: String, below path: String) throws(FileFault) {
        do throws(FileFault) { try FolderTree(path).makeFolder(name) } catch {
            var level = path
            for part in name.split(separator: "/") {
                level += "/" + part
                if FileStatus(level)?.kind == .link { throw FileFault(path: level, reason: .kind(.link)) }
            }
            throw error
        }
    }

    /// Makes a new folder for this user only.
    ///
    /// - Parameter beginning: The beginning of its path; six letters follow.
    /// - Returns: Its path.
    /// - Throws: `FileFault`.
    package static func makeNew(_ beginning: String) throws(FileFault) -> String {
        // mkdtemp puts a name of its own in place of the six letters, and makes the folder with mode 0700.
        var template = Array("\(beginning)XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw FileFault(path: beginning, reason: .system(errno)) }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Makes a new folder for this user only among the temporary files.
    ///
    /// - Parameters:
    ///   - beginning: The beginning of its name; six letters follow.
    ///   - inMemory: Whether its files are kept in memory, if the system has a file system for that: for few bytes in
    ///     many files.
    /// - Returns: Its path.
    /// - Throws: `FileFault`.
    public static func makeTemporary(_ beginning: String, inMemory: Bool = false) throws(FileFault) -> String {
        if inMemory, let memory, let path = try? makeNew(memory + "/" + beginning) { return path }
        return try makeNew(FileManager.default.temporaryDirectory.path + "/" + beginning)
    }

    /// The folder that is in memory (shm_overview(7)); `nil` if there is none.
    private static var memory: String? {
        let path = "/dev/shm"
        var system = statfs()
        // TMPFS_MAGIC, statfs(2).
        return statfs(path, &system) == 0 && system.f_type == 0x0102_1994 ? path : nil
    }

    /// Removes a folder, or a file, with all its content; if that fails, the rest stays for the system to clear up.
    public static func discard(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

    /// Waits until all data that was written to the file system of a folder is on the disk.
    ///
    /// - Throws: `FileFault`, with `FileFault.Reason.unconfirmed`: the data is all there.
    package static func sync(_ path: String) throws(FileFault) {
        try confirming(path) { () throws(FileFault) in
            let folder = try open(path, for: path)
            guard syncfs(folder.number) == 0 else { throw FileFault(path: path, reason: .system(errno)) }
        }
    }

    /// Performs the rest of the work once all is complete in its place.
    ///
    /// - Throws: `FileFault`, with `FileFault.Reason.unconfirmed`.
    package static func confirming(_ path: String, _ body: () throws(FileFault) -> Void) throws(FileFault) {
        do throws(FileFault) { try body() } catch {
            throw FileFault(path: path, reason: .unconfirmed(path: path, number: error.reason.number))
        }
    }

    /// Whether there is a folder at a path in which this user may make files.
    public static func isWritable(_ path: String) -> Bool {
        FileStatus(path, followingLinks: true)?.kind == .folder && access(path, W_OK | X_OK) == 0
    }

    /// The names in a folder with this prefix, in no order.
    ///
    /// In a folder with thousands of other files only the requested ones become strings.
    ///
    /// - Throws: `FileFault` if it cannot be listed.
    public static func names(in path: String, startingWith prefix: String = "") throws(FileFault) -> [String] {
        var names: [String] = []
        try Descriptor(path, O_RDONLY | O_DIRECTORY, path: path).listNames(path: path) { name, _ in
            if strncmp(name, prefix, prefix.utf8.count) == 0 { names.append(String(cString: name)) }
        }
        return names
    }

    /// The paths of all items in a folder and in those within it, relative to it: the content of a folder follows it.
    ///
    /// Links in it are not followed.
    ///
    /// - Parameter fail: Receives each folder in it that cannot be listed, by its relative path, and the reason.
    /// - Throws: `FileFault` for a folder that cannot be opened.
    public static func paths(
        below path: String, failing fail: (FileFault) -> Void = { _ in }
    ) throws(FileFault) -> [String] {
        var paths: [String] = []
        try FolderTree(path).walk(failing: fail) { name, _ in
            paths.append(name)
            return true
        }
        return paths
    }

    /// Opens a folder to reach its content.
    static func open(_ folder: String, for path: String) throws(FileFault) -> Descriptor {
        do throws(FileFault) { return try Descriptor(folder, O_RDONLY | O_DIRECTORY, path: path) } catch {
            // A folder may be writable without being listable.
            guard error.reason == .system(EACCES) else { throw error }
            return try Descriptor(folder, CLINUX_O_PATH | O_DIRECTORY, path: path)
        }
    }

    /// The folder of a path and the name in it; no name for a path that can only be a folder’s.
    public static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
        let folder = path[..<slash]
        return (folder.isEmpty ? "/" : String(folder), String(path[path.utf8.index(after: slash)...]))
    }
}

/// A file without content that marks the state of a folder, for as long as it exists.
///
/// It outlives the process that made it, however that ends: the mark is valid until it is removed.
package struct FolderMark {
    private let path: String
    private let folder: Descriptor
    private let name: String

    /// Whether it was there already.
    package let wasThere: Bool

    /// Marks a folder.
    ///
    /// - Parameters:
    ///   - folder: The existing folder.
    ///   - name: The name of the mark.
    /// - Throws: `FileFault`, also if the name is taken by anything but a file of this user.
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

    /// Removes the mark.
    ///
    /// - Throws: `FileFault`; a missing mark is not a fault.
    package func remove() throws(FileFault) {
        guard unlinkat(folder.number, name, 0) == 0 || errno == ENOENT else {
            throw FileFault(path: path, reason: .system(errno))
        }
    }
}

/// A folder of this user on a file system in memory: its content reaches no disk, except for what the system
/// swaps.
package struct MemoryFolder: Sendable {
    /// The folders in which it may be; the first one in memory is taken.
    private let parents: [String]
    /// The folder that it belongs to, whose number is in its name.
    private let owner: String
    /// The program, whose name it begins with.
    private let program: String

    /// The folder that belongs to another, existing one.
    package init(for owner: String, of program: String, in parents: [String]) {
        self.owner = owner
        self.program = program
        self.parents = parents
    }

    /// The folders that a system has for this, by its environment.
    package static func parents(_ variables: [String: String]) -> [String] {
        // XDG Base Directory Specification 0.8; shm_overview(7).
        [variables["XDG_RUNTIME_DIR"], "/dev/shm"].compactMap { $0 }.filter { $0.hasPrefix("/") }
    }

    /// Its path; `nil` if it does not exist, or is not safe: another user’s, or open to one.
    package var path: String? { places.first { isSafe($0) } }

    /// Its path, made with mode 0700; `nil` if it cannot be made.
    package func made() -> String? {
        if let path { return path }
        return places.first { mkdir($0, 0o700) == 0 && isSafe($0) }
    }

    /// Removes it if nothing is in it.
    package func removeIfEmpty() {
        if let path { rmdir(path) }
    }

    private var places: [String] {
        var status = stat()
        guard stat(owner, &status) == 0 else { return [] }
        return parents.filter(Self.isInMemory).map {
            "\($0)/\(program)-\(geteuid())-\(status.st_dev)-\(status.st_ino)"
        }
    }

    private func isSafe(_ path: String) -> Bool {
        guard let status = FileStatus(path) else { return false }
        return status.kind == .folder && status.isOurs && status.mode & 0o077 == 0
    }

    /// Whether a file system is one of tmpfs(5), or its older kin.
    private static func isInMemory(_ folder: String) -> Bool {
        [CLINUX_TMPFS_MAGIC, CLINUX_RAMFS_MAGIC].contains(clinux_file_system(folder))
    }
}
