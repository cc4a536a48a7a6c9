// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// What stands under a name.
public enum FileKind: Hashable, Sendable {
    /// A file with bytes of its own.
    case regular
    /// A folder.
    case folder
    /// A symbolic link.
    case link
    /// A named pipe, or one that a shell hands over.
    case pipe
    /// A socket.
    case socket
    /// A device.
    case device

    init(mode: mode_t) {
        self =
            switch mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .folder
            case S_IFLNK: .link
            case S_IFIFO: .pipe
            case S_IFSOCK: .socket
            default: .device
            }
    }
}
