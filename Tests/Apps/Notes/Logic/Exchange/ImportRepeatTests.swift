// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumSystems
import AtriumTesting
import Foundation
@testable import NotesLogic
import NotesStore
import Testing

@testable import NoteFormats

/// Imports of the same notes on another day, and of texts with something odd in them.
struct ImportRepeatTests {
    private let ana = UserID(rawValue: 1)
    private let folder: ScratchFolder
    private let clock = ManualClock.nineOClock
    private let notes: NotesService

    init() throws {
        folder = try ScratchFolder()
        notes = NotesService(
            dao: try SystemNotes.all(on: .memory(MemorySystem())), owner: ana, clock: clock, timeZone: .gmt)
    }

    private func take(_ path: String, as format: ExchangeFormat? = nil) async throws -> ImportReport {
        try await notes.importNotes(from: path, as: format) { _, _ in }
    }

    private func all() async throws -> [Note] { try await notes.dao.page(after: 0, limit: .max, owner: ana) }

    @Test(arguments: [
        #"{"activeNotes":[{"id":"a","content":"No dates"}]}"#,
        #"{"activeNotes":[{"content":"a","lastModified":"2019-01-02T00:00:00.000Z"}]}"#,
        #"{"entries":[{"title":"T","body":"B","date":"soon","time":"03:04"}]}"#,
        #"{"notes":[{"content":"a","created":"yesterday"}]}"#,
    ]) func `a note without a date is known a day later`(text: String) async throws {
        let path = try folder.write(text, "a.json")
        #expect(try await take(path).added == 1)
        clock.advance(by: .seconds(86_400))
        let again = try await take(path)
        #expect(again.added == 0 && again.known == 1)
    }

    @Test func `a note is as old as its last change where it says no more`() async throws {
        _ = try await take(try folder.write(#"[{"content":"a","lastModified":"2019-01-02T00:00:00.000Z"}]"#, "a.json"))
        #expect(try await all().map(\.createdAt) == [Timestamp(milliseconds: 1_546_387_200_000)])
    }

    @Test func `a tag that is none takes no other with it`() async throws {
        let text = #"[{"content":"a","tags":["ok",5,null,"@two"]}]"#
        let report = try await take(try folder.write(text, "a.json"))
        #expect(report.added == 1 && report.problems.map(\.reason) == [.leftPart("tags")])
        #expect(try await all().map(\.marks.tags) == [["ok", "two"]])
    }

    @Test(arguments: [
        (#"[{"content":"a\u0000b","notebook":"x\u0000y","tags":["t\u0000u"]}]"#, "a.json"), ("a\0b", "a.md"),
        ("[2020-08-29 11:11] a\0b\n", "a.txt"),
    ]) func `nothing is lost behind a character that means nothing`(text: String, name: String) async throws {
        let path = try folder.write(text, name)
        let report = try await take(path)
        #expect(report.added == 1)
        #expect(report.problems.map(\.reason) == [.nul])
        #expect(try await all().map(\.content) == ["a\u{FFFD}b"])
        if name == "a.json" {
            #expect(try await all().map(\.marks) == [NoteMarks(notebook: "x\u{FFFD}y", tags: ["t\u{FFFD}u"])])
        }
        #expect(try await take(path).known == 1)
    }

    @Test func `what goes out as jrnl's JSON is known when it comes back`() async throws {
        let texts = ["Trip. To Rome #plan\n\nwith @bob", "One line", "# Head\nbody\n\nmore"]
        let drafts = texts.enumerated().map { index, text in
            NoteDraft(
                content: text, createdAt: Timestamp(milliseconds: 1_598_699_471_234 + Int64(index)),
                marks: NoteMarks(tags: ["given"], isPinned: index == 1))
        }
        _ = try await notes.dao.create(drafts, owner: ana)
        let path = folder.path + "/out.json"
        _ = try await notes.exportNotes(to: path, as: .jrnlJSON, query: nil) { _, _ in }
        #expect(try await take(path) == ImportReport(known: 3))
        let other = NotesService(
            dao: try SystemNotes.all(on: .memory(MemorySystem())), owner: ana, clock: clock, timeZone: .gmt)
        #expect(try await other.importNotes(from: path, as: nil) { _, _ in } == ImportReport(added: 3))
        let came = try await other.dao.page(after: 0, limit: .max, owner: ana)
        let before = try await all()
        #expect(came.map(\.content) == texts)
        #expect(came.map(\.createdAt) == drafts.map(\.createdAt))
        #expect(came.map(\.tags) == before.map(\.tags))
        #expect(came.map(\.marks.isPinned) == [false, true, false])
    }

    @Test(.timeLimit(.minutes(10)), arguments: ["ff.json", "ff.enex", "ff.jex", "ff.md"])
    func `a pipe that nobody writes is no file`(name: String) async throws {
        let path = folder.path + "/" + name
        #expect(mkfifo(path, 0o600) == 0)
        let report = try await take(path)
        #expect(report.problems == [ExchangeProblem(file: name, reason: .unreadable(ESPIPE))])
        let asked = try await take(path, as: .json)
        #expect(asked.problems == [ExchangeProblem(file: name, reason: .unreadable(ESPIPE))])
    }

    @Test(arguments: [ExchangeFormat.json, .enex, .jrnl, .simplenote])
    func `a folder is no file of such a format`(format: ExchangeFormat) async throws {
        _ = try folder.write("a", "v/a.md")
        let report = try await take(folder.path + "/v", as: format)
        #expect(report == ImportReport(problems: [ExchangeProblem(file: "v", reason: .unreadable(EISDIR))]))
        #expect(try await take(folder.path + "/v", as: .markdown).added == 1)
    }
}
