// SPDX-License-Identifier: GPL-3.0-or-later

public import Stores
import Synchronization

/// An information system of plain Swift collections, shared by all who hold it and gone with the process.
public final class MemorySystem: Sendable {
    private let feeds = ChangeFeeds()
    private let tables = Mutex<[String: any Sendable]>([:])

    /// An empty system.
    public init() {}

    /// The table of this name, made empty on first use.
    ///
    /// - Parameters:
    ///   - name: names the table; always asked for with the same `Rows`.
    ///   - empty: the rows of a new table.
    public func table<Rows: Sendable>(_ name: String, empty: Rows) -> MemoryTable<Rows> {
        tables.withLock { tables in
            if let table = tables[name] as? MemoryTable<Rows> { return table }
            let table = MemoryTable(rows: empty)
            tables[name] = table
            return table
        }
    }

    /// Tells of the changes of one store on this system.
    ///
    /// - Parameter store: Its name; always asked for with the same kind of changes.
    public func feed<Change>(of store: String) -> ChangeFeed<Change> { feeds.feed(of: store) }
}
