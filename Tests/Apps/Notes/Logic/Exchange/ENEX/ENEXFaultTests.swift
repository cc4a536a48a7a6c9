// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumSystems
import AtriumTesting
import AtriumXMLReader
import Foundation
import NotesStore
import Testing

@testable import NotesLogic
@testable import NoteFormats

/// Exports of Evernote with something wrong in them: it costs the note that it is in.
struct ENEXFaultTests {
    private let folder: ScratchFolder
    private let notes: NotesService

    init() throws {
        folder = try ScratchFolder()
        notes = NotesService(
            dao: try SystemNotes.all(on: .memory(MemorySystem())), owner: UserID(rawValue: 1),
            clock: ManualClock.nineOClock, timeZone: .gmt)
    }

    private func take(_ notes: String..., end: String = "</en-export>") async throws -> ImportReport {
        let head = "<?xml version=\"1.0\"?>\n<!DOCTYPE en-export SYSTEM \"x.dtd\">\n<en-export>\n"
        let path = try folder.write(head + notes.map { $0 + "\n" }.joined() + end, "a.enex")
        return try await self.notes.importNotes(from: path, as: nil) { _, _ in }
    }

    private func note(_ title: String, _ text: String = "x", _ more: String = "") -> String {
        "<note><title>\(title)</title><content><![CDATA[<en-note>\(text)</en-note>]]></content>\(more)</note>"
    }

    private func texts() async throws -> [String] {
        try await notes.dao.page(after: 0, limit: .max, owner: UserID(rawValue: 1)).map(\.content)
    }

    @Test(arguments: [("]]><![CDATA[", "bc"), ("]]>\n  <![CDATA[", "b c"), ("]]><![CDATA[]]><![CDATA[", "bc")])
    func `a text in several sections is read whole`(join: String, word: String) async throws {
        let report = try await take(note("t", "a <b>b\(join)c</b> d"), note("next"))
        #expect(report.added == 2 && report.problems.isEmpty)
        #expect(try await texts().first.map { $0.replacing("\n", with: "|") } == "t|a **\(word)** d")
    }

    @Test func `links of Evernote lead to the notes of the file whose titles they show`() async throws {
        func link(_ text: String) -> String { "<a href=\"evernote:///view/1/s1/2/2/\">\(text)</a>" }
        let all = [
            note("Alpha", "to \(link("Beta")), \(link("beta")), \(link("Twin")) and \(link("Gone"))"),
            note("Beta", "back to \(link("Alpha"))"), note("Twin", "1"), note("Twin", "2"),
        ]
        let report = try await notes.importNotes(
            from: folder.write("<en-export>" + all.joined(separator: "\n") + "</en-export>", "b.enex"), as: nil
        ) { _, _ in }
        #expect(report.isWhole && report.added == 4)
        #expect(
            try await texts().prefix(2) == [
                """
                Alpha
                to [[Beta]], [[beta]], [Twin](evernote:///view/1/s1/2/2/) and [Gone](evernote:///view/1/s1/2/2/)
                """, "Beta\nback to [[Alpha]]",
            ])
        #expect(try await notes.note(2).version == 1)
        // The same file comes in once.
        let again = try await notes.importNotes(from: folder.path + "/b.enex", as: nil) { _, _ in }
        #expect(again.known == 4 && again.added == 0)
    }

    @Test(arguments: [
        ("a]]<![CDATA[>]]>b", "a]]>b"), ("<![CDATA[a < b]]>", "a < b"), ("a <![CDATA[]]> b ]]> c", "a b ]]> c"),
        ("a]]<![CDATA[>]]>b<pre>c]]<![CDATA[>]]></pre>", "a]]>b\n```\nc]]>\n```"),
    ]) func `a section within the text’s own is mended`(text: String, expected: String) async throws {
        let report = try await take(note("one"), note("two", text), note("three"))
        #expect(report.added == 3)
        #expect(report.problems.filter { $0.leavesOut }.isEmpty)
        #expect(try await texts() == ["one\nx", "two\n\(expected)", "three\nx"])
    }

    @Test(arguments: [
        "<note><title>bad &amp; broken</title><content><![CDATA[<en-note>x]]></contend></note>",
        "<note><title>bad &amp; broken</title><content>&nope; <b></content></note>",
        "<note><title>bad &amp; broken</title><tag></note>",
        "<note><title>bad &amp; broken</title><content><![CDATA[x</note>",
    ]) func `a note that cannot be read costs itself, by name`(bad: String) async throws {
        let report = try await take(note("one"), bad, note("three"))
        #expect(report.added == 2 && report.leftOut == 1 && report.found == 3 && !report.isWhole)
        #expect(report.problems.map(\.line) == [5])
        guard case .brokenNote(let title)? = report.problems.first?.reason else {
            Issue.record("\(report.problems)")
            return
        }
        #expect(title.hasPrefix("bad &"))
        #expect(try await texts() == ["one\nx", "three\nx"])
    }

    @Test func `a note without an end costs itself, and the file is said to be cut`() async throws {
        let report = try await take(
            note("one"), "<note><title>cut</title><content>", note("three"), "<note><ti", end: "")
        #expect(report.added == 2)
        #expect(report.problems.map(\.reason) == [.cutNote("cut"), .cutNote(""), .truncated])
        #expect(report.found == 4 && report.isCut && !report.isWhole)
        // Between notes too.
        #expect(try await take(note("one"), end: "").problems.map(\.reason) == [.truncated])
    }

    @Test(arguments: [
        (" 20230709T080219Z\n", "2023-07-09 08:02:19"), ("2023-07-09T08:02:19Z", "2023-07-09 08:02:19"),
        ("2023-07-09T10:02:19+02:00", "2023-07-09 08:02:19"), ("20180306T91108 AMZ", "2018-03-06 09:11:08"),
        ("20180306T121108 AMZ", "2018-03-06 00:11:08"), ("20180306T91108 PMZ", "2018-03-06 21:11:08"),
        ("2023-07-09", "2023-07-09 00:00:00"),
    ]) func `a date may be written in other ways`(date: String, expected: String) async throws {
        let report = try await take(note("  a\n title ", "x", "<created>\(date)</created>"))
        #expect(report.problems.isEmpty)
        let note = try await notes.note(1)
        #expect(CivilTime(note.createdAt, in: .gmt).full == expected)
        #expect(note.content == "a  title\nx")
    }

    @Test(arguments: ["2757600913T000000Z", "20231309T080219Z", "20230709T", "T080219Z", "soonT080219Z"])
    func `what is no date is told`(date: String) async throws {
        let report = try await take(note("a", "x", "<created>\(date)</created>"))
        #expect(report.added == 1 && report.problems.map(\.reason) == [.badDate(date)] && report.isWhole)
    }

    @Test func `many ends in a row are passed`() async throws {
        let ends = String(repeating: "</en-export>", count: 60_000)
        let notes = try await ENEXNotes(MemorySource(Array(("<en-export>" + note("one") + ends + note("two")).utf8)))
        #expect(try await notes.next()?.isWhole == true)
        #expect(try await notes.next()?.isWhole == true)
        #expect(try await notes.next() == nil)
    }

    @Test func `a note that is too large costs itself, by name`() async throws {
        let rest = String(repeating: "x", count: 2 << 20)
        let text = "<en-export>" + note("one") + note("big", rest) + note("three") + note("cut", rest)
        let notes = try await ENEXNotes(MemorySource(Array(text.utf8)), largest: 1 << 20)
        var found: [String] = []
        while let note = try await notes.next() {
            found.append("\(ENEXContent.title(in: note.bytes)) \(note.isWhole) \(note.isTooLarge)")
            #expect(note.bytes.count < 300_000)
        }
        #expect(found == ["one true false", "big false true", "three true false", "cut false true"])
    }

    @Test func `a file without a note is not kept in memory`() async throws {
        /// What never ends, up to a length.
        final class Endless: ByteSource {
            var given = 0
            func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
                for index in buffer.indices { buffer[index] = UInt8(ascii: "x") }
                given += buffer.count
                return given > 8 << 20 ? 0 : buffer.count
            }
        }
        let source = Endless()
        let notes = try await ENEXNotes(source)
        #expect(source.given < 2 << 20 && notes.head.count == 1 << 20)
        #expect(try await notes.next() == nil)
        #expect(!notes.isWhole && source.given > 8 << 20)
        let report = try await take(String(repeating: "x", count: 3 << 20))
        #expect(report.added == 0 && report.isWhole)
    }

    /// The notes of a file come out the same wherever a read of it ends.
    @Test func `notes are cut out of any chunks`() async throws {
        let text =
            "<en-export>" + note("one") + "<note-x/>" + note("two", "</en-note>") + "\n<note >\n</note>\n</en-export>"
        for chunk in 1...40 {
            let notes = try await ENEXNotes(MemorySource(Array(text.utf8), chunk: chunk))
            var found: [String] = []
            while let note = try await notes.next() {
                #expect(note.isWhole)
                found.append(String(decoding: note.bytes, as: UTF8.self))
            }
            #expect(found == [note("one"), note("two", "</en-note>"), "<note >\n</note>"], "\(chunk)")
            #expect(notes.isWhole && notes.head == Array("<en-export>".utf8))
        }
    }
}
