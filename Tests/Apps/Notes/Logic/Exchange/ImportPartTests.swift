// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumSystems
import AtriumTesting
import Dice
import Foundation
import GRDB
@testable import NotesLogic
import Testing

@testable import NoteFormats
@testable import NotesStore

/// Imports of which something is left out, and the files that notes show.
struct ImportPartTests {
    private let ana = UserID(rawValue: 1)
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func service(_ store: TemporarySystem) throws -> NotesService {
        NotesService(
            dao: try SystemNotes.all(on: store.system), owner: ana, clock: ManualClock.nineOClock, timeZone: .gmt)
    }

    private func take(_ path: String, as format: ExchangeFormat? = nil) async throws -> (ImportReport, [Note]) {
        let notes = try service(try TestStore.memory.open())
        let report = try await notes.importNotes(from: path, as: format) { _, _ in }
        return (report, try await notes.dao.page(after: 0, limit: .max, owner: ana))
    }

    @Test(arguments: ["a.zip", "a.txt", "a.md", "a.json", "a.enex", "a.jex"])
    func `a zip archive is said to be cut off, whatever it is called`(name: String) async throws {
        for rest in ["", "\u{14}\0\0\0rest"] {
            let (report, notes) = try await take(try folder.write("PK\u{3}\u{4}" + rest, name))
            #expect(report.problems.map(\.reason) == [.truncated] && notes.isEmpty && !report.isWhole)
        }
    }

    @Test func `what is cut off or broken is not whole`() async throws {
        for (text, name) in [
            (#"{"notes":[{"content":"a"},{"content":"#, "a.json"), (#"{"notes":[{"content":"a"},{]}"#, "b.json"),
        ] {
            let (report, notes) = try await take(try folder.write(text, name))
            #expect(notes.count == 1 && report.leftOut >= 1 && !report.isWhole, "\(report)")
        }
        _ = try folder.write("fine", "v/a.md")
        _ = try folder.write("", "v/empty.md")
        try Data([0xFF, 0xFE, 0x00]).write(to: URL(fileURLWithPath: folder.path + "/v/b.md"))
        let (report, notes) = try await take(folder.path + "/v")
        #expect(notes.count == 2 && report.leftOut == 1 && report.found == 3 && !report.isWhole)
        let (whole, _) = try await take(try folder.write("---\ncreated: soon\n---\nfine", "c.md"))
        #expect(whole.problems.count == 1 && whole.isWhole)
    }

    @Test func `what has no notes, or none that can be read, is not taken for nothing`() async throws {
        _ = try folder.write("x", "dayone/entries/a.doentry")
        #expect(try await take(folder.path + "/dayone").0.problems.map(\.reason) == [.malformedNote])
        _ = try folder.write("x", "pictures/a.png")
        #expect(try await take(folder.path + "/pictures").0.problems.map(\.reason) == [.noNotes])
        for text in ["JRNLv3\u{1}x", "gAAAAAB" + String(repeating: "k", count: 90) + "=\n"] {
            let (report, notes) = try await take(try folder.write(text, "journal.txt"))
            #expect(report.problems.map(\.reason) == [.encryptedJournal] && notes.isEmpty)
        }
        #expect(try await take(try folder.write("gAAAAA is a word", "word.txt")).1.count == 1)
    }

    @Test func `a note of properties alone is called as its file`() async throws {
        _ = try folder.write("---\naliases: [x]\n---\n", "v/Ana.md")
        _ = try folder.write("---\ntags: [a]\ntitle: Given\n---\n\n\n", "v/b.md")
        _ = try folder.write("---\n---\n", "v/c.md")
        let (report, notes) = try await take(folder.path + "/v")
        #expect(notes.map(\.title) == ["Ana", "b", "c"] && notes.allSatisfy { $0.content.isEmpty })
        #expect(notes.map(\.otherNames) == [["x"], ["Given"], []] && notes[1].marks.tags == ["a"])
        #expect(report.problems.isEmpty)
    }

    @Test func `files that a note shows are found as Obsidian finds them`() async throws {
        for name in [
            "v/sub/near.png", "v/root.png", "v/files/deep/far.png", "v/files/far.png", "v/my pic.png", "v/é.pdf",
        ] {
            _ = try folder.write(name, name)
        }
        _ = try folder.write("hidden", "v/.obsidian/secret.png")
        let text = """
            Note
            ![[near.png]] ![[root.png|300]] ![[far.png#page=2]] ![[my pic.png]] ![[E\u{301}.PDF]] ![[deep/far.png]]
            ![a](root.png#part) ![](far.png) [b](e%CC%81.pdf#page=3)
            ![[gone.png]] ![[secret.png]] ![[../../x.png]] ![[Other]] ![[Other.md]] `![[near.png]]` ![[]] ![[.png]]
            """
        _ = try folder.write(text, "v/sub/Note.md")
        let (report, notes) = try await take(folder.path + "/v")
        #expect(notes.map(\.content) == [text])
        #expect(
            report.problems.map(\.reason) == [
                .missingFile("gone.png"), .missingFile("secret.png"), .outside("../../x.png"),
            ])
        #expect(report.leftOut == 0 && report.partial == 1 && !report.isWhole)
    }

    @Test func `files that a note links to as to a note are taken too`() async throws {
        for name in ["v/files/Paper.pdf", "v/a/x.pdf", "v/b/x.pdf", "v/Board.canvas"] {
            _ = try folder.write(name, name)
        }
        let text =
            "[[Paper.pdf]] [[Paper.pdf#page=2|p]] [[a/x.pdf]] [[b/x.pdf|b]] [[Board.canvas]] [[Plan.v2]] [[gone.pdf]]"
        _ = try folder.write(text, "v/Note.md")
        _ = try folder.write("two", "v/Plan.v2.md")
        let (report, notes) = try await take(folder.path + "/v")
        #expect(notes.first?.content == text)
        #expect(report.problems.isEmpty)
    }

    @Test func `a folder whose export came to no end is imported, and says so`() async throws {
        _ = try folder.write("Trip", "out/Trip.md")
        #expect(try await !take(folder.path + "/out").0.isOfUnfinishedExport)
        _ = try folder.write("", "out/UNFINISHED-EXPORT")
        let (report, notes) = try await take(folder.path + "/out")
        #expect(report.isOfUnfinishedExport && notes.count == 1)
    }

    /// The notes that came in before stay, and a second import adds the rest.
    @Test func `a store that is full keeps what came before, and says so`() async throws {
        let store = try TestStore.sqlite.open()
        let notes = try service(store)
        guard case .sqlite(let system) = store.system else { return }
        let pages = try await system.write { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 }
        let body = String(repeating: "words and more words ", count: 40)
        let text = (0..<1_500).map { #"{"content":"Note \#($0)\n\#(body)\#($0)","created":"2020-01-01T00:00:00Z"}"# }
        let path = try folder.write(#"{"notes":[\#(text.joined(separator: ","))]}"#, "a.json")
        _ = try await system.write { try Int.fetchOne($0, sql: "PRAGMA max_page_count = \(pages + 300)") }
        let report = try await notes.importNotes(from: path, as: nil) { _, _ in }
        #expect(report.kept > 0 && report.kept < 1_500 && report.kept % 500 == 0 && !report.isWhole)
        #expect(report.unkept >= 500 && report.found == report.kept + report.unkept)
        guard case .failed? = report.ending else {
            Issue.record("\(String(describing: report.ending))")
            return
        }
        _ = try await system.write { try Int.fetchOne($0, sql: "PRAGMA max_page_count = 100000") }
        let again = try await notes.importNotes(from: path, as: nil) { _, _ in }
        #expect(again.known == report.kept && again.added == 1_500 - report.kept && again.isWhole)
    }

    @Test func `a cancelled import says what it has kept`() async throws {
        let notes = try service(try TestStore.memory.open())
        let text = (0..<1_200).map { #"{"content":"Note \#($0)"}"# }.joined(separator: ",")
        let path = try folder.write("[\(text)]", "a.json")
        let task = Task {
            try await notes.importNotes(from: path, as: nil) { _, _ in withUnsafeCurrentTask { $0?.cancel() } }
        }
        let report = try await task.value
        #expect(report.ending == .cancelled && report.kept == 500 && !report.isWhole)
        #expect(try await notes.importNotes(from: path, as: nil) { _, _ in }.added == 700)
    }

    /// Of thousands of notes of one date, only those that may be equal are read.
    @Test func `equal notes are looked up, not looked for`() async throws {
        let store = try TestStore.sqlite.open()
        _ = try service(store)
        guard case .sqlite(let system) = store.system else { return }
        let plan = try await system.write { database in
            let condition = NoteRows.condition(.twin(1, Timestamp(seconds: 2)...Timestamp(seconds: 2)))
            return try Row.fetchAll(
                database, sql: "EXPLAIN QUERY PLAN SELECT content FROM note WHERE \(condition)", arguments: [1, 2, 3]
            ).map { $0["detail"] as String }
        }
        #expect(plan.count == 1 && plan[0].contains("note_by_twin (owner=? AND created=? AND twin=?)"), "\(plan)")
    }

    @Test(arguments: TestStore.allCases) func `equal notes of one date are as many as there are`(kind: TestStore)
        async throws
    {
        let store = try kind.open()
        defer { withExtendedLifetime(store) {} }
        let notes = try service(store)
        var dice = Dice(seed: 5)
        let texts = ["Same", "Same\nbody", "Same\n![](f/a.png)", "Same\nnote:7"]
        let entries = (0..<1_100).map { _ in texts[dice.roll(texts.count)] }.map {
            #"{"content":"\#($0.replacing("\n", with: "\\n"))","created":"2020-01-01T00:00:00Z"}"#
        }
        let path = try folder.write("[\(entries.joined(separator: ","))]", "a.json")
        _ = try await notes.dao.create(
            [NoteDraft(content: "Same", createdAt: Timestamp(milliseconds: 1_577_836_800_000))], owner: ana)
        let first = try await notes.importNotes(from: path, as: nil) { _, _ in }
        #expect(first.added == 1_099 && first.known == 1)
        let again = try await notes.importNotes(from: path, as: nil) { _, _ in }
        #expect(again.added == 0 && again.known == 1_100)
    }
}
