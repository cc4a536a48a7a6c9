// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumStores
import GRDB
import Testing

@testable import AtriumSystems

/// How the tables of a store grow from one version of a program to the next.
struct SQLiteSchemaTests {
    private let store: StoreFolder

    init() throws { store = try StoreFolder() }

    private static func schema(_ versions: Int) -> SQLiteSchema {
        let steps: [SQLiteSchema.Step] = [
            { try $0.execute(sql: "CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT)") },
            { try $0.execute(sql: "ALTER TABLE thing ADD COLUMN size INTEGER NOT NULL DEFAULT 1") },
            { try $0.execute(sql: "UPDATE thing SET size = size + length(name)") },
        ]
        return SQLiteSchema("things", steps: Array(steps.prefix(versions)))
    }

    private func open(_ versions: Int) throws -> SQLiteSystem {
        let system = try SQLiteSystem(path: store.path)
        try system.prepare(Self.schema(versions))
        return system
    }

    @Test func `a file of an older version gets the steps that it lacks, once and with its rows`() async throws {
        let first = try open(1)
        try await store.add("abc", to: first)
        first.close()
        for _ in 0..<2 {
            let system = try open(3)
            #expect(try store.names(system) == ["abc"])
            #expect(try system.read { try Int.fetchOne($0, sql: "SELECT size FROM thing") } == 4)
            system.close()
        }
    }

    @Test func `a file of a newer version is refused with both versions, and left as it is`() async throws {
        try open(3).close()
        let before = store.bytes()
        #expect(throws: StoreFault.newer(path: store.path, schema: "things", found: "3", known: "2")) { try open(2) }
        #expect(store.bytes() == before)
    }
}
