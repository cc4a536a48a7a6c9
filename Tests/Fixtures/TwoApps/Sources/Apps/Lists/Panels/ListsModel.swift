// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumStores
import ListsLogic

/// What the list’s views and commands share.
@MainActor
package final class ListsModel: AppModel {
    let service: ListsService
    /// What somebody has opened.
    var opened: ListItem?
    /// How much is left to do.
    package private(set) var badge = 0
    /// What of all this is read.
    var reading = PanelReading<ListChange, ListItem>()

    init(service: ListsService) { self.service = service }

    package var path: [String]? { opened.map { ["item", String($0.id)] } }

    package func refresh() async throws {
        let changes = reading.listen { service.changes() }
        guard !changes.isEmpty else { return }
        badge = try await service.openCount()
        reading.touchList()
        if let opened {
            do { self.opened = try await service.item(opened.id) } catch ListsFault.unknownItem { self.opened = nil }
        }
        reading.didRead()
    }

    package func changes() -> AsyncStream<Void> { service.changes().notices }
}
