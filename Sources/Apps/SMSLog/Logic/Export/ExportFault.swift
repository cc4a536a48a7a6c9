// SPDX-License-Identifier: GPL-3.0-or-later

package import Files

/// Why messages were not written to a file; what stood there before stands there still.
package enum ExportFault: Error, Hashable, Sendable {
    /// Something is there already, and stays.
    case exists(path: String)
    /// The file cannot be written.
    case unwritable(path: String, reason: FileFault.Reason)
}
