// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation

/// Whether two places of the file system have anything in common.
package enum FolderOverlap {
    /// Whether one is the other or is in it, wherever symbolic links lead; neither needs to exist.
    package static func overlap(_ first: String, _ second: String) -> Bool {
        let (first, second) = (resolved(first), resolved(second))
        return first == second || holds(first, second) || holds(second, first)
    }

    /// Whether a path lies below a folder; neither has symbolic links.
    package static func holds(_ folder: String, _ path: String) -> Bool {
        path.hasPrefix(folder == "/" ? "/" : folder + "/")
    }

    /// The path without symbolic links as far as it exists, and without `.` and `..` from there on.
    private static func resolved(_ path: String) -> String {
        ((FilePlace.resolved(path) ?? path) as NSString).standardizingPath
    }
}
