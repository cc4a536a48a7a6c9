// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

extension FileFault.Reason {
    /// The nearest error number, for faults that hold one.
    package var number: Int32 {
        switch self {
        case .system(let number): number
        case .kind(.folder): EISDIR
        case .kind(.link): ELOOP
        case .kind: ESPIPE
        case .foreign, .shared, .ours: EPERM
        case .tooLarge: EFBIG
        }
    }
}
