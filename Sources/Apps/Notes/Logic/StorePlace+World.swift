// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import NotesDomain
import Foundation
import NotesStore
import Session
import Worlds

extension StorePlace {
    /// What a folder is; nil for one that may hold notes.
    ///
    /// - Parameter path: The folder without symbolic links.
    init?(_ path: String, in world: World) {
        func real(_ path: String) -> String { (try? FilePlace.real(path)) ?? path }
        let home = real(world.variables["HOME"] ?? NSHomeDirectory())
        if path == "/" {
            self = .root
        } else if path == home {
            self = .home
        } else if let ours = NoteStore.folder(in: world).map(real),
            path == ours || NoteFolderFiles.holds(ours, path)
        {
            self = .ours
        } else if Self.isSystem(path) {
            self = .system
        } else {
            return nil
        }
    }

    /// Source of the names: Filesystem Hierarchy Standard 3.0, chapter 3.
    private static func isSystem(_ path: String) -> Bool {
        let whole = ["bin", "boot", "dev", "etc", "lib", "lib32", "lib64", "libx32", "proc", "sbin", "sys", "usr"]
        let itself = ["home", "media", "mnt", "opt", "root", "run", "srv", "tmp", "var"]
        let levels = path.split(separator: "/").map(String.init)
        guard let first = levels.first else { return true }
        // Of devices, shared memory is a place for files.
        if levels.count > 2, first == "dev", levels[1] == "shm" { return false }
        return whole.contains(first) || itself.contains(first) && levels.count == 1
    }
}
