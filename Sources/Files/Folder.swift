// SPDX-License-Identifier: GPL-3.0-or-later

import CLinux
import Foundation
import Glibc

/// Making folders, and waiting for what is in them.
package enum Folder {
    /// Makes a folder, and those above it that are missing, for nobody but this user; one that is there stays as it is.
    ///
    /// - Parameter followingForeignLinks: Whether a link in its place may be somebody else’s.
    /// - Throws: `FileFault`, for instance where something else has the name.
    package static func make(_ path: String, followingForeignLinks: Bool = true) throws(FileFault) {
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

    /// Makes a folder below another one, and those between them that are missing, for nobody but this user.
    ///
    /// No link on the way is followed, not even one of this user’s: the files would lie elsewhere.
    ///
    /// - Throws: `FileFault`, which names the link if one is on the way.
    package static func make(_ name: String, below path: String) throws(FileFault) {
        do throws(FileFault) { try FolderTree(path).makeFolder(name) } catch {
            var level = path
            for part in name.split(separator: "/") {
                level += "/" + part
                if FileStatus(level)?.kind == .link { throw FileFault(path: level, reason: .kind(.link)) }
            }
            throw error
        }
    }

    /// Makes a folder that was not there before, for nobody but this user.
    ///
    /// - Parameter beginning: How its path begins; six letters follow.
    /// - Returns: Its path.
    /// - Throws: `FileFault`.
    package static func makeNew(_ beginning: String) throws(FileFault) -> String {
        // mkdtemp puts a name of its own in place of the six letters, and makes the folder with mode 0700.
        var template = Array("\(beginning)XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw FileFault(path: beginning, reason: .system(errno)) }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Makes a folder that was not there before among the temporary files, for nobody but this user.
    ///
    /// - Parameters:
    ///   - beginning: How its name begins; six letters follow.
    ///   - inMemory: Whether its files are kept in memory, if the system has a file system for that: for few bytes in many
    ///     files.
    /// - Returns: Its path.
    /// - Throws: `FileFault`.
    package static func makeTemporary(_ beginning: String, inMemory: Bool = false) throws(FileFault) -> String {
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

    /// Removes a folder, or a file, with everything in it; where that fails, the rest stays for the system to clear up.
    package static func discard(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

    /// Waits until all that was written to the file system of a folder is on the disk.
    ///
    /// - Throws: `FileFault`, with `FileFault.Reason.unconfirmed`: it is all there.
    package static func sync(_ path: String) throws(FileFault) {
        try confirming(path) { () throws(FileFault) in
            let folder = try open(path, for: path)
            guard syncfs(folder.number) == 0 else { throw FileFault(path: path, reason: .system(errno)) }
        }
    }

    /// Does what is left once all is whole in its place.
    ///
    /// - Throws: `FileFault`, with `FileFault.Reason.unconfirmed`.
    package static func confirming(_ path: String, _ body: () throws(FileFault) -> Void) throws(FileFault) {
        do throws(FileFault) { try body() } catch {
            throw FileFault(path: path, reason: .unconfirmed(path: path, number: error.reason.number))
        }
    }

    /// Whether there is a folder at a path in which this user may make files.
    package static func isWritable(_ path: String) -> Bool {
        FileStatus(path, followingLinks: true)?.kind == .folder && access(path, W_OK | X_OK) == 0
    }

    /// The names in a folder that begin so, in no order.
    ///
    /// In a folder of thousands of files of others only those that are asked for become strings.
    ///
    /// - Throws: `FileFault` for what cannot be listed.
    package static func names(in path: String, startingWith prefix: String = "") throws(FileFault) -> [String] {
        var names: [String] = []
        try Descriptor(path, O_RDONLY | O_DIRECTORY, path: path).listNames(path: path) { name, _ in
            if strncmp(name, prefix, prefix.utf8.count) == 0 { names.append(String(cString: name)) }
        }
        return names
    }

    /// The paths of all that is in a folder and in those within it, from there on: what a folder has in it follows it.
    ///
    /// Links in it are not followed.
    ///
    /// - Parameter fail: Receives each folder in it that cannot be listed, by its path from there on, and why.
    /// - Throws: `FileFault` for a folder that cannot be opened.
    package static func paths(
        below path: String, failing fail: (FileFault) -> Void = { _ in }
    ) throws(FileFault) -> [String] {
        var paths: [String] = []
        try FolderTree(path).walk(failing: fail) { name, _ in
            paths.append(name)
            return true
        }
        return paths
    }

    /// Opens a folder to reach what is in it.
    static func open(_ folder: String, for path: String) throws(FileFault) -> Descriptor {
        do throws(FileFault) { return try Descriptor(folder, O_RDONLY | O_DIRECTORY, path: path) } catch {
            // One may write in a folder that one may not list.
            guard error.reason == .system(EACCES) else { throw error }
            return try Descriptor(folder, CLINUX_O_PATH | O_DIRECTORY, path: path)
        }
    }

    /// The folder of a path and the name in it; no name for a path that can only be a folder’s.
    package static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
        let folder = path[..<slash]
        return (folder.isEmpty ? "/" : String(folder), String(path[path.utf8.index(after: slash)...]))
    }
}

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

/// A folder of this user’s on a file system that lies in memory: what is in it reaches no disk, but for what the system
/// swaps.
package struct MemoryFolder: Sendable {
    /// The folders in which it may be; the first that lies in memory is taken.
    private let parents: [String]
    /// The folder that it belongs to, whose number is in its name.
    private let owner: String
    /// The program, whose name it begins with.
    private let program: String

    /// The folder that belongs to another one, which is there.
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

    /// Where it is; nil where it is not, or is not safe: another user’s, or open to one.
    package var path: String? { places.first { isSafe($0) } }

    /// Where it is, made with mode 0700; nil where it cannot be.
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
