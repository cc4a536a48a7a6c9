// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session

/// The drawer of Notes: all notes and the trash, then notebooks, saved queries and tags.
@MainActor
enum NotesSidebar {
    /// The drawer of a model.
    static func panel(of model: NotesModel) -> SidebarPanel {
        SidebarPanel {
            Strings.sidebarTitle.string(in: $0.language)
        } rows: {
            rows(of: model, in: $0.language)
        }
    }

    private static func rows(of model: NotesModel, in language: Language) -> [SidebarRow] {
        var rows = [
            SidebarRow(
                Strings.tabAll.string(in: language), count: model.counts.active, isCurrent: model.scope == .active,
                opening: .app(NotesFactory.id, "list")),
            SidebarRow(
                Strings.tabTrash.string(in: language), count: model.counts.trashed, isCurrent: model.scope == .trash,
                opening: .app(NotesFactory.id, "list", flags: ["trash"])),
        ]
        func row(_ text: String, count: Int?, query: String) -> SidebarRow {
            SidebarRow(
                text, count: count, isCurrent: model.scope == .matching(query),
                opening: .app(NotesFactory.id, "list", ["query": query]))
        }
        rows += NotebookRow.rows(of: model.notebooks).map {
            row(String(repeating: "  ", count: $0.depth) + $0.level, count: $0.count, query: "in:\"\($0.name)\"")
        }
        rows += model.savedQueries.map { row("@" + $0.name, count: nil, query: "@" + $0.name) }
        rows += model.tags.map { row("#" + $0.name, count: $0.count, query: "tag:\"\($0.name)\"") }
        return rows
    }
}
