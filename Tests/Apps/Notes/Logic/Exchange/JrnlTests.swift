// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import Dice
import Foundation
@testable import NotesLogic
import NotesStore
import Testing

@testable import NoteFormats

/// Journals of jrnl: in any of the ways that it writes dates, in one file and in many, and back.
struct JrnlTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func service() throws -> NotesService {
        NotesService(
            dao: try NoteTestStore.memory.open().dao(), owner: UserID(rawValue: 1), clock: ManualClock.nineOClock,
            timeZone: .gmt)
    }

    private func all(_ notes: NotesService) async throws -> [Note] {
        try await notes.dao.page(after: 0, limit: .max, owner: UserID(rawValue: 1))
    }

    private func entries(_ text: String, _ order: DayMonthOrder = .dayFirst, on day: Day? = nil) -> [ForeignNote] {
        JrnlText(text, written: Timestamp(seconds: 0), order: order, in: .gmt, on: day).entries
    }

    private func times(_ text: String, _ order: DayMonthOrder = .dayFirst) -> [String] {
        entries(text, order).map { CivilTime($0.draft.createdAt, in: .gmt).full }
    }

    @Test(arguments: [
        ("2013-06-09 15:39", "2013-06-09 15:39:00"), ("2013-06-09 03:39:10 PM", "2013-06-09 15:39:10"),
        ("09.06.2013 15:39", "2013-06-09 15:39:00"), ("9.6.2013", "2013-06-09 00:00:00"),
        ("2013/06/09 15:39", "2013-06-09 15:39:00"), ("2013.6.9 3:39pm", "2013-06-09 15:39:00"),
        ("09/06/2013 12:00 AM", "2013-06-09 00:00:00"), ("13/06/2013 3 p.m.", "2013-06-13 15:00:00"),
        ("06/13/2013 15:39:01", "2013-06-13 15:39:01"), ("2013-06-09T15:39:00Z", "2013-06-09 15:39:00"),
    ]) func `a date is read however jrnl wrote it`(date: String, time: String) {
        #expect(times("[\(date)] Title") == [time])
        #expect(entries("[\(date)] Title")[0].problems.isEmpty)
    }

    @Test func `numbers are in the user's order, or in the one that the journal shows`() {
        #expect(times("[09/06/2013 10:00] a", .monthFirst) == ["2013-09-06 10:00:00"])
        #expect(times("[09.06.2013 10:00] a", .monthFirst) == ["2013-06-09 10:00:00"])
        #expect(
            times("[09/06/2013 10:00] a\n[14/06/2013 10:00] b", .monthFirst)
                == ["2013-06-09 10:00:00", "2013-06-14 10:00:00"])
        #expect(times("[09-06-2013] a\n[06-14-2013] b") == ["2013-09-06 00:00:00", "2013-06-14 00:00:00"])
    }

    @Test func `brackets that are no dates begin nothing`() {
        let made = entries("[2013-06-09] Title\n[1] one\n[x](y) z\n[] a\n[see 2.3] b\n[45/45/2013 10:00] Bad")
        #expect(made.map(\.draft.content) == ["Title\n[1] one\n[x](y) z\n[] a\n[see 2.3] b", "Bad"])
        #expect(made.map(\.isDated) == [true, false] && made[1].problems == [.badDate("45/45/2013 10:00")])
    }

    @Test func `a folder of days says the day, and an entry the time`() async throws {
        _ = try folder.write("[03:04 PM] First @work *\nbody\n[2020-08-29 11:11:00 PM] Second\n", "j/2020/08/29.txt")
        _ = try folder.write("[15:39] Third #tag\n", "j/2020/09/01.txt")
        let notes = try service()
        let report = try await notes.importNotes(from: folder.path + "/j", as: nil) { _, _ in }
        let made = try await all(notes)
        #expect(report.added == 3 && report.isWhole)
        #expect(
            made.map { CivilTime($0.createdAt, in: .gmt).dateAndTime } == [
                "2020-08-29 15:04", "2020-08-29 23:11", "2020-09-01 15:39",
            ])
        #expect(made[0].content == "First @work\nbody" && made[0].marks.isPinned && made[0].marks.tags == ["work"])
        #expect(made[2].tags == ["tag"] && made.allSatisfy { $0.marks.notebook.isEmpty })
        #expect(try await notes.importNotes(from: folder.path + "/j", as: nil) { _, _ in }.known == 3)
    }

    @Test(arguments: [
        "2010-06-10 15:00 Life is good.\nbody\n\n2013-06-10 15:40 He said. *\nmore",
        "10.06.2010 15:00 Life is good.\nbody\n\n10.06.2013 15:40 He said. *\nmore",
    ]) func `a journal of the first version comes over, with a word about it`(text: String) async throws {
        let notes = try service()
        let report = try await notes.importNotes(from: try folder.write(text, "j.txt"), as: nil) { _, _ in }
        #expect(report.problems.map(\.reason) == [.oldJournal] && report.isWhole)
        #expect(try await all(notes).map(\.content) == ["Life is good.\nbody", "He said.\nmore"])
        #expect(try await all(notes).map(\.marks.isPinned) == [false, true])
        let other = try service()
        _ = try await other.importNotes(from: try folder.write(text, "j.md"), as: nil) { _, _ in }
        #expect(try await all(other).count == 1)
    }

    @Test func `an encrypted journal is refused by name, of each version`() async throws {
        var dice = Dice(seed: 4)
        let random = (0..<128).map { _ in UInt8.random(in: 0...255, using: &dice) }
        for bytes in [
            Array("JRNLv3\u{1}x".utf8), Array(("gAAAAAB" + String(repeating: "k", count: 90) + "=\n").utf8), random,
        ] {
            let path = folder.path + "/journal.txt"
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let report = try await service().importNotes(from: path, as: nil) { _, _ in }
            #expect(report.problems.map(\.reason) == [.encryptedJournal] && report.kept == 0 && !report.isWhole)
        }
        // Text in an old encoding is none.
        let latin = Array("caf\u{E9} au lait et croissants.....".unicodeScalars.map { UInt8($0.value) }.prefix(32))
        try Data(latin).write(to: URL(fileURLWithPath: folder.path + "/latin.txt"))
        let report = try await service().importNotes(from: folder.path + "/latin.txt", as: nil) { _, _ in }
        #expect(report.problems.map(\.reason) == [.notUTF8])
    }

    @Test(arguments: 0..<6 as Range<UInt64>) func `what was exported as a journal comes back`(seed: UInt64) async throws
    {
        var dice = Dice(seed: seed)
        let pieces = ["word ", "[x] ", "\n", "\n\n", "[2020-01-02 03:04] y", "@tag ", "#tag ", "* ", "😀", "é"]
        let notes = try service()
        for index in 0..<20 {
            var text = "Title \(index)"
            for _ in 0..<Int.random(in: 0..<9, using: &dice) { text += pieces.randomElement(using: &dice) ?? "" }
            // A star at the end of a title is one of jrnl’s.
            let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            text = ([lines[0] + "."] + lines.dropFirst()).joined(separator: "\n")
            text = text.trimmingCharacters(in: .whitespacesAndNewlines)
            let made = try await notes.add(text)
            if Bool.random(using: &dice) { _ = try await notes.pin([made.id], true) }
        }
        let path = folder.path + "/out.txt"
        _ = try await notes.exportNotes(to: path, as: .jrnl, query: nil) { _, _ in }
        let other = try service()
        _ = try await other.importNotes(from: path, as: nil) { _, _ in }
        func plain(_ note: Note) -> String {
            note.content.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
                .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
        }
        let (before, after) = (try await all(notes), try await all(other))
        #expect(after.map(plain) == before.map(plain))
        #expect(after.map(\.marks.isPinned) == before.map(\.marks.isPinned))
    }
}
