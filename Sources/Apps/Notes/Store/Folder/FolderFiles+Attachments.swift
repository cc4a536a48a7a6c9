// SPDX-License-Identifier: GPL-3.0-or-later

import Files

/// What attachments need of the folder.
extension FolderFiles {
    /// The names of the files in one folder that may be attachments: nothing hidden, no links.
    func attachments(in name: String) throws -> [String] {
        try translating { () throws(FileFault) in
            do throws(FileFault) {
                return try entries(in: name).filter { $0.kind == .regular }.map(\.name).sorted()
            } catch {
                guard error.isOfAbsence else { throw error }
                return []
            }
        }
    }

    /// All files that are no notes, nothing hidden, no links.
    func others() -> [String] {
        var found: [String] = []
        var waiting = [""]
        while let folder = waiting.popLast() {
            for entry in (try? entries(in: folder)) ?? [] {
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

    private func entries(in name: String) throws(FileFault) -> [FolderTree.Entry] {
        try tree.entries(in: name).filter { !$0.name.hasPrefix(".") }
    }

    /// Whether there is anything of this name, be it a link or a folder.
    func isTaken(_ name: String) throws -> Bool {
        try translating { () throws(FileFault) in try tree.status(name) != nil }
    }

    /// Removes a folder if nothing is in it.
    func removeIfEmpty(_ name: String) { if !name.isEmpty { tree.removeIfEmpty(name) } }
}
