// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumSystems
import AtriumTesting
import GRDB
@testable import NotesLogic
import Testing

import AtriumStores
@testable import NotesStore

/// Removing all that an owner has, from every store that a system keeps.
@MainActor
struct NoteRemovalTests {
    private let ana = UserID(rawValue: 1)
    private let ben = UserID(rawValue: 2)

    private func fill(_ dao: any OwnedNotes, _ owner: UserID) async throws {
        let file = AttachmentDraft(name: "a.png", type: "image/png", bytes: [1, 2], digest: Digest(bytes: [9]))
        var drafts = (0..<450).map { NoteDraft(content: "Note \($0) #tag", createdAt: Timestamp(seconds: Int64($0))) }
        drafts[0].attachments = [file]
        _ = try await dao.create(drafts, owner: owner)
        _ = try await dao.modify(2, content: "changed", at: Timestamp(seconds: 5), owner: owner)
        _ = try await dao.trash(3, at: Timestamp(seconds: 6), owner: owner)
        _ = try await dao.keepUnfinished("half", as: nil, at: Timestamp(seconds: 7), owner: owner)
        _ = try await dao.saveQuery("tag:tag", as: "mine", owner: owner)
        let key = WrappedKey(salt: [1], passes: 1, memory: 8192, sealed: [2])
        _ = try await dao.keepKey(key, replacing: nil, owner: owner)
    }

    @Test(arguments: TestStore.allCases)
    func `nothing of an owner is left, and all of another`(kind: TestStore) async throws {
        let store = try kind.open()
        let dao = try SystemNotes.all(on: store.system)
        for owner in [ana, ben] { try await fill(dao, owner) }
        var told: [Int] = []
        try await SystemNotes.removeAll(of: ana, on: store.system) { told.append($0) }
        #expect(try await dao.page(after: 0, limit: 1000, owner: ana).isEmpty)
        #expect(try await dao.labels(.tag, owner: ana).isEmpty)
        #expect(try await dao.savedQueries(owner: ana).isEmpty)
        #expect(try await dao.unfinished(owner: ana).isEmpty)
        #expect(try await dao.key(owner: ana) == nil)
        #expect(try await dao.bytes(of: Digest(bytes: [9]), owner: ana) == nil)
        #expect(try await dao.counts(owner: ana) == NoteCounts(active: 0, trashed: 0))
        #expect(try await dao.page(after: 0, limit: 1000, owner: ben).count == 450)
        #expect(try await dao.bytes(of: Digest(bytes: [9]), owner: ben) == [1, 2])
        #expect(try await dao.key(owner: ben) != nil)
        if kind == .sqlite { #expect(told == [200, 400, 450]) }
        // Once more is no harm: it is what follows an interruption.
        try await SystemNotes.removeAll(of: ana, on: store.system) { _ in }
    }

    @Test func `no table keeps a row of the last owner`() async throws {
        let store = try TestStore.sqlite.open()
        guard case .sqlite(let file) = store.system else { return }
        try await fill(SystemNotes.all(on: store.system), ana)
        try await SystemNotes.removeAll(of: ana, on: store.system) { _ in }
        #expect(try file.read(tablesWithRows).isEmpty)
    }
}

/// The tables that have rows, but for what SQLite and the list of steps need themselves.
private func tablesWithRows(_ database: Database) throws -> [String] {
    let names = try String.fetchAll(
        database,
        sql: """
            SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
            AND name NOT LIKE 'grdb_%' AND name NOT GLOB '*_text_*'
            """)
    return try names.filter { try Int.fetchOne(database, sql: "SELECT count(*) FROM \($0)") != 0 }
}
