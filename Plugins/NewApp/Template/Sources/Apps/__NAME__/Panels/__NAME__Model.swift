// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Stores
import __NAME__Logic

/// The state that the app’s panels and commands share: the service, and the open item.
@MainActor
package final class __NAME__Model: AppModel {
    let service: __NAME__Service
    /// The number of items.
    private(set) var count = 0
    /// The item that is open.
    var opened: Item?
    /// The most items that are listed; nil for all.
    private(set) var limit: Int?
    /// The part of all this that is read.
    var reading = PanelReading<ItemChange, Item>()

    init(service: __NAME__Service) { self.service = service }

    package func refresh() async throws {
        let changes = reading.listen { service.changes() }
        if !changes.isEmpty {
            count = try await service.count()
            reading.touchList()
        }
        // Another process may have removed it.
        if let item = opened, changes.mayHave(\.isRemoval) {
            do { _ = try await service.item(item.id) } catch __NAME__Fault.unknownItem { opened = nil }
        }
        reading.didRead()
    }

    /// Lists all items, or the newest `limit`.
    func showAll(limit: Int? = nil) {
        opened = nil
        self.limit = limit
    }

    package func changes() -> AsyncStream<Void> { service.changes().isTold }
}
