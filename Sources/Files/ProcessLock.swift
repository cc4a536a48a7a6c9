// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// A lock that one process at a time has, however long; it is gone with the process that holds it (flock(2)).
package final class ProcessLock: Sendable {
    private let descriptor: Descriptor

    /// Takes the lock of a file, which is made where it is not there; nil where another process has it.
    ///
    /// - Throws: `FileFault`.
    package init?(_ path: String) throws(FileFault) {
        descriptor = try Descriptor(path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600, path: path)
        guard try descriptor.lock(path: path) else { return nil }
    }
}
