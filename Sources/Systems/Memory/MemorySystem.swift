// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// An information system of plain Swift collections, shared by all who hold it and gone with the process.
public final class MemorySystem: Sendable {
    package let feed = ChangeFeed()
    private let tables = Mutex<[String: any Sendable]>([:])

    /// An empty system.
    public init() {}

    /// The table of this name, made empty on first use.
    ///
    /// - Parameters:
    ///   - name: names the table in `changes(of:)`; always asked for with the same `Rows`.
    ///   - empty: the rows of a new table.
    package func table<Rows: Sendable>(_ name: String, empty: Rows) -> MemoryTable<Rows> {
        tables.withLock { tables in
            if let table = tables[name] as? MemoryTable<Rows> { return table }
            let table = MemoryTable(name: name, rows: empty, feed: feed)
            tables[name] = table
            return table
        }
    }
}
