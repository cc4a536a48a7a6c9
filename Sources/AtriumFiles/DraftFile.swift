// SPDX-License-Identifier: GPL-3.0-or-later

import CAtriumLinux
import Foundation
import Glibc

/// A file that gets its name only when it is complete and on the disk.
///
///     let draft = try DraftFile(for: path)
///     try draft.write(bytes)
///     try draft.finish()
///
/// Until then it has no name if the file system can do that, so that nothing of it is left whatever ends the process;
/// otherwise it has a name of its own beside the target, which no other process can have taken before, and is removed
/// with this object. `removeStale(in:)` removes the drafts of killed processes.
public final class DraftFile {
    private let path: String
    private let folder: Descriptor
    private let name: String
    private let replaces: Bool
    private let mode: mode_t
    private let descriptor: Descriptor
    /// Its name in the folder; `nil` while it has none.
    private var draft: DraftName?

    /// Makes a draft.
    ///
    /// - Parameters:
    ///   - replacing: Whether the file may replace another, which must be a regular file of this user.
    ///   - keepsMode: Whether it gets the permissions of the replaced file.
    ///   - mode: Its permissions otherwise.
    /// - Throws: `FileFault`; an existing file at the path is untouched.
    public init(
        for path: String, replacing: Bool = false, keepsMode: Bool = false, mode: UInt32 = 0o600
    ) throws(FileFault) {
        self.path = path
        let split = Folder.split(path)
        name = split.name
        replaces = replacing
        guard !name.isEmpty, name != ".", name != ".." else { throw FileFault(path: path, reason: .kind(.folder)) }
        folder = try Folder.open(split.folder, for: path)
        let old = try Self.target(name, in: folder, path, replacing: replacing)
        self.mode = keepsMode ? old?.mode ?? mode : mode
        if let nameless = Self.nameless(in: folder) {
            descriptor = nameless
        } else {
            let named = try DraftName.make(in: folder, path: path)
            descriptor = named.descriptor
            draft = named.name
        }
    }

    deinit { if let draft { draft.remove(from: folder) } }

    /// Writes a file as a whole.
    ///
    /// - Parameters:
    ///   - replacing: Whether it may take the place of another.
    ///   - waits: Whether it is on the disk when this returns.
    /// - Throws: `FileFault`; what stood there before stands there still.
    public static func write(
        _ bytes: [UInt8], to path: String, replacing: Bool = false, waits: Bool = false
    ) throws(FileFault) {
        let draft = try DraftFile(for: path, replacing: replacing)
        try draft.write(bytes)
        try draft.finish(waits: waits)
    }

    /// Adds bytes at the end.
    public func write(_ bytes: [UInt8]) throws(FileFault) {
        try bytes.lend { bytes throws(FileFault) in try descriptor.write(bytes, path: path) }
    }

    /// Puts the file in its place; nothing may be written afterwards.
    ///
    /// - Parameters:
    ///   - waits: Whether it is on the disk when this returns. Of very many files, the caller asks for that once, see
    ///     `Folder.sync(_:)`.
    ///   - written: The time of its last write, in nanoseconds since 1970; `nil` for now.
    /// - Throws: `FileFault`; the former file is still there, except for `FileFault.Reason.unconfirmed`.
    public func finish(waits: Bool = true, written: Int64? = nil) throws(FileFault) {
        fchmod(descriptor.number, mode & 0o777)
        if let written {
            let times = [timespec](repeating: timespec(nanoseconds: written), count: 2)
            futimens(descriptor.number, times)
        }
        if waits { try descriptor.sync(path: path) }
        do throws(FileFault) {
            try place()
            if waits { try folder.sync(path: path) }
        } catch {
            // The result of a system call need not be what it has done.
            guard let placed = FileStatus(name, in: folder), FileStatus(descriptor)?.isSame(as: placed) == true else {
                throw error
            }
            draft = nil
            throw FileFault(path: path, reason: .unconfirmed(path: path, number: error.reason.number))
        }
    }

    /// Gives the file its name.
    private func place() throws(FileFault) {
        let old = try Self.target(name, in: folder, path, replacing: replaces)
        if draft == nil, old == nil, linkat(AT_FDCWD, descriptor.link, folder.number, name, AT_SYMLINK_FOLLOW) == 0 {
            // It has its name, and there was no file to replace.
        } else {
            let draft: DraftName
            if let named = self.draft {
                draft = named
            } else {
                draft = try DraftName.link(descriptor, in: folder, path: path)
            }
            self.draft = draft
            try draft.move(to: name, in: folder, replacing: replaces, path: path)
            self.draft = nil
        }
    }

    /// Removes the drafts in a folder that a killed process has left there.
    public static func removeStale(in path: String) {
        guard let folder = try? Folder.open(path, for: path) else { return }
        DraftName.removeStale(in: folder)
    }

    /// The item in the file’s place; `nil` for none.
    ///
    /// - Throws: `FileFault` if it must not be replaced.
    private static func target(
        _ name: String, in folder: Descriptor, _ path: String, replacing: Bool
    ) throws(FileFault) -> FileStatus? {
        guard let old = FileStatus(name, in: folder) else { return nil }
        guard replacing else { throw FileFault(path: path, reason: .system(EEXIST)) }
        try old.checkWritable(path)
        return old
    }

    /// A file without a name; `nil` if the file system has none, or none that could be named later.
    private static func nameless(in folder: Descriptor) -> Descriptor? {
        let file = try? Descriptor(".", in: folder, O_WRONLY | CLINUX_O_TMPFILE, mode: 0o600, path: ".")
        return file.flatMap { access($0.link, F_OK) == 0 ? $0 : nil }
    }
}

extension Descriptor {
    /// The path by which the open file can be reached, even without a name.
    var link: String { "/proc/self/fd/\(number)" }
}

/// The name that a draft has beside its target: random, so that nothing can have been put in its place.
struct DraftName {
    private static let start = ".draft-"
    private static let end = ".part"
    private static let radix = 36

    private let name: String

    private init() {
        name = Self.start + String(UInt64.random(in: .min ... .max), radix: Self.radix) + Self.end
    }

    /// Makes a draft that has a name from the start, and locks it as long as it is open.
    static func make(in folder: Descriptor, path: String) throws(FileFault) -> (name: DraftName, descriptor: Descriptor)
    {
        while true {
            let draft = DraftName()
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
            let descriptor: Descriptor
            do throws(FileFault) {
                descriptor = try Descriptor(draft.name, in: folder, flags, mode: 0o600, path: path)
            } catch {
                guard error.reason == .system(EEXIST) else { throw error }
                continue
            }
            // Another process may have taken it, in the moment before, for one that a killed process has left.
            let isTaken = (try? descriptor.lock(path: path)) == false
            if !isTaken, FileStatus(draft.name, in: folder) != nil { return (draft, descriptor) }
        }
    }

    /// Gives an unnamed file a name.
    static func link(_ descriptor: Descriptor, in folder: Descriptor, path: String) throws(FileFault) -> DraftName {
        _ = try? descriptor.lock(path: path)
        while true {
            let draft = DraftName()
            if linkat(AT_FDCWD, descriptor.link, folder.number, draft.name, AT_SYMLINK_FOLLOW) == 0 { return draft }
            guard errno == EEXIST else { throw FileFault(path: path, reason: .system(errno)) }
        }
    }

    /// Gives the draft its right name.
    ///
    /// - Parameter replacing: Whether it may replace another file. If not, it does not replace one that has appeared in
    ///   the last moment, either.
    func move(to target: String, in folder: Descriptor, replacing: Bool, path: String) throws(FileFault) {
        let flags = replacing ? 0 : CLINUX_RENAME_NOREPLACE
        if renameat2(folder.number, name, folder.number, target, flags) == 0 { return }
        // Not every file system can look and rename at once; there the look before has to do.
        guard errno == EINVAL, !replacing, FileStatus(target, in: folder) == nil,
            renameat(folder.number, name, folder.number, target) == 0
        else { throw FileFault(path: path, reason: .system(errno)) }
    }

    func remove(from folder: Descriptor) { unlinkat(folder.number, name, 0) }

    /// Whether a file can be a draft, by its name.
    private static func isDraft(_ name: String) -> Bool {
        name.hasPrefix(start) && name.hasSuffix(end)
            && UInt64(name.dropFirst(start.count).dropLast(end.count), radix: radix) != nil
    }

    /// Removes the drafts of this user that no process has open.
    static func removeStale(in folder: Descriptor) {
        try? folder.listNames(path: ".") { entry, _ in
            let name = String(cString: entry)
            guard isDraft(name),
                let file = try? Descriptor(name, in: folder, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, path: name),
                let status = FileStatus(file), status.kind == .regular, status.isOurs,
                (try? file.lock(path: name)) == true
            else { return }
            unlinkat(folder.number, name, 0)
        }
    }
}

/// Writes a draft from many small pieces, which go to the file a quarter of a megabyte at a time.
public final class DraftWriter {
    private let draft: DraftFile
    private var buffer: [UInt8] = []

    /// Makes a draft.
    ///
    /// - Parameter replacing: Whether the file may replace another, which must be a regular file of this user.
    /// - Throws: `FileFault`; an existing file at the path is untouched.
    public init(for path: String, replacing: Bool = false) throws(FileFault) {
        draft = try DraftFile(for: path, replacing: replacing)
    }

    /// Adds a text at the end.
    public func write(_ text: String) throws(FileFault) {
        buffer += text.utf8
        try flushIfFull()
    }

    /// Adds bytes at the end.
    public func write(_ bytes: [UInt8]) throws(FileFault) {
        buffer += bytes
        try flushIfFull()
    }

    /// Adds bytes in base64 (RFC 4648, 4), a part at a time: large ones are held no second time.
    public func write(base64 bytes: [UInt8]) throws(FileFault) {
        // Whole groups of three bytes, so that the parts join.
        for start in stride(from: 0, to: bytes.count, by: 3 << 14) {
            try write(Data(bytes[start..<min(bytes.count, start + (3 << 14))]).base64EncodedString())
        }
    }

    /// Writes the rest, and puts the file in its place; nothing may be written afterwards.
    ///
    /// - Parameter waits: Whether it is on the disk when this returns.
    /// - Throws: `FileFault`; what stood there before stands there still.
    public func finish(waits: Bool = true) throws(FileFault) {
        try flush()
        try draft.finish(waits: waits)
    }

    private func flushIfFull() throws(FileFault) { if buffer.count > 1 << 18 { try flush() } }

    private func flush() throws(FileFault) {
        try draft.write(buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}
