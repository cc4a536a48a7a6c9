// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumStores
import Foundation
import GRDB
import Synchronization
import Testing

@testable import AtriumSystems

/// What a task may write is asked at the moment of each write.
struct WritePermitTests {
    private let holds = Flag()
    private var permit: WritePermit { WritePermit { [holds] in $0 == .record || holds.value } }

    private final class Flag: Sendable {
        private let state = Mutex(true)
        var value: Bool {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }
    }

    @Test func `a file, a database in memory and one without a name take nothing more`() async throws {
        let folder = try StoreFolder()
        for system in [try SQLiteSystem(path: folder.path), try .inMemory(), try .temporary()] {
            try system.prepare(StoreFolder.schema)
            holds.value = true
            try await WritePermit.$current.withValue(permit) { try await add(to: system) }
            holds.value = false
            await #expect(throws: StoreFault.loginEnded) {
                try await WritePermit.$current.withValue(permit) { try await add(to: system) }
            }
            try await WritePermit.$current.withValue(permit) {
                try await WritePermit.recording { try await add(to: system) }
            }
            #expect(try system.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM thing") } == 2)
            system.close()
        }
    }

    private func add(to system: SQLiteSystem) async throws {
        try await system.write { try $0.execute(sql: "INSERT INTO thing (name) VALUES ('b')") }
    }

    @Test func `what another connection commits before a transaction begins is seen in it`() async throws {
        let folder = try StoreFolder()
        let (system, other) = (try SQLiteSystem(path: folder.path), try SQLiteSystem(path: folder.path))
        try system.prepare(StoreFolder.schema)
        try await add(to: system)
        let permit = WritePermit { [system] _ in
            try system.look { try Int.fetchOne($0, sql: "SELECT count(*) FROM thing") } == 1
        }
        try await WritePermit.$current.withValue(permit) { try await add(to: other) }
        await #expect(throws: StoreFault.loginEnded) {
            try await WritePermit.$current.withValue(permit) { try await add(to: system) }
        }
        other.close()
        system.close()
    }

    @Test func `a table in memory stays as it is`() throws {
        let table = MemorySystem().table("numbers", empty: [Int]())
        holds.value = false
        WritePermit.$current.withValue(permit) {
            #expect(throws: StoreFault.loginEnded) { try table.write { $0 = [1] } }
        }
        #expect(table.read { $0 }.isEmpty)
    }
}
