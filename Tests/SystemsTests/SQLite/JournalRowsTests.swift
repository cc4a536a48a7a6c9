// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumSystems
import GRDB
import Testing

/// A journal in memory, and one in a table: the same entries, and never too many.
struct JournalRowsTests {
    private func entry(_ run: String, bytes: Int = 10) -> JournalEntry {
        JournalEntry(
            origin: Origin(run, at: Timestamp(seconds: 1)), changes: Array(repeating: UInt8(ascii: "x"), count: bytes))
    }

    private func agreement(on unnumbered: [JournalEntry]) async throws -> [JournalEntry] {
        let entries = zip(1..., unnumbered).map { number, entry in
            var entry = entry
            entry.id = number
            return entry
        }
        let system = try SQLiteSystem.inMemory()
        try system.prepare(
            SQLiteSchema("test", steps: [{ try $0.execute(sql: JournalRows.schema(of: "change")) }]))
        var memory = MemoryJournal()
        for entry in entries { memory.put(entry) }
        let kept = try await system.write { database in
            let rows = JournalRows(SQLDatabase(database), table: "change", owner: 1)
            for entry in entries { try rows.put(entry) }
            // Another owner’s is another entry.
            try JournalRows(SQLDatabase(database), table: "change", owner: 2).put(entry("other"))
            // Few more than can be read.
            let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM change WHERE owner = 1")
            #expect(try #require(count) < Journal.mostEntries + 100)
            return try rows.entries(limit: .max)
        }
        #expect(kept.map(\.id) == memory.entries(limit: .max).map(\.id))
        #expect(kept.map(\.changes) == memory.entries(limit: .max).map(\.changes))
        return kept
    }

    @Test func `the oldest entries go`() async throws {
        let kept = try await agreement(on: (0..<2 * Journal.mostEntries).map { entry("\($0)") })
        #expect(kept.count == Journal.mostEntries)
        #expect(kept.first?.origin.command == "\(2 * Journal.mostEntries - 1)")
    }

    @Test func `of large ones the oldest go, and never the last`() async throws {
        let half = Journal.mostBytes / 2
        let kept = try await agreement(on: [
            entry("first"), entry("large", bytes: half), entry("small"), entry("half", bytes: half),
        ])
        #expect(kept.map(\.origin.command) == ["half", "small"])
        let whole = try await agreement(on: [entry("first"), entry("whole", bytes: Journal.mostBytes + 1)])
        #expect(whole.map(\.origin.command) == ["whole"])
    }
}
