// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import NotesDomain
import Stores
import Synchronization
import Systems

/// The files below a folder, reached one level after the other so that no link leads out of it.
///
/// All names are relative to the folder, with `/` between the levels. Safe from any thread. All throw `StoreFault`.
final class FolderFiles: Sendable {
    /// The most bytes of a file that is a note.
    static let largest = 16 << 20
    /// Where the index lives; its dot keeps it out of every listing.
    static let hidden = ".atrium"

    /// The folder’s own name, for faults.
    let path: String
    private let root: Int32
    /// How many names in the folder of the index were used.
    let drafts = Atomic<Int>(0)

    /// Opens the folder.
    init(_ path: String) throws {
        self.path = path
        root = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard root >= 0 else { throw StoreFault.unreachable(path: path, reason: errno) }
    }

    deinit { close(root) }

    /// Whether the folder of this name is still the one that was opened.
    var isInPlace: Bool {
        var mine = stat()
        var named = stat()
        return fstat(root, &mine) == 0 && stat(path, &named) == 0 && mine.st_ino == named.st_ino
            && mine.st_dev == named.st_dev
    }

    func checkWritable() throws {
        guard faccessat(root, ".", W_OK | X_OK, 0) == 0 else { throw StoreFault.readOnly(path: path) }
    }

    /// The folder of the index and of half-written files; git leaves it out.
    func prepareHidden() throws {
        if mkdirat(root, Self.hidden, 0o700) == 0 {
            let note = openat(root, Self.hidden + "/.gitignore", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard note >= 0 else { throw fault(errno, Self.hidden) }
            defer { close(note) }
            try write(Array("*\n".utf8), to: note, Self.hidden)
        } else if errno != EEXIST {
            throw fault(errno, Self.hidden)
        }
        // A link in its place would put the index somewhere else.
        close(try folder(Self.hidden))
    }
}

// MARK: - Looking

extension FolderFiles {
    /// A descriptor of a folder below this one, which the caller closes.
    ///
    /// - Parameter makes: Whether levels that are missing are made.
    /// - Throws: for a level that leads up, which none of ours does.
    func folder(_ name: String, makes: Bool = false) throws -> Int32 {
        guard !name.split(separator: "/").contains(where: Self.leads) else { throw fault(EINVAL, name) }
        var current = openat(root, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard current >= 0 else { throw fault(errno, name) }
        for level in name.split(separator: "/") {
            if makes, mkdirat(current, String(level), 0o700) != 0, errno != EEXIST {
                let reason = errno
                close(current)
                throw fault(reason, name)
            }
            let next = openat(current, String(level), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            let reason = errno
            close(current)
            guard next >= 0 else { throw fault(reason, name) }
            current = next
        }
        return current
    }

    /// What a file is known by; nil where there is no file of this name.
    func stamp(_ name: String) -> FileStamp? {
        guard let (folder, last) = try? parent(of: name) else { return nil }
        defer { close(folder) }
        return Self.stamp(last, in: folder)
    }

    /// The bytes of a file, and what it is known by; nil where there is no file of this name.
    ///
    /// - Parameter largest: The most bytes that it may have.
    func read(_ name: String, upTo largest: Int = FolderFiles.largest) -> FileContents? {
        guard let (folder, last) = try? parent(of: name) else { return nil }
        defer { close(folder) }
        // Opening a pipe would wait for its writer.
        let file = openat(folder, last, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            guard errno == EACCES || errno == EPERM, let stamp = Self.stamp(last, in: folder) else { return nil }
            return FileContents(stamp: stamp, bytes: .failure(.unreadable))
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let stamp = FileStamp(status)
        guard stamp.size <= largest else { return FileContents(stamp: stamp, bytes: .failure(.tooLarge)) }
        var bytes = [UInt8](repeating: 0, count: Int(stamp.size))
        var count = 0
        while count < bytes.count {
            let got = bytes.withUnsafeMutableBytes {
                Glibc.read(file, $0.baseAddress.map { $0 + count }, $0.count - count)
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { return FileContents(stamp: stamp, bytes: .failure(.unreadable)) }
            guard got > 0 else { break }
            count += got
        }
        bytes.removeLast(bytes.count - count)
        return FileContents(stamp: stamp, bytes: .success(bytes))
    }

    /// All Markdown files, hidden ones left out.
    ///
    /// - Parameter enter: Told of each folder before it is listed; the folder itself is the empty name.
    func scan(_ enter: (String) -> Void) throws -> [String: FileStamp] {
        var found: [String: FileStamp] = [:]
        var waiting = [""]
        while let name = waiting.popLast() {
            enter(name)
            guard let descriptor = try? folder(name) else {
                // Removed while it was waiting. The first one is the folder itself.
                guard name.isEmpty else { continue }
                throw StoreFault.unreachable(path: path, reason: errno)
            }
            guard let listing = fdopendir(descriptor) else {
                close(descriptor)
                continue
            }
            defer { closedir(listing) }
            while let entry = readdir(listing) {
                let kind = Int(entry.pointee.d_type)
                guard kind == DT_REG || kind == DT_DIR || kind == DT_UNKNOWN, let last = Self.name(of: entry),
                    !last.hasPrefix(".")
                else { continue }
                let whole = name.isEmpty ? last : name + "/" + last
                if kind != DT_DIR, Self.isNote(last), let stamp = Self.stamp(last, in: descriptor) {
                    found[whole] = stamp
                } else if kind == DT_DIR || kind == DT_UNKNOWN && !Self.isNote(last) {
                    waiting.append(whole)
                }
            }
        }
        return found
    }

    /// Whether a file of this name is a note.
    static func isNote(_ name: String) -> Bool {
        guard !name.split(separator: "/").contains(where: { $0.hasPrefix(".") }) else { return false }
        let end = name.split(separator: ".").last?.lowercased()
        return name.contains(".") && (end == "md" || end == "markdown")
    }

    static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
        withUnsafePointer(to: &entry.pointee.d_name) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
        }
    }

    private static func stamp(_ name: String, in folder: Int32) -> FileStamp? {
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return FileStamp(status)
    }

    /// The folder of a file, which the caller closes, and the file’s name in it.
    func parent(of name: String, makes: Bool = false) throws -> (Int32, String) {
        let slash = name.lastIndex(of: "/")
        let last = slash.map { name[name.index(after: $0)...] } ?? name[...]
        guard !last.isEmpty, !Self.leads(last) else { throw fault(EINVAL, name) }
        return (try folder(String(name[..<(slash ?? name.startIndex)]), makes: makes), String(last))
    }

    /// Whether a level names no entry of its folder, but a folder on the way there.
    private static func leads(_ level: Substring) -> Bool { level == "." || level == ".." }

    private func fault(_ reason: Int32, _ name: String) -> StoreFault {
        let path = name.isEmpty ? path : path + "/" + name
        return switch reason {
        case ENOSPC, EDQUOT: .full(path: path)
        case EACCES, EPERM, EROFS: .readOnly(path: path)
        default: .unreachable(path: path, reason: reason)
        }
    }
}

// MARK: - Writing

extension FolderFiles {
    /// Writes a file that nobody sees yet; its stamp is the one that it will have in its place.
    ///
    /// - Parameters:
    ///   - name: Where it is to go.
    ///   - old: The file there, whose permissions it gets.
    ///   - waits: Whether the bytes reach the disk before this returns.
    func draft(_ bytes: [UInt8], for name: String, like old: String?, waits: Bool) throws -> FileDraft {
        let draft = nextHidden("part")
        let (folder, last) = try parent(of: draft)
        defer { close(folder) }
        let file = openat(folder, last, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw fault(errno, name) }
        defer { close(file) }
        do {
            if let mode = old.flatMap(mode) { fchmod(file, mode) }
            try write(bytes, to: file, name)
            guard !waits || fsync(file) == 0 else { throw fault(errno, name) }
            var status = stat()
            guard fstat(file, &status) == 0 else { throw fault(errno, name) }
            return FileDraft(name: draft, stamp: FileStamp(status))
        } catch {
            unlinkat(folder, last, 0)
            throw error
        }
    }

    /// Puts a draft in its place.
    ///
    /// - Parameter replaces: What the file there is known by; nil where there must be none.
    /// - Returns: false, and nothing is done, when there is something else.
    func place(_ draft: FileDraft, at name: String, replaces: FileStamp?) throws -> Bool {
        let (from, draftName) = try parent(of: draft.name)
        defer { close(from) }
        let (to, last) = try parent(of: name, makes: true)
        defer { close(to) }
        if let replaces {
            guard Self.stamp(last, in: to) == replaces else { return false }
            guard renameat(from, draftName, to, last) == 0 else { throw fault(errno, name) }
        } else if linkat(from, draftName, to, last, 0) == 0 {
            unlinkat(from, draftName, 0)
            // Whoever watches for files that were written has to hear of it.
            let file = openat(to, last, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
            if file >= 0 { close(file) }
        } else {
            // Not every file system has links; there the look before has to do.
            let reason = errno
            guard reason == EPERM || reason == EOPNOTSUPP || reason == EMLINK || reason == EXDEV else {
                if reason == EEXIST { return false }
                throw fault(reason, name)
            }
            var status = stat()
            guard fstatat(to, last, &status, AT_SYMLINK_NOFOLLOW) != 0 else { return false }
            guard renameat(from, draftName, to, last) == 0 else { throw fault(errno, name) }
        }
        fsync(to)
        return true
    }

    /// Removes a draft that is not wanted.
    func discard(_ draft: FileDraft) { unlink(draft.name) }

    /// Removes a file if it is still the one that this stamp means; false where it is another by now.
    func remove(_ name: String, _ stamp: FileStamp) throws -> Bool {
        guard let found = self.stamp(name) else { return true }
        guard found == stamp else { return false }
        let (folder, last) = try parent(of: name)
        defer { close(folder) }
        guard unlinkat(folder, last, 0) == 0 || errno == ENOENT else { throw fault(errno, name) }
        return true
    }

    /// Makes a folder where there is none.
    ///
    /// - Returns: Whether there is one; false where a file or a link has its name, or no folder can have it.
    /// - Throws: `StoreFault` where the folder may not be made, or the disk fails.
    func canHold(_ name: String) throws -> Bool {
        do {
            close(try folder(name, makes: true))
            return true
        } catch StoreFault.unreachable(_, let reason)
            where [ENOTDIR, ELOOP, ENAMETOOLONG, EINVAL, EILSEQ].contains(reason)
        {
            return false
        }
    }

    /// Removes a file of our own.
    func unlink(_ name: String) {
        guard let (folder, last) = try? parent(of: name) else { return }
        unlinkat(folder, last, 0)
        close(folder)
    }

    private func mode(_ name: String) -> mode_t? {
        guard let (folder, last) = try? parent(of: name) else { return nil }
        defer { close(folder) }
        var status = stat()
        return fstatat(folder, last, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status.st_mode & 0o777 : nil
    }

    private func write(_ bytes: [UInt8], to file: Int32, _ name: String) throws {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(file, $0.baseAddress.map { $0 + written }, $0.count - written)
            }
            guard count >= 0 || errno == EINTR else { throw fault(errno, name) }
            written += max(0, count)
        }
    }
}
