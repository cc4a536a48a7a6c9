// SPDX-License-Identifier: GPL-3.0-or-later

package import NotesDomain
import NotesStore
package import Session

/// What panels show of the notes, all of one state.
package struct NotesSnapshot: Sendable {
    /// How many notes there are, and how they are sorted.
    package struct Labels: Sendable {
        package let counts: NoteCounts
        package let notebooks: [NoteLabel]
        package let tags: [NoteLabel]
        package let savedQueries: [SavedQuery]
    }

    /// A note, and what belongs to it.
    package struct Opened: Sendable {
        /// The note, of a protected one the title alone; nil where there is none any more.
        package let note: Note?
        /// The notes with links to it.
        package let backlinks: [Note]
        /// What is attached to it, sealed where the note is.
        package let attachments: [Attachment]
    }

    /// A part of a list.
    package struct List: Sendable {
        /// What was asked for.
        package let asked: AskedQuery
        /// The same, as the store was asked.
        package let query: NoteQuery
        /// The notes.
        package let notes: [Note]
        /// How many there are in all; nil where that was not asked, or would take long.
        package let total: Int?
    }

    package fileprivate(set) var labels: Labels?
    package fileprivate(set) var opened: Opened?
    package fileprivate(set) var list: List?
    package fileprivate(set) var month: AgendaMonth?
}

/// What of the notes panels are to show.
package struct NotesRequest: Sendable {
    /// Whether counts and labels are.
    package var labels = false
    /// The number of the note that is open.
    package var opened: Int?
    /// Which list is.
    package var list: List?
    /// A day of the month whose agenda is.
    package var month: Day?

    package init() {}

    /// A part of a list.
    package struct List: Sendable {
        /// Which notes are listed.
        package let scope: NoteScope
        /// What was asked for beside the scope.
        package let asked: NoteListing
        /// The same with what the query said of it when the part was read.
        package let listing: NoteListing
        /// The note that the others come after; nil for the first ones.
        package let after: Note?
        /// How many are asked for at most.
        package let limit: Int
        /// How many where the query says another order or number by now: another list begins at its beginning.
        package let first: Int

        package init(
            of scope: NoteScope, asked: NoteListing, listing: NoteListing, after: Note?, limit: Int, first: Int
        ) {
            self.scope = scope
            self.asked = asked
            self.listing = listing
            self.after = after
            self.limit = limit
            self.first = first
        }

        /// The question for the store, where the scope means this now.
        fileprivate func query(_ found: AskedQuery) -> NoteQuery {
            let now = asked.asked(by: found)
            guard now == listing else {
                return asked.query(found, limit: now.limit.map { min($0, first - 1) + 1 } ?? first)
            }
            return asked.query(found, after: after, limit: limit)
        }
    }

    /// Whether nothing is asked for.
    package var isEmpty: Bool { !labels && opened == nil && list == nil && month == nil }
}

extension NotesService {
    /// Reads what panels show in one transaction; without a request it reads nothing.
    ///
    /// - Throws: what `query(_:)` throws, and `StoreFault`.
    package func snapshot(_ request: NotesRequest) async throws -> NotesSnapshot {
        guard !request.isEmpty else { return NotesSnapshot() }
        return try await dao.read(owner) { [self, today = now.day] notes in
            var snapshot = NotesSnapshot()
            if request.labels { snapshot.labels = try Self.labels(in: notes) }
            if let id = request.opened { snapshot.opened = try Self.opened(id, in: notes) }
            if let list = request.list { snapshot.list = try self.list(list, in: notes) }
            if let day = request.month { snapshot.month = try Self.agenda(ofMonth: day, today: today, in: notes) }
            return snapshot
        }
    }

    private static func labels(in notes: any NoteReader) throws -> NotesSnapshot.Labels {
        NotesSnapshot.Labels(
            counts: try notes.counts() ?? NoteCounts(active: 0, trashed: 0), notebooks: try notes.labels(.notebook),
            tags: try notes.labels(.tag), savedQueries: try notes.savedQueries())
    }

    private static func opened(_ id: Int, in notes: any NoteReader) throws -> NotesSnapshot.Opened {
        guard let note = try notes.note(id) else {
            return NotesSnapshot.Opened(note: nil, backlinks: [], attachments: [])
        }
        return NotesSnapshot.Opened(
            note: note, backlinks: try notes.backlinks(to: note),
            attachments: try notes.allAttachments(of: note))
    }

    private func list(_ list: NotesRequest.List, in notes: any NoteReader) throws -> NotesSnapshot.List {
        let asked = try query(list.scope, saved: list.scope.mayNameSaved ? notes.savedQueries() : [])
        let query = list.query(asked)
        var all = try notes.resolved(query)
        let found = try notes.notes(all)
        // Of a list that is all there is the length is known.
        guard list.scope.isFound, found.count >= query.limit || query.after != nil else {
            return NotesSnapshot.List(asked: asked, query: query, notes: found, total: nil)
        }
        all.after = nil
        all.limit = Self.mostCounted
        return NotesSnapshot.List(
            asked: asked, query: query, notes: found, total: try Self.quickCount(all, in: notes))
    }
}
