// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
import AtriumSession
import AtriumStores
import AtriumSystems
import AtriumTesting
import SMSLogLogic
import SMSLogStore
import Testing

/// Search results by page, and their number: every store returns the same.
struct FoundPageTests {
    @Test(arguments: MessageTestStore.allCases)
    func `a page comes after a message, and all pages are all that is found`(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        // Of one millisecond, and of others.
        for number in 1...24 {
            _ = try await dao.save([draft("hello \(number)", at: Int64(number / 3), isRead: number % 2 == 0)], of: ana)
        }
        _ = try await dao.save([draft("other", at: 99)], of: ana)
        _ = try await dao.save([draft("hello of another")], of: ben)
        for filter in filters {
            let all = try await dao.read(ana) { try $0.find(filter, after: nil, limit: 50) }
            var pages: [Message] = []
            var last: Message?
            repeat {
                let page = try await dao.read(ana) { [last] in try $0.find(filter, after: last, limit: 5) }
                (pages, last) = (pages + page, page.last)
            } while last != nil
            #expect(pages == all)
            for limit in [0, 3, 50] {
                #expect(try await dao.read(ana) { try $0.count(filter, limit: limit) } == min(limit, all.count))
            }
        }
        // One that came, and one that is gone, since the page before was read.
        let page = try await dao.find(SearchQuery("hello"), of: ana, limit: 4)
        #expect(page.map(\.id) == [24, 23, 22, 21])
        _ = try await dao.save([draft("hello at last", at: 50)], of: ana)
        let last = try #require(page.last)
        #expect(try await dao.find(SearchQuery("hello"), of: ana, after: last, limit: 2).map(\.id) == [20, 19])
        _ = try await dao.remove(21, of: ana)
        #expect(try await dao.find(SearchQuery("hello"), of: ana, after: last, limit: 2).map(\.id) == [20, 19])
        withExtendedLifetime(system) {}
    }

    private var filters: [MessageFilter] {
        var unread = MessageFilter(words: SearchQuery("hello"))
        unread.states = [.unread]
        var dated = MessageFilter(words: SearchQuery("\"hello\""))
        dated.dates = Timestamp(seconds: 2)..<Timestamp(seconds: 6)
        var threaded = MessageFilter()
        threaded.conversations = [Address("+15551000000")]
        var incoming = MessageFilter()
        incoming.direction = .incoming
        var others = MessageFilter()
        others.without = [MessageFilter(words: SearchQuery("\"hello\"")), unread]
        var without = MessageFilter(words: SearchQuery("hel"))
        without.without = ["\"1\"", "\"nothing\"", "2"].map { MessageFilter(words: SearchQuery($0)) } + [dated]
        return ["hello", "hel", "\"hello\"", "hello 1", "nothing"].map { MessageFilter(words: SearchQuery($0)) }
            + [MessageFilter(), unread, dated, threaded, incoming, others, without]
    }
}
