// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
import Dice
import Foundation
@testable import NotesLogic

import AtriumSession
import AtriumSystems
import AtriumTesting
import NotesStore
import Testing

import AtriumFiles
@testable import NoteFormats

/// Notes in and out.
struct ExchangeTests {
    private let folder: ScratchFolder
    private let ana = UserID(rawValue: 1)

    init() throws { folder = try ScratchFolder() }

    private func service(_ system: InformationSystem = .memory(MemorySystem())) throws -> NotesService {
        NotesService(dao: try SystemNotes.all(on: system), owner: ana, clock: ManualClock.nineOClock, timeZone: .gmt)
    }

    private func take(_ text: String, _ name: String, as format: ExchangeFormat? = nil, into service: NotesService)
        async throws -> ImportReport
    {
        let path = try folder.write(text, name)
        return try await service.importNotes(from: path, as: format) { _, _ in }
    }

    private func notes(_ service: NotesService) async throws -> [Note] {
        try await service.dao.page(after: 0, limit: .max, owner: ana)
    }

    /// Exporting and importing again gives the same notes; a second import, also into the first store, gives none.
    @Test(arguments: [ExchangeFormat.markdown, .json]) func `what goes out comes back`(format: ExchangeFormat)
        async throws
    {
        var dice = Dice(seed: 11)
        let words = [
            "milk", "Crème", "你好", "#tag", "---", "---\n", "\"x\"", "a: b", "\n\n", "🙂", "\t", "#", "\r\n", "\u{1B}",
        ]
        func text(_ dice: inout Dice) -> String {
            "x"
                + (0...Int.random(in: 0...6, using: &dice)).map { _ in
                    words[Int.random(in: 0..<words.count, using: &dice)]
                }.joined(separator: " ") + "y"
        }
        func files(_ dice: inout Dice, _ index: Int) -> [AttachmentDraft] {
            let names = [
                "a.png", "two words (1).jpg", "100%.pdf", "列表.txt", "note.md", "noend", "x.foo", "a%20b.png",
            ].shuffled(using: &dice)
            return names.prefix(index % 3).map { name in
                let bytes = (0..<Int.random(in: 0...300, using: &dice)).map { _ in
                    UInt8.random(in: 0...255, using: &dice)
                }
                return AttachmentDraft(named: name, type: name == "x.foo" ? "application/x-foo" : nil, bytes: bytes)
            }
        }
        let drafts = (0..<120).map { index in
            let created = Timestamp(
                milliseconds: Int64.random(in: -2_000_000_000_000...4_000_000_000_000, using: &dice))
            var marks = NoteMarks(notebook: ["", "work", "work/Plans & more", "家/a:b"][index % 4])
            marks.tags = [["two words", "c:d", "true"], ["12", "Été", "\"quoted\" \\"], []][index % 3]
            marks.isPinned = index % 5 == 0
            if index % 3 == 0 {
                marks.todo = Todo(
                    due: Day(year: 2026, month: 1, day: index % 28 + 1).map {
                        DueTime($0, minutes: index % 4 == 0 ? index % 1440 : nil)
                    }, doneAt: index % 2 == 0 ? created : nil,
                    recurrence: index % 5 == 0 ? Recurrence(index % 4 + 1, .week, isAfterDone: index % 7 == 0) : nil,
                    completions: index % 5 == 0 ? [created, created] : [])
            }
            if index % 4 == 1 { marks.others = "cssclasses:\n- x\n- \"7\"\nNested:\n  a:\n  - 1\n  - two words\n" }
            let files = index % 10 == 9 ? [] : files(&dice, index)
            // Some of the files stand in the text, some spelled in another way.
            let links = files.map {
                [" ![p](\($0.name))", "\n[a](<\($0.name)>)", "[](\(LinkAddress.encoded($0.name)) \"t\")", ""][
                    Int.random(in: 0..<4, using: &dice)]
            }
            return NoteDraft(
                // Some notes are equal in all they have.
                content: index % 10 == 9 ? "twin" : text(&dice) + links.joined(),
                createdAt: index % 10 == 9 ? Timestamp(seconds: 1) : created,
                modifiedAt: index % 2 == 0 ? created + .milliseconds(index + 1) : nil,
                trashedAt: index % 7 == 0 ? created + .seconds(9) : nil, marks: marks, attachments: files)
        }
        let source = try service()
        _ = try await source.dao.create(drafts, owner: ana)
        let path = folder.path + "/out" + (format == .json ? ".json" : "")
        #expect(
            try await source.exportNotes(to: path, as: format, query: nil, keepingTrash: true) { _, _ in }.written
                == 120)
        let file = try TestStore.sqlite.open()
        let target = try service(file.system)
        let report = try await target.importNotes(from: path, as: nil) { _, _ in }
        #expect(report == ImportReport(added: 120, known: 0, problems: []))
        func facts(_ service: NotesService) async throws -> Set<NoteDraft> {
            var facts: Set<NoteDraft> = []
            for note in try await notes(service) {
                var draft = NoteDraft(
                    content: note.content, createdAt: note.createdAt, modifiedAt: note.modifiedAt,
                    trashedAt: note.trashedAt, marks: note.marks)
                for file in try await service.dao.attachments(of: note.id, owner: ana) {
                    let bytes = try #require(try await service.dao.bytes(of: file.digest, owner: ana))
                    draft.attachments.append(
                        AttachmentDraft(name: file.name, type: file.type, bytes: bytes, digest: file.digest))
                }
                facts.insert(draft)
            }
            return facts
        }
        let (before, after) = (try await facts(source), try await notes(target))
        #expect(try await facts(target) == before)
        #expect(before.contains { $0.attachments.count == 2 })
        #expect(after.count { $0.content == "twin" } == 12)
        for service in [source, target] {
            #expect(
                try await service.importNotes(from: path, as: nil) { _, _ in } == ImportReport(added: 0, known: 120))
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == (format == .json ? 0o600 : 0o700))
    }

    @Test func `a vault of another program is taken with its folders, titles and tags`() async throws {
        let service = try service()
        _ = try folder.write(
            "---\ntitle: Hello\ndate: 2020-05-06 07:08\nkeywords: a b\naliases: [x]\n---\nText", "v/work/plans/a.md")
        _ = try folder.write("---\ntags: one, two words\ncreated: soon\n---\n# Head\nx", "v/b.md")
        _ = try folder.write("---\na: [\n---\nText", "v/c.md")
        _ = try folder.write("settings", "v/.obsidian/d.md")
        let report = try await service.importNotes(from: folder.path + "/v", as: nil, into: "old") { _, _ in }
        #expect(report.added == 3)
        #expect(
            Set(report.problems) == [
                ExchangeProblem(file: "b.md", line: nil, reason: .badDate("soon")),
                ExchangeProblem(file: "c.md", line: nil, reason: .frontMatter),
            ])
        let hello = try #require(try await service.find("hello", limit: 1).first)
        #expect(hello.content == "Text")
        #expect(hello.names == NoteNames(path: "old/work/plans/a", title: "Hello", aliases: ["x"]))
        #expect(
            hello.marks == NoteMarks(notebook: "old/work/plans", tags: ["a", "b"]))
        #expect(
            hello.createdAt
                == ISO8601DateFormatter().date(from: "2020-05-06T07:08:00Z").map {
                    Timestamp(seconds: Int64($0.timeIntervalSince1970))
                })
        #expect(try await service.find("head", limit: 1).first?.marks.tags == ["one", "two words"])
    }

    @Test func `jrnl's text has entries, stars and brackets that are no dates`() async throws {
        let service = try service()
        let text =
            "[2020-08-29 11:11] First entry. *\nBody [1] here\n[not a date] more\n\n[2020-08-30 PM 09:00:05 x\n[2020-08-30 09:00] Second.\n"
        #expect(try await take(text, "j.txt", into: service) == ImportReport(added: 2))
        #expect(try await take(text, "j.txt", into: service) == ImportReport(added: 0, known: 2))
        let notes = try await notes(service)
        #expect(notes[0].content == "First entry.\nBody [1] here\n[not a date] more\n\n[2020-08-30 PM 09:00:05 x")
        #expect(notes.map(\.marks.isPinned) == [true, false])
        #expect(notes[1].createdAt == Timestamp(seconds: 1_598_778_000))
    }

    @Test func `jrnl's text has hours of half a day, tags, and heads that are no dates`() async throws {
        let service = try service()
        let text = """
            [2020-01-02 10:00:05 AM] First @Work. (@not, a@b) *
            @home, @work #garden @garden
            [1] a footnote
            [2020-01-02 12:00 am] Midnight
            [2020-01-02 12:30:00 PM] Noon
            [31/13/2020 10:00] Elsewhere
            its body
            [2020-01-02 13:00 PM] Never

            """
        let report = try await take(text, "j.txt", into: service)
        #expect(
            report
                == ImportReport(
                    added: 5,
                    problems: [
                        ExchangeProblem(file: "j.txt", line: 6, reason: .badDate("31/13/2020 10:00")),
                        ExchangeProblem(file: "j.txt", line: 8, reason: .badDate("2020-01-02 13:00 PM")),
                    ]))
        let notes = try await notes(service)
        #expect(
            notes.map(\.content) == [
                "First @Work. (@not, a@b)\n@home, @work #garden @garden\n[1] a footnote", "Midnight", "Noon",
                "Elsewhere\nits body", "Never",
            ])
        #expect(notes[0].marks == NoteMarks(tags: ["work", "home"], isPinned: true))
        #expect(
            notes.prefix(3).map { CivilTime($0.createdAt, in: .gmt).full }
                == ["2020-01-02 10:00:05", "2020-01-02 00:00:00", "2020-01-02 12:30:00"])
        let again = try await service.importNotes(from: folder.path + "/j.txt", as: nil) { _, _ in }
        #expect(again.added == 0 && again.known == 5)
    }

    @Test func `a text before jrnl's first entry is kept`() async throws {
        let service = try service()
        #expect(try await take("Before\n\n[2020-01-02] x", "j.txt", as: .jrnl, into: service).added == 2)
        #expect(try await notes(service).map(\.content) == ["Before", "x"])
    }

    @Test func `jrnl's and Simplenote's JSON`() async throws {
        let service = try service()
        let jrnl =
            #"{"tags":{"@a":1},"entries":[{"title":"T","body":"B @a","date":"2020-01-02","time":"03:04","tags":["@a"],"starred":true}]}"#
        #expect(try await take(jrnl, "j.json", into: service).added == 1)
        let simple =
            #"{"activeNotes":[{"id":"x","content":"One\r\nb","creationDate":"2019-01-01T00:00:00.500Z","lastModified":"2019-01-02T00:00:00.000Z","tags":["t"],"pinned":true},{"content":" "}],"trashedNotes":[{"content":"Two","creationDate":"2019-01-01T00:00:00.000Z"}]}"#
        let report = try await take(simple, "s.json", into: service)
        #expect(report.added == 2)
        #expect(report.problems == [ExchangeProblem(file: "s.json", entry: 2, reason: .empty)])
        let notes = try await notes(service)
        #expect(notes.map(\.content) == ["T\nB @a", "One\r\nb", "Two"])
        #expect(notes[0].marks == NoteMarks(tags: ["a"], isPinned: true))
        #expect(notes[1].createdAt == Timestamp(milliseconds: 1_546_300_800_500))
        #expect(notes.map { $0.trashedAt != nil } == [false, false, true])
    }

    @Test(arguments: ["{\"a\":1}", "{}}", "{}"]) func `what is no JSON of notes is refused`(
        text: String
    ) async throws {
        let report = try await take(text, "x.json", into: try service())
        #expect(report.added == 0)
        #expect(report.problems.map(\.reason) == [.malformed])
    }

    @Test(arguments: ["{\"notes\": [", "{\"a\":1", "[{\"content\":\"a\"", "[{\"content\":\"a"])
    func `JSON that is cut off is told as such`(text: String) async throws {
        let report = try await take(text, "x.json", into: try service())
        #expect(report == ImportReport(problems: [ExchangeProblem(file: "x.json", reason: .truncated)]))
    }

    @Test func `a list of no notes is one`() async throws {
        #expect(try await take("[]", "x.json", into: try service()) == ImportReport())
    }

    @Test func `an export that cannot be written says so and leaves nothing`() async throws {
        let service = try service()
        await #expect(throws: ExportFault.unwritable(path: "/nowhere/x.json", reason: .system(ENOENT))) {
            try await service.exportNotes(to: "/nowhere/x.json", as: .json, query: nil) { _, _ in }
        }
        let path = folder.path + "/never.json"
        await #expect(throws: QueryFault.badTerm("is:x", forms: QueryKey.is.examples)) {
            try await service.exportNotes(to: path, as: .json, query: "is:x") { _, _ in }
        }
        #expect(
            !FileManager.default.fileExists(atPath: path) && !FileManager.default.fileExists(atPath: path + ".part"))
    }
}
