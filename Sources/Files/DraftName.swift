// SPDX-License-Identifier: GPL-3.0-or-later

import CLinux
import Glibc

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

    /// Gives a file without a name one.
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
    /// - Parameter replacing: Whether it may take the place of another file. If not, none is replaced that has come in
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
