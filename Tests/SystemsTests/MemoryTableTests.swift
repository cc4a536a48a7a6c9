// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import AtriumSystems

/// Rows in memory, read while they are written.
struct MemoryTableTests {
    private struct Refused: Error {}

    private let table = MemorySystem().table("numbers", empty: [Int]())

    @Test func `who reads during a write sees what was there before, and waits for nobody`() throws {
        try table.write { $0 = [1] }
        try table.write { rows in
            rows.append(2)
            #expect(table.read { $0 } == [1])
        }
        #expect(table.read { $0 } == [1, 2])
    }

    @Test func `a write that fails leaves everything as it was`() throws {
        try table.write { $0 = [1] }
        #expect(throws: Refused.self) {
            try table.write { rows in
                rows = []
                throw Refused()
            }
        }
        #expect(table.read { $0 } == [1])
    }

    @Test func `no write is lost among many`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 { group.addTask { try table.write { $0.append(number) } } }
            try await group.waitForAll()
        }
        #expect(table.read { Set($0).count } == 200)
    }
}
