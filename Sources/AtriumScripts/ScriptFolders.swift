// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Synchronization

/// The folders of the session scripts that are running, which a process that is told to end removes first.
package enum ScriptFolders {
    private static let paths = Mutex<Set<String>>([])

    /// From here on the folder is removed if the process is told to end.
    package static func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }

    /// The folder is gone, or somebody else removes it.
    package static func forget(_ path: String) { paths.withLock { _ = $0.remove(path) } }

    /// Removes the folders with everything in them.
    package static func removeAll() {
        let all = paths.withLock { paths in
            defer { paths = [] }
            return paths
        }
        for path in all { Folder.discard(path) }
    }
}
