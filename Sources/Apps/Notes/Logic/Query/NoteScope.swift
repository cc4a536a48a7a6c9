// SPDX-License-Identifier: GPL-3.0-or-later

package import NotesDomain

/// Which notes are listed.
package enum NoteScope: Hashable, Sendable {
    /// All that are not in the trash.
    case active
    /// Those in the trash.
    case trash
    /// What is to do on some days.
    case agenda(AgendaDays)
    /// Those that a query in the language of `QueryReader` means.
    case matching(String)

    /// Whether only some of the notes are meant, which are not counted yet.
    package var isFound: Bool {
        switch self {
        case .active, .trash: false
        case .agenda, .matching: true
        }
    }

    /// Whether saved queries may be named in it; most queries name none.
    package var mayNameSaved: Bool { if case .matching(let text) = self { text.contains("@") } else { false } }
}

extension NotesService {
    /// What a scope means now.
    ///
    /// - Throws: what reading its query throws.
    package func query(_ scope: NoteScope) async throws -> AskedQuery {
        try query(scope, saved: scope.mayNameSaved ? await savedQueries() : [])
    }

    /// The same where the saved queries are known.
    package func query(_ scope: NoteScope, saved: [SavedQuery]) throws -> AskedQuery {
        switch scope {
        case .active: AskedQuery()
        case .trash: AskedQuery(isTrashed: true)
        case .agenda(let days): try days.query(today: now.day)
        case .matching(let text): try query(text, saved: saved)
        }
    }
}
