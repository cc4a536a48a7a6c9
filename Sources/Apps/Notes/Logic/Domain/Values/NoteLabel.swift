// SPDX-License-Identifier: GPL-3.0-or-later

/// A notebook or a tag, and how many notes outside the trash have it.
package struct NoteLabel: Hashable, Sendable {
    /// The kind of label.
    package enum Kind: Int, Sendable, CaseIterable {
        case notebook = 0
        case tag = 1
    }

    /// The name, as it was first written.
    package let name: String
    /// The number of notes.
    package let count: Int
    /// Whether it is a protected notebook, or one within such.
    package let isLocked: Bool

    package init(name: String, count: Int, isLocked: Bool = false) {
        self.name = name
        self.count = count
        self.isLocked = isLocked
    }
}

extension NoteLabel {
    /// The notebooks or the tags of the notes outside the trash, by name: the answer that every store must give.
    package static func counting(_ kind: Kind, in notes: some Sequence<Note>) -> [NoteLabel] {
        var counts: [String: (name: String, count: Int)] = [:]
        for note in notes.filter({ $0.trashedAt == nil }).sorted(by: { $0.id < $1.id }) {
            for name in note.labels(kind) {
                let key = NameKey.of(name)
                counts[key] = (counts[key]?.name ?? name, (counts[key]?.count ?? 0) + 1)
            }
        }
        return counts.sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }
            .map { NoteLabel(name: $0.value.name, count: $0.value.count) }
    }

    /// All notebooks by name, also protected ones without notes.
    ///
    /// - Parameters:
    ///   - labels: Those of the notes.
    ///   - locked: The protected ones.
    static func notebooks(_ labels: [NoteLabel], locked: [String]) -> [NoteLabel] {
        guard !locked.isEmpty else { return labels }
        let known = Set(labels.map { NameKey.of($0.name) })
        let empty = locked.filter { !known.contains(NameKey.of($0)) }.map { NoteLabel(name: $0, count: 0) }
        return (labels + empty).map { label in
            (key: Array(NameKey.of(label.name).utf8), label: label)
        }.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { _, label in
            NoteLabel(
                name: label.name, count: label.count,
                isLocked: NotebookName.lock(of: label.name, among: locked) != nil)
        }
    }
}

/// The number of a user’s notes.
package struct NoteCounts: Hashable, Sendable {
    /// The notes outside the trash.
    package var active: Int
    /// Those in the trash.
    package var trashed: Int

    package init(active: Int, trashed: Int) {
        self.active = active
        self.trashed = trashed
    }
}

/// A query with a name.
package struct SavedQuery: Codable, Hashable, Sendable {
    package let name: String
    /// The query, as it was typed.
    package let query: String

    package init(name: String, query: String) {
        self.name = name
        self.query = query
    }
}
