// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
import AtriumSession
import AtriumSystems
import AtriumTesting
import Dice
import GRDB
@testable import NotesLogic
import Testing

@testable import NotesStore

/// Many notes, and notes of an older program.
struct NoteScaleTests {
    private let ana = UserID(rawValue: 1)

    @Test func `a word that many notes have is still answered by date`() async throws {
        let store = try TestStore.sqlite.open()
        let dao = try SystemNotes.all(on: store.system)
        // Numbers and dates disagree, as after an import of old notes.
        let drafts = (0..<2_500).map { index in
            NoteDraft(
                content: index % 100 == 0 ? "common rare" : "common",
                createdAt: Timestamp(seconds: Int64(index * 7919 % 2_500)))
        }
        let notes = try await dao.create(drafts, owner: ana)
        let expected = notes.sorted { $0.createdAt > $1.createdAt }
        let common = try await dao.find(NoteQuery(filter: .words("common"), limit: 30), owner: ana)
        #expect(common == Array(expected.prefix(30)))
        let times = Timestamp(seconds: 100)..<Timestamp(seconds: 200)
        let both = NoteFilter.all([.words("common"), .created(times), .not(.words("rare"))])
        #expect(
            try await dao.find(NoteQuery(filter: both, limit: 30), owner: ana)
                == Array(expected.filter { times.contains($0.createdAt) && $0.content == "common" }.prefix(30)))
        let rare = try await dao.find(NoteQuery(filter: .words("rare"), limit: 3), owner: ana)
        #expect(rare == Array(expected.filter { $0.content == "common rare" }.prefix(3)))
    }

    @Test(arguments: ["common", "\"common\"", "\"rare\""], [NoteSort.newest, .title])
    func `the notes of one day come page by page, however many they are`(words: String, sort: NoteSort) async throws {
        let store = try TestStore.sqlite.open()
        let dao = try SystemNotes.all(on: store.system)
        let memory = try SystemNotes.all(on: .memory(MemorySystem()))
        // The first ones of the day have nothing of it.
        let drafts = (0..<1_500).map { index -> NoteDraft in
            let found = index % 30 == 0 ? "common rare" : "common"
            let content = index % 7 == 0 || index > 1_400 ? "other" : found
            return NoteDraft(content: content, createdAt: Timestamp(seconds: Int64(index / 2)))
        }
        for dao in [dao, memory] { _ = try await dao.create(drafts, owner: ana) }
        for limit in [50, 501] {
            var query = NoteQuery(filter: .words(words), sort: sort, limit: limit)
            var count = 0
            while true {
                let page = try await dao.find(query, owner: ana)
                #expect(page == (try await memory.find(query, owner: ana)))
                count += page.count
                guard page.count == limit else { break }
                query.after = page.last
            }
            query.after = nil
            query.limit = .max
            #expect(try await memory.count(query, owner: ana) == count)
        }
    }

    /// The index would collect all notes of all words that start with what is typed.
    @Test func `a common word that is only begun is looked for where a rare one is`() async throws {
        let filter = NoteFilter.all([.words("\"rare\""), .words("com"), .not(.words("\"odd\"")), .not(.words("e"))])
        #expect(
            filter.whole
                == .all([
                    .words(try #require(SearchQuery("\"rare\"", signs: .pictures).whole)), .not(.words("\"odd\"")),
                ]))
        #expect(NoteFilter.any([.words("com"), .tag("x")]).whole == nil)
        #expect(NoteFilter.words("com").whole == nil)
        let store = try TestStore.sqlite.open()
        let dao = try SystemNotes.all(on: store.system)
        let memory = try SystemNotes.all(on: .memory(MemorySystem()))
        let starts = ["common", "comic x", "other", "rarely"]
        let contents: [String] = (0..<1_500).map { index in
            let middle = index % 97 == 0 ? " rare" : ""
            return starts[index % 4] + middle + " tail"
        }
        let drafts = contents.enumerated().map { index, content in
            NoteDraft(content: content, createdAt: Timestamp(seconds: Int64(index * 7919 % 1_500) * 9_000))
        }
        for dao in [dao, memory] { _ = try await dao.create(drafts, owner: ana) }
        let filters: [NoteFilter] = [
            .words("rare com"), .words("com rare"), .words("common rar"), .words("t"), .words("tail co"),
            .all([.words("\"rare\""), .words("com")]), .all([.words("com"), .not(.words("\"rare\""))]),
            .all([.words("com"), .not(.words("r"))]), .not(.words("c")), .any([.words("\"rare\""), .words("comi")]),
        ]
        for filter in filters {
            for sort in [NoteSort.newest, .title, .modified] {
                var query = NoteQuery(filter: filter, sort: sort, limit: 20)
                let expected = try await memory.find(query, owner: ana)
                #expect(try await dao.find(query, owner: ana) == expected, "\(query)")
                query.after = expected.last
                #expect(try await dao.find(query, owner: ana) == memory.find(query, owner: ana), "\(query)")
            }
            let all = NoteQuery(filter: filter, limit: .max)
            #expect(try await dao.count(all, owner: ana) == memory.count(all, owner: ana), "\(filter)")
        }
        for typed in ["c", "r", "com ra", "o t", "t co", "zzz"] {
            let titles = try await dao.titles(TitleQuery(typed), limit: 50, owner: ana)
            #expect(titles == (try await memory.titles(TitleQuery(typed), limit: 50, owner: ana)), "\(typed)")
        }
    }

    /// The index has them day by day, and puts those of a day in order.
    @Test func `notes of all times are found by date`() async throws {
        let store = try TestStore.sqlite.open()
        let dao = try SystemNotes.all(on: store.system)
        var dice = Dice(seed: 1)
        let day: Int64 = 86_400
        let seconds = [
            -3_000_000_000, -day - 1, -day, -1, 0, 1, day - 1, day, 9_000_000_000, 9_000_000_001, 1_600_000_000,
        ]
        let drafts = seconds.map { NoteDraft(content: "# any", createdAt: Timestamp(seconds: $0)) }
        let notes = try await dao.create(drafts + drafts.shuffled(using: &dice), owner: ana)
        let expected = notes.sorted { ($0.createdAt, $0.id) > ($1.createdAt, $1.id) }
        for limit in [1, 2, 5, 11, 22, 99] {
            let whole = NoteQuery(filter: .words("\"any\""), limit: limit)
            #expect(try await dao.find(whole, owner: ana) == Array(expected.prefix(limit)))
            let titles = try await dao.titles(TitleQuery("an"), limit: limit, owner: ana)
            #expect(titles.map(\.id) == expected.prefix(limit).map(\.id))
            let ranked = NoteQuery(filter: .words("any"), sort: .rank, limit: limit)
            #expect(try await dao.find(ranked, owner: ana) == Array(expected.prefix(limit)))
        }
        for (from, to) in [(-day, 0), (0, 1), (1, day + 1), (-4_000_000_000, -day), (9_000_000_000, 9_000_000_001)] {
            let times = Timestamp(seconds: from)..<Timestamp(seconds: to)
            let query = NoteQuery(filter: .all([.words("\"any\""), .created(times)]))
            #expect(
                try await dao.find(query, owner: ana) == expected.filter { times.contains($0.createdAt) }, "\(times)")
        }
    }

}
