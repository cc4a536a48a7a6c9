// SPDX-License-Identifier: GPL-3.0-or-later

package import NotesDomain

/// New notes, none of which is there twice.
extension NoteTransaction {
    /// Keeps notes, and gives each the owner’s next number.
    ///
    /// A draft with an origin is passed over when a note of that origin is there, or more notes of its date and text
    /// than it has twins: what was imported, or exported before, is not there twice.
    package func add(_ drafts: [NoteDraft]) throws -> [Note] { try take(drafts).new }

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
