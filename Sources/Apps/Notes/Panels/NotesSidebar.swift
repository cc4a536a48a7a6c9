// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSearch
import AtriumSession
import NotesLogic

/// The sidebar of Notes: all notes and the trash, then notebooks, saved queries and tags.
@MainActor
enum NotesSidebar {
    /// The sidebar of a model.
    static func view(of model: NotesModel, in language: Language) -> SidebarView {
        SidebarView(title: Strings.sidebarTitle.string(in: language), entries: entries(of: model, in: language))
    }

    private static func entries(of model: NotesModel, in language: Language) -> [SidebarView.Entry] {
        var entries = [
            SidebarView.Entry(
                Strings.tabAll.string(in: language), count: model.counts.active, isCurrent: model.scope == .active,
                action: .app(NotesFactory.id, NotesCommands.list)),
            SidebarView.Entry(
                Strings.tabTrash.string(in: language), count: model.counts.trashed, isCurrent: model.scope == .trash,
                action: .app(NotesFactory.id, NotesCommands.list, NotesCommands.trash.argument(true))),
        ]
        func entry(_ text: String, count: Int?, query: String) -> SidebarView.Entry {
            SidebarView.Entry(
                text, id: query, count: count, isCurrent: model.scope == .matching(query),
                action: .app(NotesFactory.id, NotesCommands.list, NotesCommands.listed.argument(query)))
        }
        entries += NotebookRow.rows(of: model.notebooks).map {
            entry(
                String(repeating: "  ", count: $0.depth) + ($0.isLocked ? NoteFacts.lockSign : "") + $0.level,
                count: $0.count, query: QueryKey.in.term($0.name))
        }
        entries += model.savedQueries.map { entry("@" + $0.name, count: nil, query: "@" + $0.name) }
        entries += model.tags.map { entry("#" + $0.name, count: $0.count, query: QueryKey.tag.term($0.name)) }
        return entries
    }
}

/// A notebook in a list with each one below its parent.
struct NotebookRow: Hashable {
    /// The whole name.
    let name: String
    /// The last level of it.
    let level: String
    /// The number of levels above.
    let depth: Int
    /// The number of its own notes; `nil` for one that only contains other notebooks.
    let count: Int?
    /// Whether it is protected.
    let isLocked: Bool

    /// The most levels below each other; deeper ones are a part of the last one.
    private static let deepest = 32

    /// The rows of notebooks; one for each level without notes too, so that each is below its parent.
    static func rows(of notebooks: [NoteLabel]) -> [NotebookRow] {
        var rows: [(keys: [String], row: NotebookRow)] = []
        var places: [[String]: Int] = [:]
        for notebook in notebooks {
            let levels = notebook.name.split(separator: "/", maxSplits: deepest - 1).map(String.init)
            let keys = levels.map(NameKey.of)
            for end in levels.indices {
                let isWhole = end == levels.count - 1
                let row = NotebookRow(
                    name: levels[...end].joined(separator: "/"), level: levels[end], depth: end,
                    count: isWhole ? notebook.count : nil, isLocked: isWhole && notebook.isLocked)
                if let place = places[Array(keys[...end])] {
                    if isWhole { rows[place].row = row }
                } else {
                    places[Array(keys[...end])] = rows.count
                    rows.append((Array(keys[...end]), row))
                }
            }
        }
        // By levels: a blank sorts before the slash, and would part a notebook from those within it.
        return rows.sorted { left, right in left.keys.lexicographicallyPrecedes(right.keys) }.map(\.row)
    }
}

/// The tabs of Notes; the raw value is what a user types.
enum NotesTab: String, CaseIterable {
    /// All notes outside the trash.
    case all
    /// The pinned ones.
    case pinned
    /// The open tasks.
    case todo
    case trash

    /// The tab for a scope; `nil` if none shows it.
    init?(_ scope: NoteScope) {
        guard let tab = Self.allCases.first(where: { $0.scope == scope }) else { return nil }
        self = tab
    }

    /// The scope of the tab; those in between are queries like any other.
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
