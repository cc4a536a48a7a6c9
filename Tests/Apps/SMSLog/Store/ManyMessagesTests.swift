// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
import AtriumSession
import AtriumStores
import AtriumSystems
import AtriumTesting
import GRDB
import Testing

@testable import SMSLogLogic
@testable import SMSLogStore

/// Large numbers of messages, of which a store may write many at once.
@Suite struct ManyMessagesTests {
    /// Dates occupied by existing messages, by others of the same file, and by those displaced before them.
    @Test(arguments: MessageTestStore.allCases)
    func eachHasItsPlaceWhateverDatesAreTaken(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        func said(_ text: String, _ millisecond: Int64) -> MessageDraft {
            var draft = draft("word \(text)", from: "+1555100000\(millisecond % 3)")
            draft.date = Timestamp(milliseconds: 1000 + millisecond)
            return draft
        }
        _ = try await dao.save([5, 6, 40, 41, 42, 99].map { said("before", $0) }, of: ana)
        let dates = Array(0..<100) + [5, 5, 40, 63, 64, 64, 99, 99] + Array((0..<70).reversed())
        let drafts = dates.enumerated().map { said(String($0), Int64($1)) }
        #expect(try await dao.merge(drafts, of: ana) == (7..<(7 + drafts.count)).map(Optional.some))
        let all = try await dao.read(ana) { try $0.messages(.above(0), limit: 1000) }
        #expect(all.map(\.id) == Array(1...(6 + drafts.count)))
        #expect(all.dropFirst(6).map(\.content) == drafts.map(\.content))
        #expect(all.dropFirst(6).map(\.date) == drafts.map(\.date))
        #expect(all.dropFirst(6).map(\.address) == drafts.map(\.address))
        let found = try await dao.find(SearchQuery("word"), of: ana, limit: 1000)
        #expect(Set(found.map(\.id)) == Set(all.map(\.id)))
        for index in [0, 5, 31, 32, 33, 63, 64, 99, 100, 107, 108, 177] {
            let hits = try await dao.find(SearchQuery("word \(index)"), of: ana, limit: 200)
            #expect(hits.contains { $0.content == "word \(index)" }, "\(index)")
        }
        #expect(try await dao.merge(drafts, of: ana).allSatisfy { $0 == nil })
        #expect(try await dao.read(ana) { try $0.conversation(with: Address("+15551000001")) }?.count == 60)
        withExtendedLifetime(system) {}
    }

    /// The rows of a store that was empty before a file are not read, unless others add to it meanwhile.
    @Test(arguments: MessageTestStore.allCases)
    func whatOthersAddMeanwhileIsKnown(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        let first = try await dao.merge(MessageMerge(drafts: [draft("a"), draft("b", at: 2)]), of: ana)
        #expect(first.matched.end == 2)
        _ = try await dao.save([draft("d", at: 4)], of: ana)
        let rest = [draft("c", at: 3), draft("d", at: 4)]
        let second = try await dao.merge(MessageMerge(drafts: rest, matched: first.matched), of: ana)
        #expect(second.numbers == [4, nil])
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func whatWasRemovedIsKnownWhereNothingElseIs(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        _ = try await dao.save([draft("a"), draft("b", at: 2)], of: ana)
        for number in [1, 2] { _ = try await dao.remove(number, of: ana) }
        let file = [draft("a"), draft("c", at: 3), draft("b", at: 2)]
        let merged = try await dao.merge(MessageMerge(drafts: file), of: ana)
        #expect(merged.numbers == [nil, 3, nil])
        #expect(merged.matched.end == 3)
        // A message that was there before the file stands for one of its rows, and is no reason to look for none.
        #expect(try await dao.merge(MessageMerge(drafts: file), of: ana).matched.end == nil)
        withExtendedLifetime(system) {}
    }

    /// Stores messages in several transactions, each of which is as large as those of a long file.
    private struct LongSource: MessageSource {
        let dao: any MessageStores

        func read(
            _ path: String, into importer: MessageImporter, progress: @Sendable (Int, Int?) async -> Void
        ) async throws -> [ImportedFile] {
            for batch in 0..<5 {
                _ = try await dao.save((0..<1000).map { draft("word \($0)", at: Int64(batch * 1000 + $0)) }, of: ana)
            }
            var report = ImportReport()
            report.saved.added = 5000
            return [ImportedFile(name: nil, result: .success(report))]
        }
    }

    /// Each transaction adds a piece to the index of words, and a search looks into all of them.
    @Test func `an import leaves one piece of the index, and single messages leave few`() async throws {
        let store = try TestStore.sqlite.open()
        guard case .sqlite(let system) = store.system else { return }
        let dao = try SystemMessages.all(on: store.system)
        func pieces() throws -> Int? {
            try system.read { try Int.fetchOne($0, sql: "SELECT count(DISTINCT segid) FROM sms_text_idx") }
        }
        let service = SMSLogService(dao: dao, owner: ana, clock: ManualClock(now: Timestamp(seconds: 10_000)))
        _ = try await service.importFiles(at: "", by: LongSource(dao: dao)) { _, _ in }
        #expect(try pieces() == 1)
        for second in 0..<40 { _ = try await dao.save([draft("zebrafish", at: 6000 + Int64(second))], of: ana) }
        #expect(try pieces().map { 2...9 ~= $0 } == true)
        #expect(try await dao.find(SearchQuery("zebrafish"), of: ana, limit: 100).count == 40)
        #expect(try await dao.find(SearchQuery("word 999"), of: ana, limit: 100).count == 5)
    }
}
