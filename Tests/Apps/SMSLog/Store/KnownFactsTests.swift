// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
import AtriumStores
import AtriumSystems
import AtriumTesting
import SMSLogLogic
import SMSLogStore
import Testing

/// The facts that one search reads and the next ones use.
final class KnownFactsTests {
    private let store: TemporarySystem
    private let other: SQLiteSystem
    private let here: any MessageStores
    /// The same file, as another process has it open.
    private let there: any MessageStores

    init() throws {
        store = try TestStore.sqlite.open()
        let folder = try #require(store.folder)
        here = try SystemMessages.all(on: store.system)
        other = try SQLiteSystem(path: folder + "/atrium.sqlite", isDurable: false)
        there = try SystemMessages.all(on: .sqlite(other))
    }

    deinit { other.close() }

    @Test func `a search has the names that were given since the last one, here or by another process`() async throws {
        _ = try await here.save([draft("word"), draft("word", from: "+15551000001", at: 2)], of: ana)
        let messages = try here.store(of: ana)
        func names() async throws -> [String?] {
            let filter = MessageFilter(words: SearchQuery("word"))
            return try await messages.read { try $0.find(filter, after: nil, limit: 10).map { $0.contact?.name } }
        }
        #expect(try await names() == [nil, nil])
        for (dao, name) in [(here, "Ben"), (there, "Bob"), (here, "Zoe")] {
            let contact = Contact(address: Address("+15551000000"), name: name, kind: .local)
            try await dao.save(contact, of: ana)
            for _ in 1...2 { #expect(try await names() == [nil, name]) }
        }
    }

    @Test func `a search counts what has come or gone since the last one, here or by another process`() async throws {
        let messages = try here.store(of: ana)
        func counts() async throws -> [Int] {
            try await messages.read { reader in
                try [2, 4, 3, 1].map { try reader.count(MessageFilter(words: SearchQuery("word")), limit: $0) }
            }
        }
        var ids = try await here.save([draft("word"), draft("word", at: 2)], of: ana)
        for _ in 1...2 { #expect(try await counts() == [2, 2, 2, 1]) }
        ids += try await there.save([draft("word", at: 3), draft("word", at: 4), draft("wording", at: 5)], of: ana)
        for _ in 1...2 { #expect(try await counts() == [2, 4, 3, 1]) }
        for (dao, removed) in [(here, ids[..<2]), (there, ids[2...])] {
            try await dao.write(ana) { messages in
                try messages.remove(.messages(messages.messages(.numbers(Array(removed)), limit: .max)))
            }
        }
        for _ in 1...2 { #expect(try await counts() == [0, 0, 0, 0]) }
    }
}
