// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Synchronization

/// The files of a folder that are no notes, by their names.
///
/// They are listed when a text names one without saying where it lies, and again once any has come or gone.
final class FolderListing: Sendable {
    private let files: FolderFiles
    private let watch: FolderWatch
    private let listed = Mutex<(all: VaultFiles, found: [String: String?])?>(nil)

    /// So many names are kept with what they meant: notes of one folder name the same files again.
    private static let mostFound = 10_000

    init(_ files: FolderFiles, watch: FolderWatch) {
        self.files = files
        self.watch = watch
    }

    /// Where the file lies that a text names; nil where there is none.
    func path(of target: String) -> String? {
        listed.withLock { listed in
            if watch.takeHasOtherFiles() { listed = nil }
            var current = listed ?? (VaultFiles(files.others()), [:])
            defer { listed = current }
            listed = nil
            if let known = current.found[target] { return known }
            let path = current.all.path(of: target)
            if current.found.count == Self.mostFound { current.found = [:] }
            current.found[target] = .some(path)
            return path
        }
    }
}
