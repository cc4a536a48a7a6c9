// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import NotesLogic
import Session

/// The tabs of Notes; the raw value is what a user types.
enum NotesTab: String, CaseIterable {
    /// All notes that are not in the trash.
    case all
    /// The pinned ones.
    case pinned
    /// The tasks that are not done.
    case todo
    /// The trash.
    case trash

    /// The tab that shows what is listed; nil where none does.
    init?(_ scope: NoteScope) {
        guard let tab = Self.allCases.first(where: { $0.scope == scope }) else { return nil }
        self = tab
    }

    /// What the tab lists; those in between are queries like any other.
    var scope: NoteScope {
        switch self {
        case .all: .active
        case .pinned: .matching("is:pinned")
        case .todo: .matching("is:todo")
        case .trash: .trash
        }
    }

    var title: LocalizedText {
        switch self {
        case .all: Strings.tabAll
        case .pinned: Strings.tabPinned
        case .todo: Strings.tabTodo
        case .trash: Strings.tabTrash
        }
    }
}
