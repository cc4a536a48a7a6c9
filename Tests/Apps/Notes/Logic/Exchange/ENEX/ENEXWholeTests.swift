// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import Dice
import Foundation
@testable import NotesLogic
import NotesStore
import Testing

@testable import NoteFormats

/// What an Evernote export says beside the texts of its notes, and files of it that were cut.
struct ENEXWholeTests {
    private let ana = UserID(rawValue: 1)
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func service(_ store: OpenNoteStore) throws -> NotesService {
        NotesService(dao: try store.dao(), owner: ana, clock: ManualClock.nineOClock, timeZone: .gmt)
    }

    private func file(_ notes: String, _ name: String = "a.enex", at second: TimeInterval = 1) throws -> String {
        let path = try folder.write("<en-export>\(notes)</en-export>", name)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: second)], ofItemAtPath: path)
        return path
    }

    private func note(_ title: String, _ body: String, _ rest: String = "") -> String {
        "<note><title>\(title)</title><content><![CDATA[<en-note>\(body)</en-note>]]></content>\(rest)</note>"
    }

    @Test(arguments: NoteTestStore.allCases, 0..<4 as Range<UInt64>)
    func `notes without a date come in once, whatever part of the file came before`(
        kind: NoteTestStore, seed: UInt64
    ) async throws {
        var dice = Dice(seed: seed)
        let whole =
            note("One", "a") + note("Two", "b") + note("One", "a")
            + note("Three", "c", "<created>20200102T000000Z</created>")
        let bytes = Array("<en-export>\(whole)</en-export>".utf8)
        let store = try kind.open()
        let notes = try service(store)
        var paths: [String] = []
        for second in 1...3 {
            let end = second == 2 ? bytes.count : Int.random(in: 0..<bytes.count, using: &dice)
            let path = try file("", "\(second).enex", at: TimeInterval(second * 1000))
            try Data(bytes[..<end]).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: TimeInterval(second * 1000))], ofItemAtPath: path)
            paths.append(path)
        }
        for path in paths { _ = try await notes.importNotes(from: path, as: nil) { _, _ in } }
        let all = try await notes.dao.page(after: 0, limit: .max, owner: ana)
        #expect(all.map(\.content).sorted() == ["One\na", "One\na", "Three\nc", "Two\nb"])
    }

    @Test func `undated entries of JSON and journals come in once from a copy`() async throws {
        let notes = try service(try NoteTestStore.memory.open())
        for (text, name) in [
            (#"{"notes":[{"content":"a"},{"content":"a"}]}"#, "a.json"), ("[31/13/2020 10:00] x", "a.txt"),
        ] {
            for second in [1000, 2000] as [TimeInterval] {
                let path = try folder.write(text, "\(second)" + name)
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSince1970: second)], ofItemAtPath: path)
                let format: ExchangeFormat? = name.hasSuffix("txt") ? .jrnl : nil
                let report = try await notes.importNotes(from: path, as: format) { _, _ in }
                #expect(report.added == (second == 1000 ? (format == nil ? 2 : 1) : 0))
            }
        }
    }

    @Test func `tasks, reminders, places and pictures come over`() async throws {
        let group = "<div style=\"--en-task-group:true; --en-id:G1;\">x</div>"
        func task(_ title: String, _ weight: String, _ rest: String) -> String {
            "<task><title>\(title)</title><sortWeight>\(weight)</sortWeight>\(rest)</task>"
        }
        let path = try file(
            note(
                "Plan", "a\(group)b <img src='data:image/gif;base64,aGFsbG8='/><en-media type='image/png' hash='1'/>",
                task("last", "Q", "<taskGroupNoteLevelID>G1</taskGroupNoteLevelID><taskStatus>completed</taskStatus>")
                    + task(
                        "first", "C",
                        "<taskGroupNoteLevelID>g1</taskGroupNoteLevelID><taskStatus>open</taskStatus>"
                            + "<dueDate>20220528T225959Z</dueDate><timeZone>Europe/Paris</timeZone>"
                            + "<reminder><reminderDate>20220101T000000Z</reminderDate></reminder>")
                    + task("elsewhere", "A", "")
                    + "<note-attributes><reminder-order>0</reminder-order><source-url>https://a.b/?c=1</source-url>"
                    + "<latitude>48.85</latitude></note-attributes>"))
        let notes = try service(try NoteTestStore.memory.open())
        let report = try await notes.importNotes(from: path, as: nil) { _, _ in }
        let note = try await notes.note(1)
        #expect(
            note.content == """
                Plan
                a
                - [ ] first (2022-05-29)
                - [x] last
                b ![](image.gif)[image/png]
                - [ ] elsewhere
                """)
        #expect(note.marks.todo == nil)
        #expect(note.marks.others.contains("https://a.b/?c=1") && note.marks.others.contains("48.85"))
        #expect(try await notes.attachments.all(of: 1).map(\.name) == ["image.gif"])
        #expect(report.problems.map(\.reason) == [.leftPart("reminder"), .missingFile("image/png")] && !report.isWhole)
    }

    @Test(arguments: [
        "evernote:///view/1/s1/g/g/", "https://share.evernote.com/note/12-34",
        "https://www.evernote.com/shard/s1/nl/1/g/",
    ]) func `links of Evernote's lead to the note of their title`(address: String) async throws {
        let path = try file(
            note("List", "<a href='\(address)'>Trip</a>, <a href='\(address)'>Gone</a>, <a href='\(address)'>Two</a>")
                + note("Trip", "x") + note("Two", "1") + note("Two", "2"))
        let notes = try service(try NoteTestStore.memory.open())
        _ = try await notes.importNotes(from: path, as: nil) { _, _ in }
        #expect(try await notes.note(1).content == "List\n[[Trip]], [Gone](\(address)), [Two](\(address))")
    }
}
