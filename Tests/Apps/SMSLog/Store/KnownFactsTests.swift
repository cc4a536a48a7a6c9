// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
import AtriumStores
import AtriumSystems
import AtriumTesting
import SMSLogLogic
import SMSLogStore
import Testing

/// What is known from one search to the next.
struct KnownFactsTests {
    @Test func `a search has the names that were given since the last one, here or by another process`() async throws {
        let store = try TestStore.sqlite.open()
        guard case .sqlite(let system) = store.system else { return }
        let here = try SystemMessages.all(on: store.system)
        let other = try SQLiteSystem(path: system.path, isDurable: false)
        let there = try SystemMessages.all(on: .sqlite(other))
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
        other.close()
    }
    @Test func `a search counts what has come or gone since the last one, here or by another process`() async throws {
        let store = try TestStore.sqlite.open()
        guard case .sqlite(let system) = store.system else { return }
        let here = try SystemMessages.all(on: store.system)
        let other = try SQLiteSystem(path: system.path, isDurable: false)
        let there = try SystemMessages.all(on: .sqlite(other))
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
        other.close()
    }
}
