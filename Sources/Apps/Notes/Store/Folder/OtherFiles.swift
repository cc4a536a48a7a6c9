// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Synchronization

/// The files of a folder that are no notes, by their names.
///
/// They are listed when a text names one without saying where it lies, and again once any has come or gone.
final class OtherFiles: Sendable {
    private let files: FolderFiles
    private let watch: FolderWatch
    private let listed = Mutex<VaultFiles?>(nil)

    init(_ files: FolderFiles, watch: FolderWatch) {
        self.files = files
        self.watch = watch
    }

    /// Where the file lies that a text names; nil where there is none.
    func path(of target: String) -> String? {
        listed.withLock { listed in
            if watch.takeHasOtherFiles() { listed = nil }
            let all = listed ?? VaultFiles(files.others())
            listed = all
            return all.path(of: target)
        }
    }
}
