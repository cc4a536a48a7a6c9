// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation
import FrontMatter
import NotesDomain
import NotesStore
import Session

/// The files in a folder of an export that say of which notes they are: those of an earlier one have notes in the clear
/// that are locked by now.
struct ClearFiles {
    private var paths: [String: [String]] = [:]

    /// Looks through a folder and those within it.
    init(in folder: String) {
        let all = (try? Folder.paths(below: folder)) ?? []
        for path in all where path.lowercased().hasSuffix(".md") {
            let start = String(decoding: NoteImporter.start(of: folder + "/" + path, 1 << 14), as: UTF8.self)
            guard start.contains(NoteOrigin.numberField), let fields = try? FrontMatter(reading: start).fields,
                let number = fields[NoteOrigin.numberField]?.text, let created = fields["created"]?.text
            else { continue }
            paths[number + " " + created, default: []].append(path)
        }
    }

    /// The files of a note, below the folder.
    func files(of note: Note) -> [String] {
        guard let created = ISOTime.text(note.createdAt) else { return [] }
        return paths["\(note.id) \(created)", default: []].sorted()
    }
}
