// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Stores
import __NAME__Logic

/// What the app’s panels and commands share: the service, and which item is open.
@MainActor
package final class __NAME__Model: AppModel {
    let service: __NAME__Service
    /// How many items there are.
    private(set) var count = 0
    /// The item that is open.
    var opened: Item?
    /// The most items that are listed; nil for all.
    private(set) var limit: Int?
    /// What of all this is read.
    var reading = PanelReading<ItemChange, Item>()

    /// No item waits for anybody.
    package let badge = 0

    init(service: __NAME__Service) { self.service = service }

    package func refresh() async throws {
        let changes = reading.listen { service.changes() }
        if !changes.isEmpty {
            count = try await service.count()
            reading.touchList()
        }
        // Somebody else may have removed it.
        if let item = opened, changes.mayHave(\.isRemoval) {
            do { _ = try await service.item(item.id) } catch __NAME__Fault.unknownItem { opened = nil }
        }
        reading.didRead()
    }

    /// Lists all items, or the newest so many.
    func showAll(limit: Int? = nil) {
        opened = nil
        self.limit = limit
    }

    package func changes() -> AsyncStream<Void> { service.changes().isTold }
}
