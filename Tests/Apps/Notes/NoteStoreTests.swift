// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Foundation
import Session
import Systems
import TestKit
import Testing

/// What every implementation of `NoteDAO` must do.
struct NoteStoreTests {
    private let ana = UserID(rawValue: 1)
    private let ben = UserID(rawValue: 2)

    private func draft(_ content: String, at second: Int64 = 0) -> NoteDraft {
        NoteDraft(content: content, createdAt: Timestamp(seconds: second))
    }

    private func time(_ second: Int64) -> Timestamp { Timestamp(seconds: second) }

    @Test(arguments: NoteTestStore.allCases)
    func `numbers count up for each owner and are not used twice`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        #expect(try await dao.create([draft("a"), draft("b")], owner: ana).map(\.id) == [1, 2])
        #expect(try await dao.create([draft("c")], owner: ben).map(\.id) == [1])
        #expect(try await dao.remove(2, owner: ana))
        #expect(try await dao.create([draft("d")], owner: ana).map(\.id) == [3])
        #expect(try await !dao.remove(2, owner: ana))
    }

    @Test(arguments: NoteTestStore.allCases)
    func `no operation reaches another owner's note`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        _ = try await dao.create([draft("hers alone")], owner: ana)
        #expect(try await dao.find(1, owner: ben) == nil)
        #expect(try await dao.modify(1, content: "his", at: time(9), owner: ben) == nil)
        #expect(try await dao.trash(1, at: time(9), owner: ben) == nil)
        #expect(try await !dao.remove(1, owner: ben))
        #expect(try await dao.find(NoteQuery(filter: .words("hers")), owner: ben).isEmpty)
        #expect(try await dao.find(NoteQuery(filter: .not(.words("other"))), owner: ben).isEmpty)
        #expect(try await dao.find(NoteQuery(), owner: ben).isEmpty)
        #expect(try await dao.find(titled: "hers alone", owner: ben) == nil)
        #expect(try await dao.mark(1, .pinned(true), owner: ben) == nil)
        #expect(try await dao.versions(of: 1, owner: ben).isEmpty)
        #expect(try await dao.page(after: 0, limit: 9, owner: ben).isEmpty)
        #expect(try await dao.counts(owner: ben) == NoteCounts(active: 0, trashed: 0))
        #expect(try await dao.find(1, owner: ana)?.content == "hers alone")
    }

    @Test(arguments: NoteTestStore.allCases)
    func `the newest come first, by date and then by number`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        _ = try await dao.create([draft("a", at: 5), draft("b", at: 9), draft("c", at: 5)], owner: ana)
        #expect(try await dao.find(NoteQuery(limit: 9), owner: ana).map(\.id) == [2, 3, 1])
        #expect(try await dao.find(NoteQuery(limit: 2), owner: ana).map(\.id) == [2, 3])
    }

    @Test(arguments: NoteTestStore.allCases)
    func `the first notes are made once`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        #expect(try await dao.createFirst([draft("welcome")], owner: ana))
        #expect(try await !dao.createFirst([draft("welcome")], owner: ana))
        _ = try await dao.remove(1, owner: ana)
        #expect(try await !dao.createFirst([draft("welcome")], owner: ana))
    }

    @Test(arguments: NoteTestStore.allCases)
    func `words are found in every language, and only outside the trash`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        _ = try await dao.create([draft("Crème brûlée"), draft("欢迎使用MyNote。"), draft("it's C++ AND more")], owner: ana)
        func found(_ query: String) async throws -> [Int] {
            try await dao.find(NoteQuery(filter: .words(query)), owner: ana).map(\.id)
        }
        #expect(try await found("creme") == [1])
        #expect(try await found("BRUL") == [1])
        #expect(try await found("使用") == [2])
        #expect(try await found("it's") == [3])
        #expect(try await found("C++ AND") == [3])
        for query in ["\"", "*", "", "nothing"] { #expect(try await found(query) == []) }
        _ = try await dao.modify(1, content: "Tarte", at: time(1), owner: ana)
        #expect(try await found("creme") == [])
        #expect(try await found("tarte") == [1])
        _ = try await dao.trash(1, at: time(2), owner: ana)
        #expect(try await found("tarte") == [])
        _ = try await dao.trash(1, at: nil, owner: ana)
        #expect(try await found("tarte") == [1])
    }

    @Test(arguments: NoteTestStore.allCases)
    func `observers hear of a change whoever made it`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        let other = try store.dao()
        var changes = dao.changes().makeAsyncIterator()
        _ = try await other.create([draft("a")], owner: ana)
        #expect(await changes.next() != nil)
    }
}
