// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumStores

/// Leads links between the notes of an import to those that got another path, since another note had theirs.
struct ImportedPlaces: Sendable {
    /// The new notes of the import, by the keys of their names in the source.
    private var notes: [String: [(id: Int, path: String)]] = [:]
    private var ids: Set<Int> = []
    /// The notes with another name than in the source.
    private var renamed: [RenamedNote] = []
    /// The new paths, and the former names.
    private var paths: [Int: String] = [:]
    private var names: Set<String> = []

    /// The titles of notes that had no names in the source: in a folder their files give them some.
    private var titles: [(id: Int, title: String)] = []

    /// Adds imported notes in order.
    mutating func add(_ drafts: [NoteDraft], _ taken: [TakenNote]) {
        for (draft, note) in zip(drafts, taken) where note.kind == .new {
            ids.insert(note.id)
            guard !draft.names.isEmpty else {
                titles.append((note.id, Note.title(of: draft.content)))
                continue
            }
            notes[NameKey.of(draft.names.name), default: []].append((note.id, draft.names.path))
            guard note.path != draft.names.path else { continue }
            paths[note.id] = note.path
            names.insert(draft.names.name)
            if let note = RenamedNote(id: note.id, from: draft.names, to: NoteNames(path: note.path)) {
                renamed.append(note)
            }
        }
    }

    /// The notes with another name than in the source, also those whose file in a folder could not be called by their
    /// title, since another was.
    func allRenamed(in service: NotesService) async throws -> [RenamedNote] {
        let titles = titles
        return try await renamed
            + service.store.read { reader in
                guard reader.files != nil else { return [] }
                let wanted = Dictionary(titles.map { ($0.id, FileName.of(title: $0.title)) }) { $1 }
                var found: [RenamedNote] = []
                try reader.each(titles.map(\.id)) { note in
                    guard let name = wanted[note.id], note.names.name.hasPrefix(name + " "),
                        Int(note.names.name.dropFirst(name.count + 1)) != nil
                    else { return }
                    if let note = RenamedNote(id: note.id, from: NoteNames(path: name), to: note.names) {
                        found.append(note)
                    }
                }
                return found
            }
    }

    /// Corrects the links, name by name.
    func lead(in service: NotesService) async throws {
        for name in names.sorted() {
            let linking = try await service.store.read { try $0.all(.linking(.title(name))).map(\.id) }
            let named = notes[NameKey.of(name)] ?? []
            try await service.amend(linking.filter(ids.contains)) { note in
                guard !note.isProtected else { return nil }
                let text = References(note.content).replacing { link in
                    guard let id = link.nearest(among: named, from: note), let path = paths[id] else { return nil }
                    return link.leading(toPath: path, from: note)
                }
                return text == note.content ? nil : Amendment(id: note.id, old: note.content, new: text)
            }
        }
    }
}
