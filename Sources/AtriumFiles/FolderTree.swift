// SPDX-License-Identifier: GPL-3.0-or-later

import CAtriumLinux
import Glibc

/// An open folder, and the items below it, reached one level after the other so that no link leads out of it.
///
/// All names are relative to the folder, with `/` between the levels; the empty name is the folder itself. A name that
/// leads up is refused with `EINVAL`. No item that another program may have made is replaced: files are exchanged, or
/// moved to names that are free. Safe from any thread.
public final class FolderTree: Sendable {
    /// A system call on an item in a tree.
    public enum Call: Hashable, Sendable {
        case look, list, open, read, makeFolder, create, write, sync, move, exchange, remove
    }

    /// Receives each call before it is made, with the name that it is about; what it throws is what the call fails of.
    ///
    /// A test is the other program that acts at that moment, or the disk that fails.
    public typealias Observer = @Sendable (Call, _ name: String) throws(FileFault) -> Void

    /// The observer of the trees that the task opens without one.
    @TaskLocal package static var observer: Observer?

    /// The folder’s own name, for faults.
    public let path: String
    private let root: Descriptor
    /// The permissions of new folders.
    private let newFolderMode: UInt32
    private let observer: Observer?

    /// Opens the folder.
    ///
    /// - Parameters:
    ///   - path: Its name.
    ///   - newFolderMode: The permissions of new folders.
    ///   - observer: Receives each call before it is made.
    /// - Throws: `FileFault`.
    public init(_ path: String, newFolderMode: UInt32 = 0o700, observer: Observer? = nil) throws(FileFault) {
        self.path = path
        self.newFolderMode = newFolderMode
        self.observer = observer ?? Self.observer
        root = try Descriptor(path, O_RDONLY | O_DIRECTORY, path: path)
    }

    func before(_ call: Call, _ name: String) throws(FileFault) {
        if let observer { try observer(call, name) }
    }
}

// MARK: - Looking

extension FolderTree {
    /// Whether the folder of this name is still the one that was opened.
    ///
    /// - Throws: `FileFault` if that is unknown.
    public func isInPlace() throws(FileFault) -> Bool {
        try before(.look, "")
        guard let mine = FileStatus(root) else { throw fault("") }
        guard let named = FileStatus(path, followingLinks: true) else {
            let fault = fault("")
            guard fault.isOfAbsence else { throw fault }
            return false
        }
        return mine.isSame(as: named)
    }

    /// Checks that files can be made in the folder.
    ///
    /// - Throws: `FileFault` if they cannot.
    public func checkWritable() throws(FileFault) {
        guard faccessat(root.number, ".", W_OK | X_OK, 0) == 0 else { throw fault("") }
    }

    /// The status of a name; `nil` only if the name is free.
    ///
    /// - Throws: `FileFault` if that is unknown.
    public func status(_ name: String) throws(FileFault) -> FileStatus? {
        do throws(FileFault) {
            let place = try place(name)
            try before(.look, name)
            return try FileStatus.of(place.name, in: place.folder, path: whole(name))
        } catch {
            guard error.isOfAbsence else { throw error }
            return nil
        }
    }

    /// Opens a file for reading; a link is refused.
    ///
    /// - Throws: `FileFault`.
    package func reader(_ name: String) throws(FileFault) -> FileReader {
        let place = try place(name)
        try before(.open, name)
        return try FileReader(place.name, in: place.folder, path: whole(name))
    }

    /// Opens a file and reads all of it, unless it is too large; a link is refused.
    ///
    /// - Parameter limit: The most bytes to read.
    /// - Returns: The status of the file before the read; no bytes if it has more.
    /// - Throws: `FileFault`.
    public func read(_ name: String, limit: Int) throws(FileFault) -> (status: FileStatus, bytes: [UInt8]?) {
        let file = try reader(name)
        guard file.status.size <= limit else { return (file.status, nil) }
        try before(.read, name)
        return (file.status, try file.bytes(file.status.size, at: 0))
    }
}

// MARK: - Changing

extension FolderTree {
    /// Makes a folder and those above it; an existing one stays as it is.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - mode: Its permissions; `nil` for those of new folders in the tree.
    /// - Throws: `FileFault`, with `ENOTDIR` or `ELOOP` if another item has the name.
    public func makeFolder(_ name: String, mode: UInt32? = nil) throws(FileFault) {
        _ = try folder(name, makes: true, mode: mode)
    }

    /// Writes a file of the program’s own, replacing its content; a missing one is made.
    ///
    /// - Parameters:
    ///   - mode: Its permissions; `nil` leaves the present ones, 0600 if it is new.
    ///   - waits: Whether the bytes are on the disk when this returns.
    /// - Returns: The new status of the file.
    /// - Throws: `FileFault`; the file is removed.
    public func write(
        _ bytes: [UInt8], to name: String, mode: UInt32? = nil, waits: Bool = false
    ) throws(FileFault) -> FileStatus {
        let place = try place(name)
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW
        try before(.create, name)
        let file = try Descriptor(place.name, in: place.folder, flags, mode: 0o600, path: whole(name))
        do throws(FileFault) {
            if let mode { fchmod(file.number, mode & 0o777) }
            try before(.write, name)
            try bytes.lend { bytes throws(FileFault) in try file.write(bytes, path: path) }
            if waits {
                try before(.sync, name)
                try file.sync(path: path)
            }
            guard let status = FileStatus(file) else { throw fault(name) }
            return status
        } catch {
            unlinkat(place.folder.number, place.name, 0)
            throw FileFault(path: whole(name), reason: error.reason)
        }
    }

    /// Exchanges the items of two names, of any kind, in one step.
    ///
    /// - Parameter waits: Whether the second name is on the disk when this returns.
    /// - Returns: `false` if the file system cannot do that.
    /// - Throws: `FileFault`, with `ENOENT` if one of the names is free.
    public func exchange(_ name: String, with other: String, waits: Bool = true) throws(FileFault) -> Bool {
        let (from, to) = (try place(name), try place(other))
        do throws(FileFault) {
            try before(.exchange, other)
            guard renameat2(from.folder.number, from.name, to.folder.number, to.name, CLINUX_RENAME_EXCHANGE) == 0
            else { throw fault(other) }
        } catch {
            if Self.isUnsupported(error) { return false }
            throw error
        }
        if waits { try sync(to.folder, other) }
        return true
    }

    /// Moves an item if the name is free.
    ///
    /// The folders of the new name are made.
    ///
    /// - Parameter waits: Whether it has its new name on the disk when this returns.
    /// - Returns: Whether it was moved; `false` if the name is taken.
    /// - Throws: `FileFault`, with `ENOENT` if there is nothing to move.
    public func moveUnlessTaken(
        _ name: String, to other: String, waits: Bool = true
    ) throws(FileFault) -> Bool {
        let (from, to) = (try place(name), try place(other, makes: true))
        do throws(FileFault) {
            try before(.move, name)
            guard renameat2(from.folder.number, from.name, to.folder.number, to.name, CLINUX_RENAME_NOREPLACE) == 0
            else { throw fault(name) }
        } catch {
            if error.reason == .system(EEXIST) { return false }
            guard Self.isUnsupported(error) else { throw error }
            guard try link(from, to, name) else { return false }
        }
        if waits { try sync(to.folder, other) }
        return true
    }

    /// Moves a file by a second name, if the file system cannot check and rename at once.
    private func link(_ from: Place, _ to: Place, _ name: String) throws(FileFault) -> Bool {
        if linkat(from.folder.number, from.name, to.folder.number, to.name, 0) == 0 {
            unlinkat(from.folder.number, from.name, 0)
            // A watch for written files has to see it.
            _ = try? Descriptor(to.name, in: to.folder, O_WRONLY | O_NOFOLLOW, path: whole(name))
            return true
        }
        let fault = fault(name)
        if fault.reason == .system(EEXIST) { return false }
        // Not every file system has second names; there the look before has to do.
        guard [EPERM, EOPNOTSUPP, EMLINK, EXDEV].contains(fault.reason.number) else { throw fault }
        guard try FileStatus.of(to.name, in: to.folder, path: whole(name)) == nil else { return false }
        guard renameat(from.folder.number, from.name, to.folder.number, to.name) == 0 else { throw self.fault(name) }
        return true
    }

    /// Removes a file; the caller knows that no other program has written it.
    ///
    /// - Throws: `FileFault`; a missing file is not a fault.
    public func remove(_ name: String) throws(FileFault) {
        let place = try place(name)
        try before(.remove, name)
        guard unlinkat(place.folder.number, place.name, 0) == 0 || errno == ENOENT else { throw fault(name) }
    }

    /// Whether another program has a file open and may write it yet; `false` if the file system cannot tell.
    ///
    /// Source: fcntl(2), “Leases”: one for reading is refused while a file is open for writing.
    public func hasWriter(_ name: String) -> Bool {
        guard let place = try? place(name),
            let file = try? Descriptor(
                place.name, in: place.folder, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, path: whole(name)),
            // A program that opens it at this moment has a signal sent, which by itself would end this process.
            fcntl(file.number, CLINUX_F_SETSIG, SIGURG) == 0
        else { return false }
        guard fcntl(file.number, CLINUX_F_SETLEASE, Int32(F_RDLCK)) == 0 else { return errno == EAGAIN }
        _ = fcntl(file.number, CLINUX_F_SETLEASE, Int32(F_UNLCK))
        return false
    }

    /// Removes a folder if nothing is in it.
    public func removeIfEmpty(_ name: String) {
        guard let place = try? place(name) else { return }
        unlinkat(place.folder.number, place.name, AT_REMOVEDIR)
    }

    /// Waits until the folder of a name is on the disk, with the item that has the name.
    ///
    /// - Parameter name: The name of the item.
    /// - Throws: `FileFault`.
    public func syncFolder(of name: String) throws(FileFault) { try sync(try place(name).folder, name) }

    private func sync(_ folder: Descriptor, _ name: String) throws(FileFault) {
        try before(.sync, name)
        try folder.sync(path: whole(name))
    }

    private static func isUnsupported(_ fault: FileFault) -> Bool {
        [EINVAL, ENOSYS, EOPNOTSUPP].contains(fault.reason.number)
    }
}

// MARK: - The way there

extension FolderTree {
    /// An open folder, and a name in it.
    private typealias Place = (folder: Descriptor, name: String)

    func folder(_ name: String, makes: Bool = false, mode: UInt32? = nil) throws(FileFault) -> Descriptor {
        let levels = name.split(separator: "/")
        guard !levels.contains(where: Self.leads) else { throw FileFault(path: whole(name), reason: .system(EINVAL)) }
        var current = root
        for level in levels {
            var isNew = false
            if makes {
                try before(.makeFolder, name)
                isNew = mkdirat(current.number, String(level), 0o700) == 0
                guard isNew || errno == EEXIST else { throw fault(name) }
            }
            let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW
            try before(.open, name)
            current = try Descriptor(String(level), in: current, flags, path: whole(name))
            // The mask of the process is private, and the bit of a shared group comes from the folder around.
            if isNew, let made = FileStatus(current) {
                fchmod(current.number, (made.mode & 0o7000) | (mode ?? newFolderMode))
            }
        }
        return current
    }

    /// The folder that a name is in, and its last level.
    private func place(_ name: String, makes: Bool = false) throws(FileFault) -> Place {
        let slash = name.lastIndex(of: "/")
        let last = slash.map { name[name.index(after: $0)...] } ?? name[...]
        guard !last.isEmpty, !Self.leads(last) else { throw FileFault(path: whole(name), reason: .system(EINVAL)) }
        return (try folder(String(name[..<(slash ?? name.startIndex)]), makes: makes), String(last))
    }

    /// Whether a level names no entry of its folder, but a folder on the way there.
    private static func leads(_ level: Substring) -> Bool { level == "." || level == ".." }

    func whole(_ name: String) -> String { name.isEmpty ? path : path + "/" + name }

    /// The fault of the last system call.
    private func fault(_ name: String) -> FileFault { FileFault(path: whole(name), reason: .system(errno)) }
}

extension FolderTree {
    /// One item in a folder.
    public struct Entry: Sendable {
        /// Its name there.
        public let name: String
        /// Its kind; `nil` if it was gone again.
        public let kind: FileKind?
        /// Its status, if that was requested.
        public let status: FileStatus?
    }

    /// The items of a folder, in no order; a name that is not UTF-8 is left out.
    ///
    /// - Parameters:
    ///   - needsStatus: Whether the status of each name is read as well.
    ///   - pass: Receives each left-out name, with U+FFFD for invalid bytes, and the kind of its item.
    /// - Throws: `FileFault` if it cannot be listed, and if the file system fails to return the status of a name in it.
    public func entries(
        in name: String, needsStatus: (String) -> Bool = { _ in false },
        passing pass: (String, FileKind?) -> Void = { _, _ in }
    ) throws(FileFault) -> [Entry] {
        let folder = try folder(name)
        try before(.list, name)
        var listed: [(name: String, kind: FileKind?)] = []
        try folder.listNames(path: whole(name)) { name, kind in
            guard let name = String(validatingCString: name) else { return pass(String(cString: name), kind) }
            listed.append((name, kind))
        }
        var entries: [Entry] = []
        for (entry, kind) in listed {
            var status: FileStatus?
            if kind == nil || needsStatus(entry) {
                let path = name.isEmpty ? entry : name + "/" + entry
                try before(.look, path)
                status = try FileStatus.of(entry, in: folder, path: whole(path))
            }
            entries.append(Entry(name: entry, kind: status?.kind ?? kind, status: status))
        }
        return entries
    }

    /// Visits all items in the folder and in those within it: the content of a folder follows it.
    ///
    /// Links are not followed.
    ///
    /// - Parameters:
    ///   - fail: Receives each folder that cannot be listed, and the reason.
    ///   - body: Receives the name of each item, and its kind if that is known; `false` ends the walk.
    package func walk(
        failing fail: (FileFault) -> Void = { _ in }, _ body: (_ name: String, _ kind: FileKind?) -> Bool
    ) { _ = walk("", fail, body) }

    private func walk(_ folder: String, _ fail: (FileFault) -> Void, _ body: (String, FileKind?) -> Bool) -> Bool {
        var all: [(name: String, kind: FileKind?)] = []
        do throws(FileFault) {
            // Items whose names cannot be opened exist all the same.
            let entries = try entries(in: folder, passing: { all.append(($0, $1)) })
            all += entries.map { ($0.name, $0.kind) }
        } catch {
            fail(FileFault(path: folder, reason: error.reason))
        }
        for (name, kind) in all {
            let path = folder.isEmpty ? name : folder + "/" + name
            guard body(path, kind), kind != .folder || walk(path, fail, body) else { return false }
        }
        return true
    }
}
