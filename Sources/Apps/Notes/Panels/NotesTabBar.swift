// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit

/// The tabs of Notes.
@MainActor
final class NotesTabBar: TabBar {
    private let model: NotesModel

    init(model: NotesModel) { self.model = model }

    let tabs = NotesTab.allCases.map { Tab(key: $0.rawValue, title: $0.title) }

    var selected: String { (NotesTab(model.scope) ?? .all).rawValue }

    func select(_ key: String) async throws {
        guard let tab = NotesTab(rawValue: key) else {
            throw CommandFault.unknownTab(key, tabs: NotesTab.allCases.map(\.rawValue))
        }
        try await model.show(tab.scope)
    }
}
