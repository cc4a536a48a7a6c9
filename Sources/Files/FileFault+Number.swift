// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

extension FileFault.Reason {
    /// The nearest error number, for faults that hold one.
    package var number: Int32 {
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
    package var isOfAbsence: Bool {
        // A link on the way, a name that leads up, and one that is too long lead to nothing.
        [ENOENT, ENOTDIR, ELOOP, EINVAL, ENAMETOOLONG].contains(reason.number)
    }
}
