import Synchronization

/// Rows in memory with the transactions of a database: a write happens wholly or not at all.
package final class MemoryTable<Rows: Sendable>: Sendable {
    package let name: String
    private let rows: Mutex<Rows>
    private let feed: ChangeFeed

    init(name: String, rows: Rows, feed: ChangeFeed) {
        self.name = name
        self.rows = Mutex(rows)
        self.feed = feed
    }

    /// Reads one consistent state.
    package func read<Result: Sendable>(_ body: (Rows) throws -> Result) rethrows -> Result {
        try rows.withLock { try body($0) }
    }

    /// Changes the rows; when `body` throws they stay as they were and nobody is told.
    package func write<Result: Sendable>(_ body: (inout Rows) throws -> Result) rethrows -> Result {
        let result = try rows.withLock { rows in
            var draft = rows
            let result = try body(&draft)
            rows = draft
            return result
        }
        feed.post([name])
        return result
    }
}
