// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// New notes, none of which is there twice.
extension NoteDAO {
    /// Keeps notes, and gives each the owner’s next number.
    ///
    /// A draft with an origin is passed over when a note of that origin is there, or more notes of its date and text
    /// than it has twins: what was imported, or exported before, is not there twice.
    ///
    /// - Parameter unfinished: The unfinished text that they are made of, which is forgotten.
    package func add(_ drafts: [NoteDraft], finishing unfinished: Int? = nil) throws -> [Note] {
        if let unfinished { try dropUnfinished(unfinished) }
        return try take(drafts).new
    }

    /// Keeps those drafts that are not known, and says of each which note it is.
    ///
    /// Where an origin has links by number, other numbers in them make no other text, since those are given anew in each
    /// store; of a draft with attachments, other folders in links to files make none.
    package func take(_ drafts: [NoteDraft]) throws -> (taken: [TakenNote], new: [Note]) {
        var known = KnownNotes(reader: self, isAsked: drafts.contains { $0.origin != nil })
        let places = try drafts.map { try known.place(of: $0) }
        let new = known.new
        let notes = try insert(new, numbers: [])
        for (draft, note) in zip(new, notes) {
            for attachment in draft.attachments { _ = try attach(attachment, to: note) }
        }
        let taken = places.map { place, kind in
            switch place {
            case .here(let id): TakenNote(id: id, kind: kind)
            case .new(let index): TakenNote(id: notes[index].id, kind: kind)
            }
        }
        return (taken, notes)
    }

    /// Puts texts right that nobody has changed since they came: neither a version nor another time is kept of it, and
    /// no link follows a title.
    ///
    /// A note that is not there, is protected and the text is not or the other way round, has a second version or another
    /// text than it should stays as it is.
    package func amend(_ texts: [Amendment]) throws {
        for text in texts {
            guard let old = try note(text.id), old.isProtected == (text.sealed != nil), old.version == 1,
                old.content == text.old
            else { continue }
            var new = old
            new.content = text.new
            new.sealed = text.sealed
            try update(old, to: new)
        }
    }
}

/// Which of the drafts that come in together are notes already, here or among themselves.
///
/// Of thousands of notes of one date only those are read that may be equal, and of thousands that are equal each once.
struct KnownNotes {
    /// Where the note of a draft is.
    enum Place: Hashable {
        /// Here, with this number.
        case here(Int)
        /// Among the drafts that are new, at this index.
        case new(Int)
    }

    /// What drafts have in common that have the same notes for equal.
    private struct Kind: Hashable {
        let created: Timestamp
        let content: String
        /// Whether what each store says in its own way counts.
        let isExact: Bool

        init(_ draft: NoteDraft) {
            created = draft.createdAt
            content = draft.content
            isExact = draft.attachments.isEmpty && draft.origin?.links.isEmpty != false
        }
    }

    private let reader: any NoteReader
    /// Whether any of the drafts may be known.
    private let isAsked: Bool
    /// The drafts that are no notes yet.
    private(set) var new: [NoteDraft] = []
    private var origins: [String: Int] = [:]
    private var equals: [Kind: [Place]] = [:]
    /// The kinds that were asked for, and the new drafts, by what may make them equal to others.
    private var kinds: [NoteKey: Set<Kind>] = [:]
    private var twins: [NoteKey: [Int]] = [:]

    init(reader: any NoteReader, isAsked: Bool) {
        self.reader = reader
        self.isAsked = isAsked
    }

    /// Which note a draft is; one that is none yet becomes one of the new ones.
    mutating func place(of draft: NoteDraft) throws -> (Place, TakenNote.Kind) {
        let twin = isAsked ? NoteKey.twin(NoteDraft.twin(of: draft.content), draft.createdAt) : nil
        if let origin = draft.origin, let twin {
            for key in origin.keys {
                if let note = try reader.notes(.origin(key), limit: 1).first { return (.here(note.id), .imported) }
                if let index = origins[key] { return (.new(index), .imported) }
            }
            if let place = origin.equal(among: try equals(draft, twin)) { return (place, .equal) }
        }
        new.append(draft)
        if let origin = draft.origin { origins[origin.key] = new.count - 1 }
        if let twin { add(draft, twin) }
        return (.new(new.count - 1), .new)
    }

    /// The notes of the draft’s date and, but for what each store says in its own way, text, by number.
    private mutating func equals(_ draft: NoteDraft, _ twin: NoteKey) throws -> [Place] {
        let kind = Kind(draft)
        if let places = equals[kind] { return places }
        func isEqual(_ content: String) -> Bool {
            kind.isExact ? content.utf8.elementsEqual(draft.content.utf8) : draft.isSame(as: content)
        }
        let here = try reader.notes(twin, limit: .max).filter { isEqual($0.content) }.map { Place.here($0.id) }
        let places = here + (twins[twin] ?? []).filter { isEqual(new[$0].content) }.map(Place.new)
        equals[kind] = places
        kinds[twin, default: []].insert(kind)
        return places
    }

    private mutating func add(_ draft: NoteDraft, _ twin: NoteKey) {
        twins[twin, default: []].append(new.count - 1)
        guard let asked = kinds[twin] else { return }
        let kind = Kind(draft)
        // Others that it may be equal to are asked for anew.
        for other in asked where other != kind { equals[other] = nil }
        equals[kind]?.append(.new(new.count - 1))
    }
}

extension NoteOrigin {
    /// Which of the notes of the same date and text it is: the one of its number, or else the next after its twins; nil
    /// where there are no more of them than twins.
    fileprivate func equal(among places: [KnownNotes.Place]) -> KnownNotes.Place? {
        guard places.count > twins else { return nil }
        let own = number.map(KnownNotes.Place.here)
        return own.flatMap { places.contains($0) ? $0 : nil } ?? places[twins]
    }
}
