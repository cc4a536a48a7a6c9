// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
import AtriumStores
import AtriumSystems
import AtriumTesting
import SMSLogLogic
import SMSLogStore
import Testing

/// The threads that are known from one search to the next.
struct KnownThreadsTests {
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
}
