// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumSystems
import AtriumTesting
import Dice
import Foundation
@testable import NotesLogic
import NotesStore
import Testing

@testable import NoteFormats

/// Links by number in notes that come from elsewhere: numbers are given anew, and a link would lead to a stranger.
struct RenumberingTests {
    private let folder: ScratchFolder
    private let ana = UserID(rawValue: 1)

    init() throws { folder = try ScratchFolder() }

    private func service(_ dao: any OwnedNotes) -> NotesService {
        NotesService(dao: dao, owner: ana, clock: ManualClock.nineOClock, timeZone: .gmt)
    }

    private func inMemory() throws -> NotesService { service(try SystemNotes.all(on: .memory(MemorySystem()))) }

    private func notes(_ service: NotesService) async throws -> [Note] {
        try await service.dao.page(after: 0, limit: .max, owner: ana)
    }

    private func path(_ format: ExchangeFormat) -> String { folder.path + "/out" + (format == .json ? ".json" : "") }

    private func take(_ service: NotesService, _ path: String) async throws -> ImportReport {
        try await service.importNotes(from: path, as: nil) { _, _ in }
    }

    private func export(_ service: NotesService, _ path: String, query: String? = nil) async throws {
        let format: ExchangeFormat = path.hasSuffix(".json") ? .json : .markdown
        _ = try await service.exportNotes(to: path, as: format, query: query, replacing: true) { _, _ in }
    }

    /// A store with these texts, one after the other.
    private func source(_ texts: [String]) async throws -> NotesService {
        let service = try inMemory()
        for text in texts { _ = try await service.add(text) }
        return service
    }

    @Test(arguments: [ExchangeFormat.markdown, .json], NoteTestStore.allCases)
    func `links by number follow their notes`(format: ExchangeFormat, kind: NoteTestStore) async throws {
        let source = try await source([
            "gone", "A note:3 note:4 note:1", "B `note:2` note:002 ünote:2", "C note:3", "footnote:2 xnote:3",
        ])
        let path = path(format)
        try await export(source, path, query: "-gone")
        let store = try kind.open()
        let target = service(try store.dao())
        for text in ["x", "y", "z", "w"] { _ = try await target.add(text) }
        #expect(try await take(target, path) == ImportReport(added: 4, strayLinks: 1))
        let all = try await notes(target).dropFirst(4)
        func id(_ title: String) throws -> Int { try #require(all.first { $0.content.hasPrefix(title) }).id }
        let (a, b, c) = (try id("A"), try id("B"), try id("C"))
        let texts = [
            "A note:\(b) note:\(c) note:1", "B `note:2` note:\(a) ünote:2", "C note:\(b)", "footnote:2 xnote:3",
        ]
        #expect(Set(all.map(\.content)) == Set(texts))
        // Nobody has changed anything yet.
        #expect(all.allSatisfy { $0.modifiedAt == $0.createdAt && $0.version == 1 })
        #expect(try await target.dao.versions(of: a, owner: ana).count == 1)
        let toB = NoteQuery(filter: .linking(.number(b)), limit: 9)
        #expect(try await Set(target.dao.find(toB, owner: ana).map(\.id)) == [a, c])
        // Again, and what was changed since stays so.
        _ = try await target.modify(c, to: "C note:1 mine")
        let before = try await notes(target)
        #expect(try await take(target, path) == ImportReport(added: 0, known: 4, strayLinks: 1))
        #expect(try await notes(target) == before)
        // What is here is the same after opening the store again: a folder has it in its files.
        #expect(try await service(try store.dao()).dao.page(after: 0, limit: .max, owner: ana) == before)
    }

    @Test func `an export that goes to another store and comes back adds nothing`() async throws {
        let source = try await source(["A note:2", "B note:1 note:3", "C"])
        let before = try await notes(source)
        let target = try await self.source(["x", "y"])
        for format in [ExchangeFormat.json, .markdown] {
            try await export(source, path(format))
            _ = try await take(target, path(format))
            #expect(try await notes(target).count == 5)
            try await export(target, path(format) + (format == .json ? ".back.json" : ".back"))
            let back = try await take(source, path(format) + (format == .json ? ".back.json" : ".back"))
            #expect(back == ImportReport(added: format == .json ? 2 : 0, known: format == .json ? 3 : 5))
            #expect(try await notes(source).prefix(3) == before[...])
        }
    }

    @Test func `a note that comes later leads to one that is known, and ones that waited for it lead there`()
        async throws
    {
        let source = try await source(["A note:2 note:3", "B"])
        let path = path(.json)
        try await export(source, path)
        let target = try await self.source(["x", "y", "z"])
        #expect(try await take(target, path) == ImportReport(added: 2, strayLinks: 1))
        #expect(try await notes(target).map(\.content).suffix(2) == ["A note:5 note:3", "B"])
        _ = try await source.add("C note:1")
        try await export(source, path)
        #expect(try await take(target, path) == ImportReport(added: 1, known: 2))
        #expect(try await notes(target).map(\.content).suffix(3) == ["A note:5 note:6", "B", "C note:4"])
    }

    @Test func `a note that came again leads there`() async throws {
        let source = try await source(["A note:2", "B"])
        try await export(source, path(.json))
        let target = try await self.source(["x"])
        _ = try await take(target, path(.json))
        #expect(try await target.dao.remove(3, owner: ana))
        #expect(try await take(target, path(.json)) == ImportReport(added: 1, known: 1))
        #expect(try await notes(target).map(\.content) == ["x", "A note:4", "B"])
    }

    @Test func `a text that is here by itself has the numbers of here`() async throws {
        let target = try await source(["A note:2", "B"])
        let created = try #require(ISOTime.text(ManualClock.nineOClock.now))
        let path = try folder.write(
            "[{\"id\":1,\"content\":\"A note:2\",\"created\":\"\(created)\"},{\"id\":2,\"content\":\"C\"}]", "a.json")
        #expect(try await take(target, path) == ImportReport(added: 1, known: 1))
        #expect(try await notes(target).map(\.content) == ["A note:2", "B", "C"])
    }

    @Test func `texts that differ in their links alone are as many notes`() async throws {
        let source = try inMemory()
        let time = Timestamp(seconds: 5)
        let drafts = ["note:1", "note:2", "note:2", "x"].map { NoteDraft(content: $0, createdAt: time) }
        _ = try await source.dao.create(drafts, owner: ana)
        for format in [ExchangeFormat.json, .markdown] {
            try await export(source, path(format))
            let target = try await self.source(["y"])
            #expect(try await take(target, path(format)).added == 4)
            #expect(try await take(target, path(format)) == ImportReport(known: 4))
            let own = try await notes(source)
            #expect(try await take(source, path(format)) == ImportReport(known: 4))
            #expect(try await notes(source) == own)
        }
    }

    @Test func `a number that two notes had leads to neither, and one of nobody’s means nothing`() async throws {
        for (name, text) in [
            ("a", "---\natrium-id: 7\n---\nA"), ("b", "---\natrium-id: 7\n---\nB"), ("d", "D note:8"),
            ("c", "---\natrium-id: 8\n---\nC note:7 note:8"), ("e", "---\natrium-id: -1\n---\nE note:8"),
        ] {
            _ = try folder.write(text, "v/\(name).md")
        }
        let target = try await source(["x"])
        #expect(try await take(target, folder.path + "/v") == ImportReport(added: 5, strayLinks: 1))
        #expect(
            try await notes(target).map(\.content) == ["x", "A", "B", "C note:7 note:4", "D note:8", "E note:8"])
    }

    @Test func `other formats have no numbers of ours`() async throws {
        let target = try await source(["x"])
        let jrnl = try folder.write("[2020-01-02 10:00] A note:1\n[2020-01-03 10:00] B note:1\n", "j.txt")
        #expect(try await take(target, jrnl) == ImportReport(added: 2))
        #expect(try await notes(target).map(\.content) == ["x", "A note:1", "B note:1"])
    }

    /// What came in is led to what came in; the import that is repeated brings the rest.
    @Test(arguments: [NoteTestStore.sqlite, .folder])
    func `an import that is cancelled leaves links that lead where they should`(kind: NoteTestStore) async throws {
        let texts = (1...700).map { number in
            // Within the first batch, into the second, and back.
            number == 3 ? "n3 note:4 note:650" : number == 650 ? "n650 note:3" : "n\(number)"
        }
        let source = try inMemory()
        let drafts = texts.enumerated().map {
            NoteDraft(content: $1, createdAt: Timestamp(seconds: Int64($0)))
        }
        _ = try await source.dao.create(drafts, owner: ana)
        let path = path(.json)
        try await export(source, path)
        let store = try kind.open()
        let target = service(try store.dao())
        _ = try await target.add("x")
        let importing = Task {
            try await target.importNotes(from: path, as: nil) { _, _ in withUnsafeCurrentTask { $0?.cancel() } }
        }
        #expect(try await importing.value.ending == .cancelled)
        #expect(try await notes(target).count == 501)
        #expect(try await notes(target)[3].content == "n3 note:5 note:650")
        #expect(try await take(target, path) == ImportReport(added: 200, known: 500))
        let all = try await notes(target)
        #expect(all[3].content == "n3 note:5 note:651" && all[650].content == "n650 note:4")
        #expect(all.allSatisfy { $0.version == 1 })
    }

    /// Whatever the texts, links lead to the same notes before and after.
    @Test(arguments: [ExchangeFormat.markdown, .json], [1, 2, 3] as [UInt64])
    func `links mean the same notes`(format: ExchangeFormat, seed: UInt64) async throws {
        var dice = Dice(seed: seed)
        let count = 40
        let words = ["note:", "note:0", "`", "```\n", "\n", "[[", "]]", "x", "[a](note:7)", "é", "note:999", "🙂"]
        let drafts = (1...count).map { index in
            let parts = (0...Int.random(in: 0...8, using: &dice)).map { _ in
                Bool.random(using: &dice)
                    ? "note:\(Int.random(in: 1...count, using: &dice))"
                    : words[Int.random(in: 0..<words.count, using: &dice)]
            }
            return NoteDraft(
                content: "n" + parts.joined(separator: Bool.random(using: &dice) ? " " : "") + ".",
                createdAt: Timestamp(seconds: Int64(index)))
        }
        let source = try inMemory()
        _ = try await source.dao.create(drafts, owner: ana)
        try await export(source, path(format))
        let target = try await self.source(["x", "y", "z"])
        let report = try await take(target, path(format))
        let after = try await notes(target).dropFirst(3)
        /// Numbers there by numbers here.
        let old = Dictionary(uniqueKeysWithValues: after.map { ($0.id, Int($0.createdAt.milliseconds / 1000)) })
        #expect(after.count == count)
        for note in after {
            let number = try #require(old[note.id])
            let text = drafts[number - 1].content
            #expect(References(note.content).neutral(folders: false) == References(text).neutral(folders: false))
            for (here, there) in zip(References(note.content).numbers, References(text).numbers) {
                #expect(there == 999 ? here == 999 : old[here] == there)
            }
        }
        #expect(report.strayLinks == drafts.flatMap { References($0.content).numbers }.count { $0 > count })
        #expect(try await take(target, path(format)).known == count)
        #expect(try await notes(target).dropFirst(3) == after)
    }
}
