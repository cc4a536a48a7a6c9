// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Session

/// One owner’s notes in memory.
struct MemoryShelf: Sendable {
    private(set) var notes: [Int: Note] = [:]
    /// Whether there ever was a note.
    private(set) var hasHadNotes = false
    private var last = 0
    private var origins: [String: Int] = [:]
    private var versions: [Int: [NoteVersion]] = [:]
    private(set) var unfinished: [Int: UnfinishedNote] = [:]
    private(set) var queries: [String: SavedQuery] = [:]
    private(set) var key: WrappedKey?
    private(set) var files = MemoryFiles()

    var active: [Note] { notes.values.filter { $0.trashedAt == nil } }

    mutating func add(_ drafts: [NoteDraft]) -> [Note] {
        take(drafts).filter { $0.kind == .new }.compactMap { notes[$0.id] }
    }

    mutating func take(_ drafts: [NoteDraft]) -> [TakenNote] {
        hasHadNotes = true
        // Once for all drafts: looking through the notes for each of them would take its time.
        var twins: [Twin: [Int]] = [:]
        if drafts.contains(where: { $0.origin != nil }) {
            for note in notes.values { twins[Twin(note.createdAt, note.content), default: []].append(note.id) }
        }
        return drafts.map { draft in
            let twin = Twin(draft.createdAt, draft.content)
            if let known = known(draft, among: twins[twin] ?? []) { return known }
            last += 1
            twins[twin, default: []].append(last)
            if let origin = draft.origin { origins[origin.key] = last }
            notes[last] = Note(id: last, draft)
            for attachment in draft.attachments { _ = files.attach(attachment, to: last) }
            return TakenNote(id: last, kind: .new)
        }
    }

    /// - Parameter twins: The notes that may have the same text and date.
    private func known(_ draft: NoteDraft, among twins: [Int]) -> TakenNote? {
        guard let origin = draft.origin else { return nil }
        for case let known? in origin.keys.map({ origins[$0] }) where notes[known] != nil {
            return TakenNote(id: known, kind: .imported)
        }
        let equal = twins.filter { notes[$0].map { draft.isSame(as: $0.content) } ?? false }
        return origin.equal(among: equal.sorted()).map { TakenNote(id: $0, kind: .equal) }
    }

    /// What notes have in common that may be taken for one another: the date, and of the text all but what each store
    /// says in its own way.
    private struct Twin: Hashable {
        let date: Timestamp
        let content: String

        init(_ date: Timestamp, _ content: String) {
            self.date = date
            self.content = AttachmentLinks.shortening(all: LinkText.unnumbered(content))
        }
    }

    mutating func amend(_ texts: [Amendment]) {
        for text in texts {
            guard let note = notes[text.id], !note.isProtected, note.version == 1, note.content == text.old else {
                continue
            }
            notes[text.id]?.content = text.new
        }
    }

    mutating func modify(_ id: Int, content: String, sealed: [UInt8]?, renames: Bool, at time: Timestamp)
        -> ModifiedNote?
    {
        guard let old = notes[id], old.isProtected == (sealed != nil) else { return nil }
        guard old.content != content || old.sealed != sealed else { return ModifiedNote(note: old, before: old) }
        let isOnly = !active.contains { $0.id != id && NameKey.of($0.title) == NameKey.of(old.title) }
        guard renames, old.trashedAt == nil,
            let relinking = Relinking(from: old.title, to: Note.title(of: content), isOnly: isOnly)
        else { return ModifiedNote(note: revise(old, content, sealed, at: time), before: old) }
        let text = sealed == nil ? relinking.rewritten(content, in: nil) : content
        let note = revise(old, text, sealed, at: time)
        var relinked: [Int] = []
        for other in notes.values.sorted(by: { $0.id < $1.id }) where other.id != id && !other.isProtected {
            guard relinking.filter.matches(other) else { continue }
            let text = relinking.rewritten(other.content, in: nil)
            guard !text.utf8.elementsEqual(other.content.utf8) else { continue }
            _ = revise(other, text, other.sealed, at: time)
            relinked.append(other.id)
        }
        return ModifiedNote(note: note, before: old, relinked: relinked)
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
        let known = id.flatMap { unfinished[$0] == nil ? nil : $0 }
        let number = known ?? UnfinishedNote.number(after: unfinished.keys.max(), at: time)
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
