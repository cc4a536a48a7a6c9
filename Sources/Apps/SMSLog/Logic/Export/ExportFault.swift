// SPDX-License-Identifier: GPL-3.0-or-later

package import Files
import Glibc

/// Why messages were not written; what stood there before stands there still.
package enum ExportFault: Error, Hashable, Sendable {
    /// Something is there already, and stays.
    case exists(path: String)
    /// The folder has something in it, which stays.
    case notEmpty(path: String)
    /// Pages are a folder, and this is the name of one page.
    case pageName(path: String)
    /// Two options, or an option and a format, of which each takes the other’s meaning away.
    case notTogether(String, String)
    /// Only files go on where the last one ended.
    case notIncremental(path: String)
    /// The folder of a signed export has something in it, which stays.
    case notNew(path: String)
    /// There is no list of files in the folder.
    case notSigned(path: String)
    /// The text is no key.
    case noKey(String)
    /// The file cannot be read.
    case unreadable(path: String, reason: FileFault.Reason)
    /// The file cannot be written.
    case unwritable(path: String, reason: FileFault.Reason)
}

extension ExportFault {
    init(_ fault: FileFault) {
        self =
            fault.reason == .system(EEXIST)
            ? .exists(path: fault.path) : .unwritable(path: fault.path, reason: fault.reason)
    }
}
