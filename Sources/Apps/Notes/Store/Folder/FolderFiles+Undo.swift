// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Stores
import Synchronization
import Systems

/// Files of our own, beside the index: what is half-written, and what a change may be taken back by.
extension FolderFiles {
    /// A name in the folder of the index that nobody else uses.
    func nextHidden(_ ending: String) -> String {
        let number = drafts.add(1, ordering: .relaxed).newValue
        return "\(Self.hidden)/\(getpid())-\(number).\(ending)"
    }

    /// Removes the drafts that a killed process has left; only while nobody else can be writing any.
    func discardDrafts() {
        // What is kept for a change that is still to be taken back is needed.
        let isWhole = hiddenNames { $0.hasPrefix("journal-") }.isEmpty
        for name in hiddenNames({ $0.hasSuffix(".part") || isWhole && $0.hasSuffix(".old") }) {
            unlink(Self.hidden + "/" + name)
        }
    }

    /// Keeps a file under a name of its own, as it is; the name where it is then.
    func keep(_ name: String) throws -> String {
        let backup = nextHidden("old")
        let (from, last) = try parent(of: name)
        defer { close(from) }
        let (to, lastBackup) = try parent(of: backup)
        defer { close(to) }
        if linkat(from, last, to, lastBackup, 0) == 0 { return backup }
        // Not every file system has links.
        guard case .success(let bytes)? = read(name, upTo: FolderAttachments.largest)?.bytes else {
            throw StoreFault.unreachable(path: path + "/" + name, reason: errno)
        }
        let draft = try draft(bytes, for: backup, like: name, waits: false)
        _ = try place(draft, at: backup, replaces: nil)
        return backup
    }

    /// Puts what was kept in the place of whatever is there; where that fails it stays kept.
    ///
    /// - Returns: Whether it is there; also where nothing is kept any more, which another process has put back.
    func putBack(_ backup: String, at name: String) -> Bool {
        guard let (from, lastBackup) = try? parent(of: backup) else { return false }
        defer { close(from) }
        guard let (to, last) = try? parent(of: name, makes: true) else { return false }
        defer { close(to) }
        guard renameat(from, lastBackup, to, last) == 0 else { return errno == ENOENT }
        fsync(to)
        return true
    }

    /// The names in the folder of the index that are asked for.
    func hiddenNames(_ isWanted: (String) -> Bool) -> [String] {
        guard let descriptor = try? folder(Self.hidden) else { return [] }
        guard let listing = fdopendir(descriptor) else {
            close(descriptor)
            return []
        }
        defer { closedir(listing) }
        var names: [String] = []
        while let entry = readdir(listing) {
            if let name = Self.name(of: entry), isWanted(name) { names.append(name) }
        }
        return names.sorted()
    }
}
