// SPDX-License-Identifier: GPL-3.0-or-later

import Files

/// What attachments need of the folder.
extension FolderFiles {
    /// The names of the files in one folder that may be attachments: nothing hidden, no links.
    func attachments(in name: String) -> [String] {
        entries(in: name).filter { $0.kind == .regular }.map(\.name).sorted()
    }

    /// All files that are no notes, nothing hidden, no links.
    func others() -> [String] {
        var found: [String] = []
        var waiting = [""]
        while let folder = waiting.popLast() {
            for entry in entries(in: folder) {
                let path = folder.isEmpty ? entry.name : folder + "/" + entry.name
                if entry.kind == .folder {
                    waiting.append(path)
                } else if entry.kind == .regular, !Self.isNote(path) {
                    found.append(path)
                }
            }
        }
        return found
    }

    private func entries(in name: String) -> [FolderTree.Entry] {
        ((try? tree.entries(in: name)) ?? []).filter { !$0.name.hasPrefix(".") }
    }

    /// Whether there is anything of this name, be it a link or a folder.
    func isTaken(_ name: String) -> Bool { tree.status(name) != nil }

    /// Removes a folder if nothing is in it.
    func removeIfEmpty(_ name: String) { if !name.isEmpty { tree.removeIfEmpty(name) } }
}
