// SPDX-License-Identifier: GPL-3.0-or-later

import Files

/// What attachments need of the folder.
extension FolderFiles {
    /// The names of the files in one folder that may be attachments: nothing hidden, no links.
    func attachments(in name: String) -> [String] {
        let entries = (try? tree.entries(in: name)) ?? []
        return entries.filter { $0.kind == .regular && !$0.name.hasPrefix(".") }.map(\.name).sorted()
    }

    /// Whether there is anything of this name, be it a link or a folder.
    func isTaken(_ name: String) -> Bool { tree.status(name) != nil }

    /// Removes a folder if nothing is in it.
    func removeIfEmpty(_ name: String) { if !name.isEmpty { tree.removeIfEmpty(name) } }
}
