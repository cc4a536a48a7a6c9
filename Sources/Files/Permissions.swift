// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Permissions of what the program itself has made.
package enum Permissions {
    /// Closes a file or folder of the program’s own to everybody else; nothing happens where there is none.
    ///
    /// - Throws: `FileFault` for what is not of this kind, a link for instance, or is another user’s; it stays as it is.
    package static func close(_ path: String, as kind: FileKind = .regular) throws(FileFault) {
        guard let named = FileStatus(path) else { return }
        try check(named, kind, path)
        guard named.mode & 0o077 != 0 else { return }
        // Changed through what was looked at, so that nothing else can have taken its place.
        let file = try Descriptor(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, path: path)
        guard let status = FileStatus(file) else { throw FileFault(path: path, reason: .system(errno)) }
        try check(status, kind, path)
        guard fchmod(file.number, kind == .folder ? 0o700 : 0o600) == 0 else {
            throw FileFault(path: path, reason: .system(errno))
        }
    }

    private static func check(_ status: FileStatus, _ kind: FileKind, _ path: String) throws(FileFault) {
        guard status.kind == kind else { throw FileFault(path: path, reason: .kind(status.kind)) }
        guard status.isOurs else { throw FileFault(path: path, reason: .foreign) }
    }
}
