import Session

/// One owner’s notes in memory.
struct MemoryShelf: Sendable {
    private(set) var notes: [Int: Note] = [:]
    /// Whether there ever was a note.
    private(set) var hasHadNotes = false
    private var last = 0
    private var origins: [NoteOrigin: Int] = [:]
    private var versions: [Int: [NoteVersion]] = [:]
    private(set) var unfinished: [Int: UnfinishedNote] = [:]
    private(set) var queries: [String: SavedQuery] = [:]
    private(set) var key: WrappedKey?
    private(set) var files = MemoryFiles()

    var active: [Note] { notes.values.filter { $0.trashedAt == nil } }

    mutating func add(_ drafts: [NoteDraft]) -> [Note] {
        hasHadNotes = true
        // Once for all drafts: looking through the notes for each of them would take its time.
        var equals: [Twin: Int] = [:]
        if drafts.contains(where: { $0.origin != nil }) {
            for note in notes.values { equals[Twin(note.createdAt, note.content), default: 0] += 1 }
        }
        return drafts.compactMap { draft in
            let twin = Twin(draft.createdAt, draft.content)
            if isKnown(draft, equals: equals[twin] ?? 0) { return nil }
            equals[twin, default: 0] += 1
            last += 1
            if let origin = draft.origin { origins[origin] = last }
            let note = Note(id: last, draft)
            notes[last] = note
            for attachment in draft.attachments { _ = files.attach(attachment, to: last) }
            return note
        }
    }

    /// - Parameter equals: How many notes have the same text and date.
    private func isKnown(_ draft: NoteDraft, equals: Int) -> Bool {
        guard let origin = draft.origin else { return false }
        if let known = origins[origin], notes[known] != nil { return true }
        return equals > origin.twins
    }

    /// What notes that are taken for one another have in common.
    private struct Twin: Hashable {
        let date: Timestamp
        let content: String

        init(_ date: Timestamp, _ content: String) {
            self.date = date
            self.content = content
        }
    }

    mutating func modify(_ id: Int, content: String, sealed: [UInt8]?, at time: Timestamp) -> ModifiedNote? {
        guard let old = notes[id], old.isProtected == (sealed != nil) else { return nil }
        guard old.content != content || old.sealed != sealed else {
            return ModifiedNote(note: old, replaced: old.version)
        }
        guard let relinking = Relinking(from: old.title, to: Note.title(of: content)), old.trashedAt == nil,
            !active.contains(where: { $0.id != id && NameKey.of($0.title) == NameKey.of(old.title) })
        else { return ModifiedNote(note: revise(old, content, sealed, at: time), replaced: old.version) }
        let note = revise(old, sealed == nil ? relinking.rewritten(content) : content, sealed, at: time)
        let others = active.filter { $0.id != id && !$0.isProtected && relinking.filter.matches($0) }.sorted {
            $0.id < $1.id
        }
        for other in others { _ = revise(other, relinking.rewritten(other.content), other.sealed, at: time) }
        return ModifiedNote(note: note, replaced: old.version, relinked: others.map(\.id))
    }

    private mutating func revise(_ old: Note, _ content: String, _ sealed: [UInt8]?, at time: Timestamp) -> Note {
        versions[old.id, default: []].append(
            NoteVersion(number: old.version, savedAt: old.modifiedAt, content: old.content, sealed: old.sealed))
        var note = old
        note.content = content
        note.sealed = sealed
        note.modifiedAt = time
        note.version += 1
        notes[old.id] = note
        return note
    }

    mutating func change(_ id: Int, _ body: (inout Note) -> Void) -> Note? {
        guard var note = notes[id] else { return nil }
        body(&note)
        notes[id] = note
        return note
    }

    mutating func remove(_ id: Int) -> Bool {
        versions[id] = nil
        files.remove(all: id)
        return notes.removeValue(forKey: id) != nil
    }

    func versions(of id: Int) -> [NoteVersion] {
        guard let note = notes[id] else { return [] }
        let present = NoteVersion(
            number: note.version, savedAt: note.modifiedAt, content: note.content, sealed: note.sealed)
        return [present] + (versions[id] ?? []).reversed()
    }

    mutating func rewrite(_ id: Int, _ texts: [NoteVersion]) -> Note? {
        guard let present = texts.first, versions(of: id).map(\.number) == texts.map(\.number),
            present.sealed == nil || files.areSealed(of: id)
        else { return nil }
        let saved = versions(of: id).map(\.savedAt)
        versions[id] = zip(texts, saved).dropFirst().reversed().map { text, time in
            NoteVersion(number: text.number, savedAt: time, content: text.content, sealed: text.sealed)
        }
        origins = origins.filter { $0.value != id }
        return change(id) {
            $0.content = present.content
            $0.sealed = present.sealed
        }
    }

    mutating func attach(_ draft: AttachmentDraft, to id: Int) -> Attachment? {
        guard let note = notes[id], note.isProtected == (draft.sealed != nil) else { return nil }
        return files.attach(draft, to: id)
    }

    mutating func replace(_ attachment: Attachment, of id: Int, with draft: AttachmentDraft) -> Attachment? {
        guard let note = notes[id], !note.isProtected || draft.sealed != nil else { return nil }
        return files.replace(attachment, of: id, with: draft)
    }

    mutating func detach(_ number: Int, from id: Int) -> Bool { files.detach(number, from: id) }

    mutating func keepKey(_ new: WrappedKey, replacing old: WrappedKey?) -> Bool {
        guard key == old else { return false }
        key = new
        return true
    }

    func labels(_ kind: NoteLabel.Kind) -> [NoteLabel] {
        var counts: [String: (name: String, count: Int)] = [:]
        for note in active.sorted(by: { $0.id < $1.id }) {
            for name in note.labels(kind) {
                let key = NameKey.of(name)
                counts[key] = (counts[key]?.name ?? name, (counts[key]?.count ?? 0) + 1)
            }
        }
        return counts.sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }
            .map { NoteLabel(name: $0.value.name, count: $0.value.count) }
    }

    mutating func keepUnfinished(_ content: String, as id: Int?, at time: Timestamp) -> Int {
        let number = id ?? (unfinished.keys.max() ?? 0) + 1
        unfinished[number] = UnfinishedNote(id: number, content: content, savedAt: time)
        return number
    }

    mutating func dropUnfinished(_ id: Int) { unfinished[id] = nil }

    mutating func saveQuery(_ query: String?, as name: String) -> Bool {
        let had = queries[NameKey.of(name)] != nil
        queries[NameKey.of(name)] = query.map { SavedQuery(name: name, query: $0) }
        return query != nil || had
    }
}
