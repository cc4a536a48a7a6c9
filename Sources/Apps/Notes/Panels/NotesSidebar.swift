// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import NotesDomain
import NotesLogic
import Session

/// The drawer of Notes: all notes and the trash, then notebooks, saved queries and tags.
@MainActor
enum NotesSidebar {
    /// The drawer of a model.
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
                String(repeating: "  ", count: $0.depth) + $0.level, count: $0.count, query: QueryKey.in.term($0.name))
        }
        entries += model.savedQueries.map { entry("@" + $0.name, count: nil, query: "@" + $0.name) }
        entries += model.tags.map { entry("#" + $0.name, count: $0.count, query: QueryKey.tag.term($0.name)) }
        return entries
    }
}
