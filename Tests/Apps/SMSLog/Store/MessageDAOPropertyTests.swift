// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
import AtriumSession
import AtriumSystems
import AtriumTesting
import Dice
@testable import SMSLogLogic
import Testing

import AtriumStores
@testable import SMSLogStore

/// Any sequence of operations has the same results on every store.
@Suite struct MessageDAOPropertyTests {
    /// With a short reach, searches take every possible path.
    @Test(arguments: [UInt64(1), 2, 8, 41, 45])
    func storesAgree(_ seed: UInt64) async throws {
        let (memory, _) = try TestStore.memory.make()
        let system = try TestStore.sqlite.open()
        guard case .sqlite(let file) = system.system else { return }
        let sqlite = try SystemMessages.all(in: file, reach: seed % 2 == 0 ? 512 : 9)
        var random = Dice(seed: seed)
        for step in 0..<60 {
            let operation = MessageOperation.random(&random)
            let expected = try await operation.perform(on: memory)
            let result = try await operation.perform(on: sqlite)
            #expect(result == expected, "step \(step): \(operation)")
            // All that there is takes a while to read.
            guard step % 4 == 3 else { continue }
            let (one, other) = (try await snapshot(memory), try await snapshot(sqlite))
            let difference = zip(one, other).first { $0 != $1 }
            try #require(
                difference == nil && one.count == other.count, "step \(step): \(operation) \(difference as Any)")
        }
        withExtendedLifetime(system) {}
    }

    @Test func everyWayOfSearchingFindsTheSame() async throws {
        let (memory, _) = try TestStore.memory.make()
        let system = try TestStore.sqlite.open()
        guard case .sqlite(let file) = system.system else { return }
        let stores = try [0, 1, 10, 500].map { try SystemMessages.all(in: file, reach: $0) }
        var random = Dice(seed: 11)
        let words = ["a", "ab", "abc", "b", "ba", "rare", "你好", "好"]
        let drafts = (0..<90).map { index in
            let content = (0..<3).map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
            return draft(index % 30 == 7 ? content + " unique" : content, at: Int64.random(in: 0...40, using: &random))
        }
        for store in [memory, stores[0]] { _ = try await store.save(drafts, of: ana) }
        for query in [
            "a", "ab", "abc", "b", "r", "rare", "uni", "a b", "\"a b\"", "\"ab\" b", "rare a", "uni ab", "a b rar",
            "unique a", "unique r", "ab uni",
            "b a", "abc r", "你", "你 a", "rare 你",
            "好", "nothing", nil,
        ] {
            for (without, groups) in [
                ([], []), (["\"ab\""], []), (["\"rare\"", "\"b a\""], []), (["你", "\"nothing\""], []), (["a"], []),
                ([], [["\"rare\"", "\"b\""]]), (["\"好\""], [["r", "\"ab\"", "b a"]]),
                ([], [["\"rare\"", "unique"], ["你", "\"abc\""]]),
            ] as [([String], [[String]])] {
                var filter = MessageFilter(words: query.map { SearchQuery($0) })
                filter.without = without.map { MessageFilter(words: SearchQuery($0)) }
                filter.alternatives = groups.map { $0.map { MessageFilter(words: SearchQuery($0)) } }
                if groups.count > 1 {
                    var dated = MessageFilter()
                    dated.dates = Timestamp(milliseconds: 5)..<Timestamp(milliseconds: 20)
                    filter.alternatives.append([dated, MessageFilter(words: SearchQuery("\"abc\""))])
                    // As of parentheses within parentheses.
                    var deep = MessageFilter(words: SearchQuery("b"))
                    deep.alternatives = [[MessageFilter(words: SearchQuery("a")), dated]]
                    deep.without = [MessageFilter(words: SearchQuery("\"ba\""))]
                    filter.alternatives.append([deep, MessageFilter(words: SearchQuery("\"你好\""))])
                }
                try await compare(filter, on: stores, with: memory)
            }
        }
        withExtendedLifetime(system) {}
    }

    private func compare(
        _ filter: MessageFilter, on stores: [any MessageStores], with memory: any MessageStores
    ) async throws {
        let said =
            "\(filter.words?.text ?? "") without \(filter.without.compactMap(\.words?.text)) with \(filter.alternatives.count)"
        for limit in [1, 5, 50] {
            let expected = try await memory.read(ana) { try $0.find(filter, after: nil, limit: limit) }
            let next = try await memory.read(ana) { try $0.find(filter, after: expected.last, limit: limit) }
            for store in stores {
                let found = try await store.read(ana) { try $0.find(filter, after: nil, limit: limit) }
                #expect(found.map(\.id) == expected.map(\.id), "\(said), limit \(limit)")
                let page = try await store.read(ana) { try $0.find(filter, after: expected.last, limit: limit) }
                #expect(page.map(\.id) == next.map(\.id), "\(said), limit \(limit), second page")
                let count = try await store.read(ana) { try $0.count(filter, limit: limit) }
                #expect(count == expected.count, "\(said), limit \(limit)")
            }
        }
    }

    private func snapshot(_ dao: any MessageStores) async throws -> [String] {
        var lines: [String] = []
        for owner in [ana, ben] {
            for kind in ConversationKind.allCases {
                let all = try await dao.conversations(of: owner, kind, limit: 50)
                lines += all.map { "\(kind) \($0)" }
                // Read by pages it is the same list.
                var pages: [Conversation] = []
                while case let page = try await dao.conversations(of: owner, kind, after: pages.last, limit: 2),
                    !page.isEmpty
                {
                    pages += page
                }
                #expect(pages == all)
            }
            for limit in [1, 50] {
                let counts = try await dao.conversationCounts(of: owner, limit: limit)
                lines.append("\(ConversationKind.allCases.map { counts?[$0] })")
            }
            lines += try await dao.contacts(of: owner).map { "\($0)" }
            lines += try await dao.read(owner) { messages in
                var lines: [String] = []
                for id in 1...60 {
                    lines.append("\(try messages.background(of: id) as Any) \(try messages.parts(of: id))")
                }
                for byte in [UInt8(1), 2] { lines.append("\(try messages.bytes(of: Digest(bytes: [byte])) as Any)") }
                lines.append("\(try messages.ownAddresses().sorted())")
                lines.append("\(try messages.drafts())")
                lines.append("\(try messages.apart().map { "\($0.first) \($0.second)" }.sorted())")
                for joined in try messages.joinedAddresses() {
                    lines.append("\(joined) \(try messages.givenName(of: joined.address) as Any)")
                    lines.append("\(try messages.known(joined.address) as Any)")
                    lines.append("\(try messages.numbers(of: joined.address))")
                }
                lines.append("\(try messages.allNames())")
                let chats = try messages.namedChats()
                lines.append("\(chats.people) \(chats.groups.sorted())")
                lines += try messages.speakers().sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.sorted())" }
                lines.append("\(try messages.queue()) \(try messages.gateways()) \(try messages.lastNumber())")
                for group in try messages.groups() where try messages.conversation(with: group) != nil {
                    lines.append("\(group)")
                }
                return lines
            }
            let tally = try await dao.tally(of: owner)
            lines.append("\(tally.byStatus.sorted { $0.key.rawValue < $1.key.rawValue }) \(tally.unread)")
            lines.append(
                "\(tally.conversations) \(tally.contacts) \(String(describing: tally.first)) \(tally.last as Any)")
            lines.append("\(try await dao.unread(of: owner))")
            for prefix in ["", "+", "+2", "B", "x"] {
                lines.append(
                    "\(try await dao.addresses(startingWith: prefix, of: owner, limit: 3).map { ($0.address, $0.contact?.name) })"
                )
            }
        }
        return lines
    }
}
