// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
import AtriumSession
import AtriumSystems
import AtriumTesting
import GRDB
@testable import SMSLogLogic
import Testing

import AtriumStores
@testable import SMSLogStore

/// Messages that share a date.
@Suite struct SharedDateTests {
    @Test(arguments: MessageTestStore.allCases)
    func manyMessagesOfOneDateAreKnownAgain(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        let drafts = (0..<1000).map { draft("m\($0)", at: 5) }
        #expect(try await dao.merge(drafts, of: ana).allSatisfy { $0 != nil })
        #expect(try await dao.merge(drafts, of: ana).allSatisfy { $0 == nil })
        #expect(try await dao.tally(of: ana).messages == 1000)
        withExtendedLifetime(system) {}
    }

    /// Only messages that are alike are compared, regardless of the number that share a date.
    @Test(arguments: [
        (MessageMatcher.isAtItsMoment, "SEARCH sms_message USING INDEX sms_message_moment (moment=?)"),
        (
            MessageMatcher.isDisplaced,
            "SEARCH sms_message USING INDEX sms_message_hash (thread=? AND date=? AND hash=? AND rowid>?)"
        ),
    ])
    func aMessageIsLookedUpByWhatIsItsOwn(_ sql: String, _ plan: String) async throws {
        let (_, system) = try TestStore.sqlite.make()
        guard case .sqlite(let file) = system.system else { return }
        let details = try file.read { database in
            try Row.fetchAll(
                database, sql: "EXPLAIN QUERY PLAN \(sql)",
                arguments: [1, 1, 1, 1, "", nil, nil, 1] + (sql == MessageMatcher.isDisplaced ? [1] : [])
            ).map { $0["detail"] as String }
        }
        #expect(details == [plan])
    }

    @Test func onlyTheSameMessageIsKnown() async throws {
        let (dao, system) = try TestStore.sqlite.make()
        var other = draft("b")
        other.parts = [MessagePart(name: "x", contentType: "image/png", size: 1)]
        let drafts = [draft("a"), draft("b"), draft("b", from: "+2"), other, outgoing("b", to: "+15551000000")]
        #expect(try await dao.merge(drafts, of: ana).allSatisfy { $0 != nil })
        #expect(try await dao.merge(drafts, of: ana).allSatisfy { $0 == nil })
        // What takes the moment of a removed message is known too, and those behind it still are.
        _ = try await dao.remove(1, of: ana)
        #expect(try await dao.merge([draft("c")], of: ana) == [6])
        #expect(
            try await dao.merge(Array(drafts.dropFirst()) + [draft("c")], of: ana).allSatisfy {
                $0 == nil
            })
        withExtendedLifetime(system) {}
    }
}
