// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumStores
import Testing

@testable import AtriumSystems

/// What a system tells of others’ commits, before its own writer is open and afterwards.
struct ForeignCommitsTests {
    private let store: StoreFolder
    private let system: SQLiteSystem
    private let other: SQLiteSystem
    private let observer: ChangeObserver<Int>

    init() throws {
        store = try StoreFolder()
        try store.open().close()
        (system, other) = (try store.open(), try store.open())
        observer = (system.feed(of: "things") as ChangeFeed<Int>).observe()
    }

    /// Whether a look finds commits of others.
    private func finds() async throws -> Bool {
        try await system.noticeForeignChanges()
        return observer.take() == .unknown
    }

    @Test func `others are heard of by who has only read, once`() async throws {
        #expect(try await !finds())
        try await store.add("a", to: other)
        #expect(try await finds())
        #expect(try await !finds())
        #expect(try store.names(system) == ["a"])
    }

    @Test func `its own commits are no others’, also the first`() async throws {
        try await store.add("a", to: system)
        #expect(try await !finds())
        try await store.add("b", to: system)
        #expect(try await !finds())
        try await store.add("c", to: other)
        #expect(try await finds())
        try await store.add("d", to: system)
        #expect(try await !finds())
    }

    @Test func `a commit of others just before its own first one is not lost`() async throws {
        try await store.add("a", to: other)
        try await store.add("b", to: system)
        #expect(try await finds())
        #expect(try await !finds())
    }
}
