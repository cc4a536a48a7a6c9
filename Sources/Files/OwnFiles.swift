// SPDX-License-Identifier: GPL-3.0-or-later

/// The folder of the program’s own files, which nothing that a user names may be written to.
package struct OwnFiles {
    private let folder: String?

    /// The files in a folder and below it; nil: there are none.
    package init(in folder: String?) { self.folder = folder }

    /// Looks whether a path is free for what a user writes.
    ///
    /// - Throws: `FileFault` with `ours` for the folder, for what is or would be below it, wherever links lead, and for
    ///   another name of a file in it.
    package func check(_ path: String) throws(FileFault) {
        guard let folder, let own = try? FilePlace.real(folder) else { return }
        guard let target = Self.resolved(path) else { return }
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

    /// The path without links, as far as it is there, and as it is spelled from there on.
    private static func resolved(_ path: String) -> String? {
        var there = path
        var missing = ""
        while true {
            if let real = try? FilePlace.real(there) {
                return missing.isEmpty || real != "/" ? real + missing : missing
            }
            let (folder, name) = Folder.split(there)
            guard folder != there, folder != "." || there != "." else { return nil }
            if !name.isEmpty { missing = "/" + name + missing }
            there = folder
        }
    }
}
