// SPDX-License-Identifier: GPL-3.0-or-later

import Files

/// Why an export ended.
package enum ExportFault: Error, Hashable, Sendable {
    /// A file or folder cannot be written.
    case unwritable(path: String, reason: FileFault.Reason)
    /// Something is there already, and stays.
    case exists(path: String)
}
