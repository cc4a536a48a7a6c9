// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import GRDBSQLite
import Testing

@testable import AtriumSystems

/// The log of a file is seen only where there is one: asked too early, SQLite would make an index that a process which
/// begins the log meanwhile does not know of.
struct LastConnectionTests {
    private let store: StoreFolder

    init() throws {
        store = try StoreFolder()
        try store.open().close()
    }

    /// Takes the log away, as other programs may.
    private func takeLogAway() throws {
        let queue = try DatabaseQueue(path: store.path)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
        try queue.close()
    }

    @Test func `looking for the log of a file that has none makes no file`() throws {
        try takeLogAway()
        let connection = try BareConnection(place: store.path, path: store.path, flags: SQLITE_OPEN_READWRITE)
        #expect(try connection.logIndex() == nil)
        #expect(store.files == ["atrium.sqlite"])
        connection.close()
        #expect(store.files == ["atrium.sqlite"])
    }

    @Test func `a file without a log gets one, and all who open it share it`() async throws {
        try takeLogAway()
        let systems = try (0..<3).map { _ in try store.open() }
        for (name, system) in zip(["a", "b", "c"], systems) { try await store.add(name, to: system) }
        for system in systems { #expect(try store.names(system) == ["a", "b", "c"]) }
        for system in systems { system.close() }
        #expect(store.files == ["atrium.sqlite"])
        #expect(try store.names(store.open()) == ["a", "b", "c"])
    }
}
