// SPDX-License-Identifier: GPL-3.0-or-later

import Stores
import Synchronization

/// Rows in memory with the transactions of a database: a write happens wholly or not at all.
///
/// Writers wait for each other; who reads waits for nobody and sees what the last finished write left, so that a long
/// write on another thread holds up no reader.
public final class MemoryTable<Rows: Sendable>: Sendable {
    private let rows: Mutex<Rows>
    private let writing = Mutex(())

    init(rows: Rows) {
        self.rows = Mutex(rows)
    }

    /// Reads one consistent state.
    public func read<Result: Sendable>(_ body: (Rows) throws -> Result) rethrows -> Result {
        try body(rows.withLock { $0 })
    }

    /// Changes the rows; when `body` throws they stay as they were.
    ///
    /// - Throws: `StoreFault.loginEnded` where the present task may not write any more; what the body throws.
    public func write<Result: Sendable>(_ body: (inout Rows) throws -> Result) throws -> Result {
        try writing.withLock { _ in
            try WritePermit.current?.check()
            var draft = rows.withLock { $0 }
            let result = try body(&draft)
            rows.withLock { $0 = draft }
            return result
        }
    }
}
