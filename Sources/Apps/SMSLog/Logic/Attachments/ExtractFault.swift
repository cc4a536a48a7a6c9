// SPDX-License-Identifier: GPL-3.0-or-later

package import Files

/// Why the files of a message were not written.
package enum ExtractFault: Error, Hashable, Sendable {
    /// The message has none.
    case none(Int)
    /// The message has none of this number.
    case unknown(Int, message: Int)
    /// A file cannot be written.
    case unwritable(path: String, reason: FileFault.Reason)
}
