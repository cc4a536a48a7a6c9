// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Where scripts have their folders.
enum TemporaryFolder {
    /// The system’s folder for temporary files, without a slash at its end.
    static let parent: String = {
        let path = NSTemporaryDirectory()
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }()
}
