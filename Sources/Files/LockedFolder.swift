// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// A folder that one process at a time has, and whichever of its programs gets the descriptor: the lock is gone when the
/// last of them is (flock(2)).
package final class LockedFolder {
    private let descriptor: Descriptor
    /// The descriptor by which it is locked, for a program to keep that may outlive this process.
    package var number: Int32 { descriptor.number }

    /// Takes the lock of a folder; nil where another process has it.
    ///
    /// - Throws: `FileFault`, also where there is no folder, and where the file system has no locks.
    package init?(_ path: String) throws(FileFault) {
        descriptor = try Descriptor(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, path: path)
        // A program that this one is just starting has a copy of each descriptor until it begins, and so every lock.
        for _ in 0..<Self.tries {
            if try descriptor.lock(path: path) { return }
            usleep(Self.pause)
        }
        return nil
    }

    /// As long as a program takes to begin on a busy machine.
    private static let (tries, pause) = (6, useconds_t(5_000))
}
