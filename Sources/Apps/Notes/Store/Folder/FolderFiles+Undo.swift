// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Glibc
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
            removeOwn(Self.hidden + "/" + name)
        }
    }

    /// Keeps a file under a name of its own, as it is; the name where it is then.
    func keep(_ name: String) throws -> String {
        let backup = nextHidden("old")
        do throws(FileFault) {
            try tree.link(name, as: backup)
        } catch {
            // Not every file system has second names.
            guard case .success(let bytes)? = read(name, upTo: FolderAttachments.largest)?.bytes else {
                throw StoreFault.unreachable(path: error.path, reason: error.reason.number)
            }
            let draft = try draft(bytes, for: backup, like: name, waits: false)
            _ = try place(draft, at: backup, replaces: nil)
        }
        return backup
    }

    /// Puts what was kept in the place of whatever is there; where that fails it stays kept.
    ///
    /// - Returns: Whether it is there; also where nothing is kept any more, which another process has put back.
    func putBack(_ backup: String, at name: String) -> Bool {
        do throws(FileFault) {
            try tree.move(backup, to: name)
            return true
        } catch {
            return error.reason == .system(ENOENT) && tree.status(Self.hidden) != nil
        }
    }

    /// The names in the folder of the index that are asked for.
    func hiddenNames(_ isWanted: (String) -> Bool) -> [String] {
        ((try? tree.entries(in: Self.hidden)) ?? []).map(\.name).filter(isWanted).sorted()
    }
}
