// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession

/// Adding notes without duplicates.
extension NoteDAO {
    /// Keeps notes, and gives each the owner’s next number.
    ///
    /// A draft with an origin is skipped if a note of that origin exists, or more notes of its date and text than the
    /// draft has twins: a note that was imported or exported before does not come twice.
    ///
    /// - Parameter unfinished: The unfinished text that they are made of, which is removed.
    package func add(_ drafts: [NoteDraft], finishing unfinished: Int? = nil) throws -> [Note] {
        if let unfinished { try dropUnfinished(unfinished) }
        return try take(drafts).new
    }

    /// Keeps the unknown drafts, and returns the note of each draft.
    ///
    /// If an origin has links by number, other numbers in them do not make the text different, since each store assigns
    /// new ones; for a draft with attachments, neither do other folders in links to files.
    package func take(_ drafts: [NoteDraft]) throws -> (taken: [TakenNote], new: [Note]) {
        var known = KnownNotes(reader: self, isAsked: drafts.contains { $0.origin != nil })
        let places = try drafts.map { try known.place(of: $0) }
        let new = try withFreePaths(known.new)
        let notes = try insert(new, numbers: [])
        for (draft, note) in zip(new, notes) {
            for attachment in draft.attachments { _ = try attach(attachment, to: note) }
        }
        let taken = places.map { place, kind in
            switch place {
            case .here(let id): TakenNote(id: id, kind: kind)
            case .new(let index): TakenNote(id: notes[index].id, kind: kind, path: notes[index].names.path)
            }
        }
        return (taken, notes)
    }

    /// Drafts with paths that no other note has, with numbers behind them if necessary.
    private func withFreePaths(_ drafts: [NoteDraft]) throws -> [NoteDraft] {
        var taken: [String: Set<String>] = [:]
        return try drafts.map { draft in
            guard !draft.names.isEmpty, draft.trashedAt == nil else { return draft }
            var (draft, number) = (draft, 1)
            let base = draft.names.path
            while true {
                let name = NameKey.of(draft.names.name)
                // Of many notes of one name, as README, each batch reads the others once.
                if taken[name] == nil {
                    taken[name] = Set(try notes(.title(name), limit: .max).map { NameKey.path($0.names.path) })
                }
                if taken[name]?.insert(NameKey.path(draft.names.path)).inserted == true { return draft }
                number += 1
                draft.names.path = "\(base) \(number)"
            }
        }
    }

    /// Corrects texts that are unchanged since their import, without a new version or another time; links to a title
    /// stay as they are.
    ///
    /// A note that does not exist, differs from the text in protection, has a second version or has another text than
    /// expected stays as it is.
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

/// The notes that the drafts of one import are already, here or among themselves.
///
/// Among thousands of notes of one date it reads only those that may be equal, and thousands of equal ones once.
struct KnownNotes {
    /// The place of a draft’s note.
    enum Place: Hashable {
        /// Here, with this number.
        case here(Int)
        /// Among the new drafts, at this index.
        case new(Int)
    }

    /// The common part of drafts that have the same notes as equals.
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
    private(set) var new: [NoteDraft] = []
    private var origins: [String: Int] = [:]
    private var equals: [Kind: [Place]] = [:]
    /// The requested kinds, and the new drafts, by the key that may make them equal to others.
    private var kinds: [NoteKey: Set<Kind>] = [:]
    private var twins: [NoteKey: [Int]] = [:]

    init(reader: any NoteReader, isAsked: Bool) {
        self.reader = reader
        self.isAsked = isAsked
    }

    /// The note of a draft; an unknown draft is added to the new ones.
    mutating func place(of draft: NoteDraft) throws -> (Place, TakenNote.Kind) {
        let twin = isAsked ? NoteKey.twin(NoteDraft.twin(of: draft.content), draft.times) : nil
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

    /// The notes of the draft’s times and, but for what each store says in its own way, text, by number.
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

extension NoteDraft {
    /// The times that its original may have, of which its source gives the first.
    fileprivate var times: ClosedRange<Timestamp> {
        let precision = Duration.milliseconds(max(1, origin?.precision ?? 1) - 1)
        return createdAt...(createdAt + precision)
    }
}

extension NoteOrigin {
    /// The equal note among those of the same date and text: the one of its number, or else the next after its twins;
    /// `nil` if there are no more of them than twins.
    fileprivate func equal(among places: [KnownNotes.Place]) -> KnownNotes.Place? {
        guard places.count > twins else { return nil }
        let own = number.map(KnownNotes.Place.here)
        return own.flatMap { places.contains($0) ? $0 : nil } ?? places[twins]
    }
}
