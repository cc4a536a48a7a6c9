// SPDX-License-Identifier: GPL-3.0-or-later

package import NotesDomain
package import Session

/// Other notebooks, and the links that say where a note is.
extension NoteTransaction {
    /// Moves a note to a notebook; nil when there is no such note.
    ///
    /// Links that led to the note lead to it afterwards, and its own lead where they did: where one says a path that is
    /// another now, it says that.
    package func move(_ id: Int, to notebook: String, at time: Timestamp) throws -> Note? {
        guard let old = try note(id) else { return nil }
        let isLinked = !old.names.isEmpty && old.trashedAt == nil && old.marks.notebook != notebook
        let linking = isLinked ? try linking(to: old).filter { $0.note.id != id } : []
        let targets = isLinked && !old.isProtected ? try targets(in: old) : []
        guard let new = try mark(id, .notebook(notebook)) else { return nil }
        guard isLinked else { return new }
        _ = try relink(linking, from: old, to: new, at: time)
        let places = try targets.compactMap { place, target in try spelling(of: place, to: target, in: new) }
        guard !places.isEmpty else { return new }
        return try revise(new, new.content.replacing(places), nil, at: time)
    }

    /// The links of a text that lead to notes with a path, each with the one that it leads to.
    private func targets(in note: Note) throws -> [(place: LinkText.Place, target: Note)] {
        try LinkText.places(in: note.content).compactMap { place in
            guard place.target.parts?.isEmpty == false, let target = try self.note(at: place.target, from: note),
                target.id != note.id, !target.names.isEmpty
            else { return nil }
            return (place, target)
        }
    }

    /// What a link in a note says from now on; nil where it leads where it did.
    private func spelling(
        of place: LinkText.Place, to target: Note, in note: Note
    ) throws -> (range: Range<Int>, text: String)? {
        guard try self.note(at: place.target, from: note)?.id != target.id else { return nil }
        let spelling = LinkSpelling(place, in: note.content)
        guard case .path = place.target else { return (place.range, spelling.leading(to: target.names.path)) }
        return (place.range, spelling.leading(to: FilePath.relative(target.names.path, from: note.names.folder)))
    }
}
