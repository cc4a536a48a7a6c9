// SPDX-License-Identifier: GPL-3.0-or-later

import CLinux
import Glibc

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
