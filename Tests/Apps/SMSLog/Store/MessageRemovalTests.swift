// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumSystems
import AtriumTesting
import GRDB
@testable import SMSLogLogic
import Testing

@testable import SMSLogStore

/// Removing all that an owner has, from every store.
@MainActor
struct MessageRemovalTests {
    private func fill(_ dao: any MessageStores, _ owner: UserID) async throws {
        var drafts = (0..<1200).map { draft("m\($0)", from: "+155510000\($0 % 10)", at: Int64($0 / 2), name: "N") }
        drafts.append(outgoing("sent"))
        _ = try await dao.save(drafts, of: owner)
        try await dao.save(Contact(address: Address("+19"), name: "Nobody", kind: .local), of: owner)
    }

    @Test(arguments: TestStore.allCases)
    func `nothing of an owner is left, and all of another`(kind: TestStore) async throws {
        let store = try kind.open()
        let dao = try SystemMessages.all(on: store.system)
        for owner in [ana, ben] { try await fill(dao, owner) }
        let before = try await dao.tally(of: ben)
        var told: [Int] = []
        try await SMSLogService.deleteAll(of: ana, among: SystemMessages(on: store.system)) { told.append($0) }
        #expect(try await dao.tally(of: ana).messages == 0)
        #expect(try await dao.contacts(of: ana).isEmpty)
        #expect(try await dao.unread(of: ana) == 0)
        #expect(try await dao.conversations(of: ana, .all, limit: 10).isEmpty)
        #expect(try await dao.tally(of: ben).messages == before.messages)
        #expect(try await dao.contacts(of: ben).count == 11)
        if kind == .sqlite { #expect(told == [500, 1000, 1201]) }
        try await SMSLogService.deleteAll(of: ana, among: SystemMessages(on: store.system)) { _ in }
    }

    @Test func `no table keeps a row of the last owner`() async throws {
        let store = try TestStore.sqlite.open()
        guard case .sqlite(let file) = store.system else { return }
        try await fill(SystemMessages.all(on: store.system), ana)
        try await SMSLogService.deleteAll(of: ana, among: SystemMessages(on: store.system)) { _ in }
        let left = try file.read { database in
            let names = try String.fetchAll(
                database,
                sql: """
                    SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
                    AND name NOT LIKE 'grdb_%' AND name NOT GLOB '*_text*'
                    """)
            return try names.filter { try Int.fetchOne(database, sql: "SELECT count(*) FROM \($0)") != 0 }
        }
        #expect(left.isEmpty)
    }
}
