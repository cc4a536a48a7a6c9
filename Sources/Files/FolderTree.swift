// SPDX-License-Identifier: GPL-3.0-or-later

package import Glibc

/// A folder that is open, and what lies below it, reached one level after the other so that no link leads out of it.
///
/// All names are relative to the folder, with `/` between the levels; the empty name is the folder itself. A name that
/// leads up is refused with `EINVAL`. Safe from any thread.
package final class FolderTree: Sendable {
    /// The folder’s own name, for faults.
    package let path: String
    private let root: Descriptor

    /// Opens the folder.
    ///
    /// - Throws: `FileFault`.
    package init(_ path: String) throws(FileFault) {
        self.path = path
        root = try Descriptor(path, O_RDONLY | O_DIRECTORY, path: path)
    }
}

// MARK: - Looking

extension FolderTree {
    /// Whether the folder of this name is still the one that was opened.
    package var isInPlace: Bool {
        guard let mine = FileStatus(root), let named = FileStatus(path, followingLinks: true) else { return false }
        return mine.isSame(as: named)
    }

    /// Looks whether files can be made in the folder.
    ///
    /// - Throws: `FileFault` where they cannot.
    package func checkWritable() throws(FileFault) {
        guard faccessat(root.number, ".", W_OK | X_OK, 0) == 0 else { throw fault("") }
    }

    /// What the file system says of a name; nil where nothing stands there.
    package func status(_ name: String) -> FileStatus? {
        guard let place = try? place(name) else { return nil }
        return FileStatus(place.name, in: place.folder)
    }

    /// Opens a file for reading; a link is refused.
    ///
    /// - Throws: `FileFault`.
    package func reader(_ name: String) throws(FileFault) -> FileReader {
        let place = try place(name)
        return try FileReader(place.name, in: place.folder, path: whole(name))
    }
}

// MARK: - Changing

extension FolderTree {
    /// Makes a folder and those above it, with mode 0700; one that is there stays as it is.
    ///
    /// - Throws: `FileFault`, with `ENOTDIR` or `ELOOP` where something else has the name.
    package func makeFolder(_ name: String) throws(FileFault) { _ = try folder(name, makes: true) }

    /// Writes a file, in place of what it held; one that is not there is made.
    ///
    /// - Parameters:
    ///   - mode: Its permissions; nil leaves those that it has, 0600 if it is new.
    ///   - waits: Whether the bytes are on the disk when this returns.
    /// - Returns: What the file system says of it then.
    /// - Throws: `FileFault`; the file is removed.
    package func write(
        _ bytes: [UInt8], to name: String, mode: mode_t? = nil, waits: Bool = false
    ) throws(FileFault) -> FileStatus {
        let place = try place(name)
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW
        let file = try Descriptor(place.name, in: place.folder, flags, mode: 0o600, path: whole(name))
        do throws(FileFault) {
            if let mode { fchmod(file.number, mode & 0o777) }
            try bytes.lend { bytes throws(FileFault) in try file.write(bytes, path: path) }
            if waits { try file.sync(path: path) }
            guard let status = FileStatus(file) else { throw fault(name) }
            return status
        } catch {
            unlinkat(place.folder.number, place.name, 0)
            throw FileFault(path: whole(name), reason: error.reason)
        }
    }

    /// Gives a file a second name.
    ///
    /// - Throws: `FileFault`, with `EEXIST` where the name is taken, and where the file system has no second names.
    package func link(_ name: String, as other: String) throws(FileFault) {
        let (from, to) = (try place(name), try place(other))
        guard linkat(from.folder.number, from.name, to.folder.number, to.name, 0) == 0 else { throw fault(name) }
    }

    /// Moves a file, in place of another one; it has its new name on the disk when this returns.
    ///
    /// Folders on the way there are made.
    ///
    /// - Throws: `FileFault`; then it is where it was.
    package func move(_ name: String, to other: String) throws(FileFault) {
        let (from, to) = (try place(name), try place(other, makes: true))
        guard renameat(from.folder.number, from.name, to.folder.number, to.name) == 0 else { throw fault(other) }
        fsync(to.folder.number)
    }

    /// Moves a file where nothing has the name.
    ///
    /// - Returns: Whether it was moved; false where the name is taken.
    /// - Throws: as `move(_:to:)`.
    package func moveUnlessTaken(_ name: String, to other: String) throws(FileFault) -> Bool {
        let (from, to) = (try place(name), try place(other, makes: true))
        if linkat(from.folder.number, from.name, to.folder.number, to.name, 0) == 0 {
            unlinkat(from.folder.number, from.name, 0)
            // Whoever watches for files that were written has to hear of it.
            _ = try? Descriptor(to.name, in: to.folder, O_WRONLY | O_NOFOLLOW, path: whole(other))
            fsync(to.folder.number)
            return true
        }
        // Not every file system has second names; there the look before has to do.
        let reason = errno
        guard [EPERM, EOPNOTSUPP, EMLINK, EXDEV].contains(reason) else {
            if reason == EEXIST { return false }
            throw FileFault(path: whole(other), reason: .system(reason))
        }
        guard FileStatus(to.name, in: to.folder) == nil else { return false }
        try move(name, to: other)
        return true
    }

    /// Removes a file.
    ///
    /// - Throws: `FileFault`; nothing where it is gone already.
    package func remove(_ name: String) throws(FileFault) {
        let place = try place(name)
        guard unlinkat(place.folder.number, place.name, 0) == 0 || errno == ENOENT else { throw fault(name) }
    }

    /// Removes a folder if nothing is in it.
    package func removeIfEmpty(_ name: String) {
        guard let place = try? place(name) else { return }
        unlinkat(place.folder.number, place.name, AT_REMOVEDIR)
    }
}

// MARK: - The way there

extension FolderTree {
    func folder(_ name: String, makes: Bool = false) throws(FileFault) -> Descriptor {
        let levels = name.split(separator: "/")
        guard !levels.contains(where: Self.leads) else { throw FileFault(path: whole(name), reason: .system(EINVAL)) }
        var current = root
        for level in levels {
            if makes, mkdirat(current.number, String(level), 0o700) != 0, errno != EEXIST { throw fault(name) }
            let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW
            current = try Descriptor(String(level), in: current, flags, path: whole(name))
        }
        return current
    }

    /// The folder that a name is in, and its last level.
    private func place(_ name: String, makes: Bool = false) throws(FileFault) -> (folder: Descriptor, name: String) {
        let slash = name.lastIndex(of: "/")
        let last = slash.map { name[name.index(after: $0)...] } ?? name[...]
        guard !last.isEmpty, !Self.leads(last) else { throw FileFault(path: whole(name), reason: .system(EINVAL)) }
        return (try folder(String(name[..<(slash ?? name.startIndex)]), makes: makes), String(last))
    }

    /// Whether a level names no entry of its folder, but a folder on the way there.
    private static func leads(_ level: Substring) -> Bool { level == "." || level == ".." }

    func whole(_ name: String) -> String { name.isEmpty ? path : path + "/" + name }

    /// What the last call of the system failed of.
    private func fault(_ name: String) -> FileFault { FileFault(path: whole(name), reason: .system(errno)) }
}
