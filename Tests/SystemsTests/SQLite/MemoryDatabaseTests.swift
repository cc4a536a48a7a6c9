// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumStores
import Foundation
import GRDB
import Testing

@testable import AtriumSystems

/// A database in memory.
struct MemoryDatabaseTests {
    private struct Stop: Error {}

    private let system: SQLiteSystem

    init() throws {
        system = try SQLiteSystem.inMemory()
        try system.prepare(StoreFolder.schema)
    }

    private func add(_ name: String, thenFails: Bool = false) async throws {
        try await system.write { database in
            try database.execute(sql: "INSERT INTO thing (name) VALUES (?)", arguments: [name])
            if thenFails { throw Stop() }
        }
    }

    private func names(_ system: SQLiteSystem) throws -> [String] {
        try system.read { try String.fetchAll($0, sql: "SELECT name FROM thing ORDER BY id") }
    }

    @Test func `it is read by other connections, and what fails leaves nothing`() async throws {
        try await add("a")
        await #expect(throws: Stop.self) { try await add("b", thenFails: true) }
        #expect(try names(system) == ["a"])
    }

    @Test func `each is by itself`() async throws {
        let other = try SQLiteSystem.inMemory()
        try other.prepare(StoreFolder.schema)
        try await add("a")
        #expect(try names(other).isEmpty)
    }

    @Test func `its faults do not show the address that connections have for it`() async throws {
        let fault = StoreFault.other(path: StoreFault.pathInMemory, code: 1)
        #expect(throws: fault) { try system.read { try $0.execute(sql: "SELECT none FROM nothing") } }
        await #expect(throws: fault) { try await system.write { try $0.execute(sql: "DELETE FROM nothing") } }
    }

    @Test func `it is no file`() async throws {
        try await add("a")
        let file = try system.read { try String.fetchOne($0, sql: "SELECT file FROM pragma_database_list") }
        #expect(file.map { !FileManager.default.fileExists(atPath: $0) } ?? true)
        #expect(try system.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "memory")
    }

    @Test func `readers wait for whoever writes, and see all of it or nothing`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                for _ in 0..<50 {
                    try await system.write { database in
                        for name in ["x", "y"] {
                            try database.execute(sql: "INSERT INTO thing (name) VALUES (?)", arguments: [name])
                        }
                    }
                }
            }
            tasks.addTask {
                for _ in 0..<200 {
                    let count = try names(system).count
                    #expect(count % 2 == 0)
                }
            }
            try await tasks.waitForAll()
        }
        #expect(try names(system).count == 100)
    }
}
