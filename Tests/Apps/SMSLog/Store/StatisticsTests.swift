// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
import AtriumSession
import AtriumSystems
import AtriumTesting
import Dice
import Foundation
import SMSLogLogic
import SMSLogStore
import Testing

/// Statistics are the same in every store, and follow the calendar of each zone.
@Suite struct StatisticsTests {
    @Test(arguments: MessageTestStore.allCases)
    func messagesAreCountedAndAnswersMeasured(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        var call = draft("", at: 50)
        (call.kind, call.call) = (.call, Call(.missed, seconds: 0))
        var begun = outgoing("draft", at: 55)
        begun.status = .draft
        var failed = outgoing("no", at: 25)
        failed.status = .failed
        var waiting = outgoing("soon", at: 95)
        waiting.status = .pending
        func sent(_ text: String, at seconds: Int64) -> MessageDraft {
            var message = outgoing(text, at: seconds)
            message.status = .sent
            return message
        }
        _ = try await dao.save(
            [
                draft("hello", at: 10), draft("👍🏽", at: 20), failed, waiting, call, begun, sent("ok", at: 80),
                draft("so", at: 90),
                sent("yes", at: 190), draft("other", from: "+15552", at: 85),
            ], of: ana)
        let all = try await dao.read(ana) { try $0.statistics(MessageFilter()) }
        var total = MessageStatistics.Sum()
        (total.sent, total.sentCharacters, total.received, total.receivedCharacters) = (2, 5, 4, 14)
        #expect(all.total == total)
        #expect(all.responses?.own == .init(count: 2, median: 60_000))
        #expect(all.responses?.others == .init(count: 1, median: 10_000))
        var filter = MessageFilter()
        filter.dates = Timestamp(seconds: 15)..<Timestamp(seconds: 90)
        filter.conversations = [Address("+15551000000")]
        let some = try await dao.read(ana) { [filter] in try $0.statistics(filter) }
        #expect(some.total.count == 2)
        #expect(some.responses?.own == .init(count: 1, median: 60_000))
        #expect(some.responses?.others == .init(count: 0, median: nil))
        #expect(try await dao.read(ben) { try $0.statistics(MessageFilter()) }.total.count == 0)
        // What counts for nothing otherwise is counted where it is asked for.
        for state in [MessageFilter.State.call, .draft, .failed, .waiting] {
            var filter = MessageFilter()
            filter.states = [state]
            let asked = try await dao.read(ana) { [filter] in try $0.statistics(filter) }
            #expect(asked.total.count == 1 && asked.subject != .messages)
        }
        withExtendedLifetime(system) {}
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func bothStoresAgree(_ seed: UInt64) async throws {
        var random = Dice(seed: seed)
        let numbers = ["+15551234567", "+15557654321", "Bank", "+15551234567~+15557654321"]
        let drafts = (0..<500).map { _ -> MessageDraft in
            var message = random.roll(2) == 0 ? draft("") : outgoing("")
            message.address = Address(numbers[random.roll(4)])
            message.content = ["train 12:30", "", "😀 yes", "e\u{301}"][random.roll(4)]
            message.date = Timestamp(milliseconds: Int64(random.roll(40_000_000)) * 1000)
            if random.roll(9) == 0 { (message.kind, message.call) = (.call, Call(.made, seconds: 1)) }
            if message.direction == .outgoing {
                message.status = [.sent, .draft, .delivered, .failed, .pending][random.roll(5)]
            }
            return message
        }
        var stores: [(any MessageStores, TemporarySystem)] = []
        for kind in MessageTestStore.allCases {
            let (dao, system) = try kind.make()
            _ = try await dao.save(drafts, of: ana)
            stores.append((dao, system))
        }
        for _ in 0..<12 {
            var filter = MessageFilter()
            if random.roll(2) == 0 { filter.conversations = [Address(numbers[random.roll(4)])] }
            if random.roll(3) == 0 { filter.direction = .outgoing }
            if random.roll(2) == 0 {
                filter.dates = Timestamp(seconds: Int64(random.roll(20_000_000)))..<Timestamp(seconds: 30_000_000)
            }
            if random.roll(3) == 0 { filter.words = SearchQuery("train") }
            var found: [MessageStatistics] = []
            for (dao, _) in stores { found.append(try await dao.read(ana) { [filter] in try $0.statistics(filter) }) }
            for statistics in found {
                #expect(statistics.slots == found[0].slots)
                #expect(statistics.responses == found[0].responses)
            }
            // What is counted in one go is what is found one by one.
            let messages = try await stores[0].0.read(ana) { [filter] in try $0.find(filter, after: nil, limit: 5000) }
            var slots = MessageSlots()
            for message in messages where message.isCounted { slots.add(message) }
            #expect(found[0].slots == slots.all)
        }
        withExtendedLifetime(stores.map(\.1)) {}
    }

    @Test func periodsAreThoseOfTheCalendar() throws {
        let kathmandu = try #require(Zone(identifier: "Asia/Kathmandu"))
        func slot(_ text: String, _ count: Int) throws -> MessageSlot {
            let time = try #require(CivilTime(text)?.timestamp(in: kathmandu))
            return MessageSlot(
                number: MessageSlot.number(of: time), direction: .incoming, count: count, characters: count)
        }
        let statistics = MessageStatistics(
            slots: [
                try slot("2020-12-31 23:45", 2), try slot("2021-01-01 00:00", 3), try slot("2021-03-07 23:00", 1),
            ], responses: nil)
        func sums(_ period: MessageStatistics.Period) -> [String] {
            statistics.sums(by: period, in: kathmandu).filter { $0.sum.count > 0 }.map { "\($0.name) \($0.sum.count)" }
        }
        #expect(sums(.day) == ["2020-12-31 2", "2021-01-01 3", "2021-03-07 1"])
        #expect(sums(.week) == ["2020-12-28 5", "2021-03-01 1"])
        #expect(sums(.month) == ["2020-12 2", "2021-01 3", "2021-03 1"])
        #expect(sums(.year) == ["2020 2", "2021 4"])
        #expect(sums(.hour) == ["0 3", "23 3"])
        #expect(sums(.weekday) == ["3 2", "4 3", "6 1"])
        #expect(statistics.sums(by: .month, in: kathmandu).map(\.sum.count) == [2, 3, 0, 1])
        #expect(statistics.sums(by: .hour, in: kathmandu).count == 24)
        #expect(statistics.busiest(.hour, in: kathmandu) == 0)
        #expect(statistics.busiest(.weekday, in: kathmandu) == 4)
        #expect(MessageSlot.number(of: Timestamp(milliseconds: -1)) == -1)
        // Between a date of a broken clock and the others nothing is listed.
        let far = MessageStatistics(
            slots: [try slot("1970-01-01 12:00", 1)] + statistics.slots + [try slot("9999-12-31 12:00", 1)],
            responses: nil)
        #expect(far.sums(by: .month, in: kathmandu).map(\.sum.count) == [1, 2, 3, 0, 1, 1])
        #expect(
            far.sums(by: .year, in: kathmandu).map(\.sum.count) == [1] + Array(repeating: 0, count: 49) + [2, 4, 1])
        #expect(MessageStatistics(slots: [], responses: nil).sums(by: .day, in: kathmandu).isEmpty)
    }
}
