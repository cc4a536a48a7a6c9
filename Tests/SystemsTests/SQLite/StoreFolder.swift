// SPDX-License-Identifier: GPL-3.0-or-later

import FaultVFS
import Foundation
import GRDB

@testable import AtriumSystems

/// A folder with a store in it, whose disk can be let fail; it goes with the test.
final class StoreFolder {
    let folder = NSTemporaryDirectory() + "atrium-store-\(UUID().uuidString)"
    var path: String { folder + "/atrium.sqlite" }
    static let schema = SQLiteSchema(
        "things", steps: [{ try $0.execute(sql: "CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT)") }])

    init() throws {
        fault_vfs_install()
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func open() throws -> SQLiteSystem {
        let system = try SQLiteSystem(path: path)
        try system.prepare(Self.schema)
        return system
    }

    func add(_ name: String, to system: SQLiteSystem) async throws {
        try await system.write { try $0.execute(sql: "INSERT INTO thing (name) VALUES (?)", arguments: [name]) }
    }

    func names(_ system: SQLiteSystem) throws -> [String] {
        try system.read { try String.fetchAll($0, sql: "SELECT name FROM thing ORDER BY id") }
    }

    /// The files in it.
    var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }

    func bytes(_ name: String = "atrium.sqlite") -> Data? { FileManager.default.contents(atPath: folder + "/" + name) }
}
