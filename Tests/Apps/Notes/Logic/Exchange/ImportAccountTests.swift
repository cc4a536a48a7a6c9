// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
@testable import NotesLogic
import Testing
import ZipBytes

@testable import NoteFormats

/// Each note that a file has is here or left out, whatever the format; one with a missing part is here.
struct ImportAccountTests {
    /// A file, and how many notes it has, how many of them are kept, and of how many a part is missing.
    struct Read: Sendable {
        let name: String
        let text: String
        let (found, kept, partial): (Int, Int, Int)

        init(_ name: String, _ text: String, _ found: Int, kept: Int, partial: Int = 0) {
            (self.name, self.text) = (name, text)
            (self.found, self.kept, self.partial) = (found, kept, partial)
        }
    }

    private static let date = #""creationDate":"2020-01-02T03:04:05Z""#
    private static let keep = #""createdTimestampUsec":1577934245000000,"isTrashed":false"#

    static let files: [Read] = [
        Read("a.json", #"{"notes":[{"content":"a"},{"content":" "},{"content":[1]},7]}"#, 4, kept: 1),
        Read(
            "b.json", #"{"notes":[{"content":"a","attachments":[{"name":"x","data":"%"}]}]}"#, 1, kept: 1, partial: 1),
        Read("c.json", #"{"notes":[{"content":"a"},{"content":"b"#, 2, kept: 1),
        Read("d.json", #"{"notes":[{"content":"a"}],"count":3}"#, 3, kept: 1),
        Read(
            "simple.json", #"{"activeNotes":[{"content":"a",\#(date)},"b",[],{"content":5}],"trashedNotes":[]}"#, 4,
            kept: 1),
        Read(
            "two.json", #"{"activeNotes":[{"content":"a",\#(date)}]}{"activeNotes":[{"content":"b",\#(date)}]}"#, 2,
            kept: 1),
        Read("jrnl.json", #"{"tags":{},"entries":[{"title":"a"},{"title":5},{"title":"b","body":["c"]}]}"#, 3, kept: 1),
        Read(
            "day.json", #"{"metadata":{},"entries":[{"uuid":"1",\#(date),"text":"a"},{"uuid":"2",\#(date),"text":1}]}"#,
            2, kept: 1),
        Read(
            "standard.json",
            #"{"items":[{"content_type":"Note","content":{"text":"a"}},{"content_type":"Note","content":"004"}]}"#, 2,
            kept: 1),
        Read("a/keep.json", #"{"textContent":"a",\#(keep)}"#, 1, kept: 1),
        Read("b/keep.json", #"{"textContent":["a"],\#(keep)}"#, 1, kept: 0),
        Read(
            "c/keep.json", #"{"textContent":"a","attachments":[{"filePath":"x.png"}],\#(keep)}"#, 1, kept: 1, partial: 1
        ),
        Read("journal.txt", "[2020-01-02 10:00] a\n[2020-01-03 10:00]\n[2020-01-04 10:00] b", 3, kept: 2),
        Read(
            "a.enex",
            "<en-export><note><title>a</title></note><note></note><note><title>b</note>"
                + "<note><title>c</title></note></en-export>", 4, kept: 2),
        Read("cut.enex", "<en-export><note><title>a</title></note><note><title>b", 2, kept: 1),
        Read("a.md", "a ![](gone.png)", 1, kept: 1, partial: 1),
    ]

    @Test(arguments: files) func `notes that were read are kept or left out`(file: Read) async throws {
        let folder = try ForeignFolder()
        try folder.add(file.name, file.text)
        let path = folder.path + "/" + file.name
        let report = try await folder.take(path)
        #expect(report.kept == file.kept && report.found == file.found, "\(file) \(report.problems)")
        #expect(report.leftOut == file.found - file.kept && report.partial == file.partial)
        // A check counts the same.
        let check = try await NotesService.inMemory().importNotes(from: path, as: nil, isCheck: true) { _, _ in }
        #expect(check.found == file.found && check.leftOut == report.leftOut && check.partial == file.partial)
    }

    @Test func `a damaged file of an archive is left out`() async throws {
        let folder = try ForeignFolder()
        var zip = ZipBytes()
        zip.add("fine.md", "fine")
        zip.add("damaged.md", Array("x".utf8), isDamaged: true)
        let report = try await folder.take(try folder.write(zip.finished(), "a.zip"))
        #expect(report.kept == 1 && report.leftOut == 1 && report.found == 2)
    }

    @Test func `remarks on notes of one line name their titles`() async throws {
        let folder = try ForeignFolder()
        let notes = (1...3).map { "<note><title>N\($0)</title><created>never</created></note>" }
        let text = "<en-export>\(notes.joined())</en-export>"
        let report = try await folder.take(try folder.write(Array(text.utf8), "a.enex"))
        #expect(report.problems.map(\.title) == ["N1", "N2", "N3"] && report.leftOut == 0)
    }

    @Test func `a text whose lines end in CR alone is a text of lines`() async throws {
        let folder = try ForeignFolder()
        let report = try await folder.take(try folder.write(Array("One\rtwo\r".utf8), "a.md"))
        #expect(try await folder.all().map(\.content) == ["One\ntwo"] && report.isWhole)
        _ = try await folder.take(try folder.write(Array("One\rtwo\n".utf8), "b.md"))
        #expect(try await folder.all().map(\.content).last == "One\rtwo")
    }
}
