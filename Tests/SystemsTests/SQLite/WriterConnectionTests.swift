// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumStores
import Foundation
import Testing

@testable import AtriumSystems

/// The writer is opened when something is written: then the file must be the one that has been read.
struct WriterConnectionTests {
    private let store: StoreFolder
    private let system: SQLiteSystem

    init() throws {
        store = try StoreFolder()
        try store.open().close()
        system = try store.open()
    }

    /// Writes where another file has come into the place of the one that is open, and looks that it is as it was.
    private func writeOverReplacement() async throws {
        let other = try StoreFolder()
        try other.open().close()
        let bytes = try #require(other.bytes())
        #expect(rename(other.path, store.path) == 0)
        await #expect(throws: StoreFault.moved(path: store.path)) { try await store.add("b", to: system) }
        #expect(store.bytes() == bytes)
    }

    @Test func `a file that is gone by then is not made anew`() async throws {
        for name in store.files { unlink(store.folder + "/" + name) }
        await #expect(throws: StoreFault.moved(path: store.path)) { try await store.add("a", to: system) }
        #expect(store.files == [])
    }

    @Test func `a file that another one has replaced is left alone`() async throws {
        try await writeOverReplacement()
    }

    @Test func `a file that is replaced later is left alone, and the old one is not written on unseen`() async throws {
        try await store.add("a", to: system)
        try await writeOverReplacement()
        #expect(try store.names(system) == ["a"])
    }

    @Test func `a log that a process has left behind is read, written on, and removed`() async throws {
        let writing = try store.open()
        try await store.add("a", to: writing)
        // As a crash leaves them: neither is closed before the copies are made.
        let files = try store.files.map { ($0, try #require(store.bytes($0))) }
        #expect(files.map(\.0).contains("atrium.sqlite-wal"))
        let copy = try StoreFolder()
        for (name, bytes) in files where !name.hasSuffix("-shm") {
            try bytes.write(to: URL(filePath: copy.folder + "/" + name))
        }
        let found = try copy.open()
        #expect(try copy.names(found) == ["a"])
        found.close()
        #expect(copy.files == ["atrium.sqlite"])
        let again = try copy.open()
        try await copy.add("b", to: again)
        #expect(try copy.names(again) == ["a", "b"])
    }

    @Test func `nothing is written after the end`() async throws {
        system.close()
        await #expect(throws: StoreFault.self) { try await store.add("a", to: system) }
        #expect(try store.names(store.open()) == [])
    }
}
