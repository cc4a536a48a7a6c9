// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
import Testing

@testable import AtriumSystems

/// The file from which many stores are made faster.
struct EmptyFileTests {
    private let folder = NSTemporaryDirectory() + "atrium-empty-\(UUID().uuidString)"
    private let schema = SQLiteSchema("things", steps: [{ try $0.execute(sql: "CREATE TABLE thing (name TEXT)") }])

    @Test func `it has the tables and none of the rows, and is taken for our own`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let system = try SQLiteSystem(path: folder + "/one/a.sqlite", isDurable: false)
        try system.prepare(schema)
        try await system.write { try $0.execute(sql: "INSERT INTO thing VALUES ('secret')") }
        #expect(system.stores == ["things"])
        let bytes = try system.emptyFile(at: folder + "/two/b.sqlite")
        #expect(!String(decoding: bytes, as: UTF8.self).contains("secret"))
        let path = folder + "/one/c.sqlite"
        try Data(bytes).write(to: URL(filePath: path))
        let copy = try SQLiteSystem(path: path)
        #expect(try copy.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM thing") } == 0)
        #expect(try copy.read(schema.state(in:)).version == 1)
        #expect(try system.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM thing") } == 1)
    }

    @Test func `only a file that nobody wants back does not wait for the disk`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (isDurable, level) in [(true, 2), (false, 0)] {
            let system = try SQLiteSystem(path: folder + "/\(level).sqlite", isDurable: isDurable)
            #expect(try await system.write { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == level)
        }
    }
}
