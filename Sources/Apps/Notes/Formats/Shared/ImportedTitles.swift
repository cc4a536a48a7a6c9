// SPDX-License-Identifier: GPL-3.0-or-later

import NotesLogic

/// The titles of the notes of an import, by their ids in the program that wrote them.
///
/// Links lead to a title, since the numbers of another store differ; to a title that several notes have, and to one that
/// cannot stand in a link, they lead by the number of the note in the import, which becomes its number here.
struct ImportedTitles {
    private var notes: [String: (title: String, number: Int)] = [:]
    private var counts: [String: Int] = [:]
    /// Whether each title says which note is meant.
    private(set) var areClear = true

    mutating func add(_ title: String, of id: String, number: Int) {
        notes[id] = (title, number)
        let key = NameKey.of(title)
        counts[key, default: 0] += 1
        if counts[key] != 1 || !LinkTarget.fits(title) { areClear = false }
    }

    /// Whether there is a note of this id.
    func has(_ id: String) -> Bool { notes[id] != nil }

    /// The link to a note; `nil` if there is none.
    ///
    /// - Parameter place: The place in the note, with its sign; empty for all of it.
    func link(to id: String, _ label: String, at place: Substring = "") -> String? {
        guard let (title, number) = notes[id] else { return nil }
        guard counts[NameKey.of(title)] == 1, LinkTarget.fits(title), !label.contains("]]") else {
            return "[\(label.isEmpty ? title.filter { !"[]".contains($0) } : label)](note:\(number))"
        }
        return (label == title || label.isEmpty) && place.isEmpty
            ? "[[\(title)]]" : "[[\(title)\(place)|\(label.isEmpty ? title : label)]]"
    }
}
