// SPDX-License-Identifier: GPL-3.0-or-later

package import Files
import Session
package import Stores

/// Why an export ended.
package enum ExportFault: Error, Hashable, Sendable {
    /// A file or folder cannot be written.
    case unwritable(path: String, reason: FileFault.Reason)
    /// Something is there already, and stays.
    case exists(path: String)
    /// It ended before all was written.
    case brokenOff(path: String, left: Left, cause: Cause)

    /// What an export that ended early has left.
    package enum Left: Hashable, Sendable {
        /// Nothing: what stood there before stands there still.
        case nothing
        /// So many notes, each of them whole.
        case notes(Int)
    }

    /// What ended an export.
    package enum Cause: Hashable, Sendable {
        /// Somebody cancelled it.
        case cancelled
        /// A file or folder, which cannot be written.
        case unwritable(path: String, reason: FileFault.Reason)
        /// A file, which is there already and stays.
        case exists(path: String)
        /// The notes’ store, which cannot be read.
        case store(StoreFault)
    }
}
