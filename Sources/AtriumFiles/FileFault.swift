// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Why a file was not opened, read or written.
public struct FileFault: Error, Hashable, Sendable {
    /// The file, as it was named.
    public let path: String
    /// The reason of the failure.
    public let reason: Reason

    /// A fault of a file.
    public init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }
}

extension FileFault {
    /// The reason of a failure.
    public enum Reason: Hashable, Sendable {
        /// The operating system refused; its error number.
        case system(Int32)
        /// It is not the required regular file or folder.
        case kind(FileKind)
        /// It belongs to another user of the machine.
        case foreign
        /// Other users of the machine may write in this folder.
        case shared
        /// It is one of the program’s own files, or lies among them.
        case ours
        /// It is whole in its place, but the system refused to make sure that it stays there; with the error number.
        case unconfirmed(path: String, number: Int32)
        /// It has more bytes than the limit.
        case tooLarge(limit: Int)
    }
}

extension FileFault.Reason {
    /// The nearest error number, for faults that hold one.
    public var number: Int32 {
        switch self {
        case .system(let number), .unconfirmed(_, let number): number
        case .kind(.folder): EISDIR
        case .kind(.link): ELOOP
        case .kind: ESPIPE
        case .foreign, .shared, .ours: EPERM
        case .tooLarge: EFBIG
        }
    }
}

extension FileFault {
    /// Whether nothing can have the name: a file that cannot be read, or a disk that fails, is no absence.
    public var isOfAbsence: Bool {
        // A link on the way, a name that leads up, and one that is too long lead to nothing.
        [ENOENT, ENOTDIR, ELOOP, EINVAL, ENAMETOOLONG].contains(reason.number)
    }
}
