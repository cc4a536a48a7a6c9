// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Where scripts have their folders.
package enum TemporaryFolder {
    /// The system’s folder for temporary files, without a slash at its end.
    package static let parent: String = {
        let path = NSTemporaryDirectory()
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }()
}
