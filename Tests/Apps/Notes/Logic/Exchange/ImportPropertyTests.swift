// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumSystems
import AtriumTesting
import Dice
import Foundation
import NotesStore
import Testing
import ZipBytes

@testable import NotesLogic
@testable import NoteFormats

/// Files that are damaged in any way: they give notes or say what is wrong, and what came of them can be used.
struct ImportPropertyTests {
    /// A sound file of a format, of which everything else is made.
    struct Sample: CustomTestStringConvertible, Sendable {
        let format: ExchangeFormat
        let name: String
        let bytes: [UInt8]
        /// Where a file that ends before is surely cut off; 0 for a format in which nobody can tell.
        let end: Int

        var testDescription: String { name }
    }

    private static func sample(_ format: ExchangeFormat, _ name: String, _ text: String, hasEnd: Bool) -> Sample {
        let bytes = Array(text.utf8)
        return Sample(format: format, name: name, bytes: bytes, end: hasEnd ? bytes.count : 0)
    }

    private static let noteID = String(repeating: "a", count: 32)
    private static let fileID = String(repeating: "b", count: 32)

    private static var archive: Sample {
        var tar = Tarball()
        tar.add(
            noteID + ".md",
            """
            Trip

            ![photo](:/\(fileID)) [x](:/\(noteID))

            id: \(noteID)
            parent_id: \(fileID)
            created_time: 2020-08-29T11:11:00.500Z
            updated_time: 1602069240000
            latitude: 48.85
            is_todo: 1
            todo_due: 1602069240000
            type_: 1
            """)
        tar.addPax(["path": fileID + ".md", "mtime": "1.5"])
        tar.add("short", "a photo\n\nid: \(fileID)\nmime: image/png\nfile_extension: png\ntype_: 4")
        tar.add("resources/\(fileID).png", "png")
        tar.end()
        // One of the two blocks at the end is enough.
        return Sample(format: .joplin, name: "a.jex", bytes: tar.bytes, end: tar.bytes.count - 512)
    }

    static let samples: [Sample] = [
        archive,
        sample(
            .enex, "a.enex",
            """
            <?xml version="1.0"?><en-export><note><title>Tr&amp;ip</title><content><![CDATA[<!DOCTYPE en-note SYSTEM \
            "http://xml.evernote.com/pub/enml2.dtd"><en-note><h2>A</h2>\
            <en-todo checked="true"/>x&nbsp;<a href="b">c</a><en-media type="image/png" \
            hash="598d4c200461b81522a3328565c25f7c"/></en-note>]]></content><created>20230709T080219Z</created>\
            <tag>t</tag><note-attributes><reminder-time>20230715T100000Z</reminder-time></note-attributes>\
            <resource><data encoding="base64">aGFsbG8=</data><mime>image/png</mime></resource></note></en-export>
            """, hasEnd: true),
        sample(
            .json, "a.json",
            #"""
            {"notes":[{"id":1,"content":"a\u00e9 note:2","created":"2020-01-02T03:04:05.006Z","tags":["t"],\#
            "todo":{"due":"2020-01-02"},"frontMatter":"a: b\n","attachments":[{"name":"x.png","type":"image/png",\#
            "data":"aGFsbG8="}]},{"id":2,"content":"b note:1","pinned":true,"trashed":"2020-01-02"}]}
            """#, hasEnd: true),
        sample(
            .simplenote, "s.json",
            #"{"activeNotes":[{"id":"x","content":"One\r\nb","lastModified":"2019-01-02T00:00:00.000Z"}],"#
                + #""trashedNotes":[{"content":"Two","creationDate":"2019-01-01T00:00:00.000Z"}]}"#, hasEnd: true),
        sample(
            .jrnlJSON, "j.json",
            #"{"tags":{"@a":1},"entries":[{"title":"T","body":"B @a","date":"2020-01-02","time":"03:04","#
                + #""tags":["@a"],"starred":true}]}"#, hasEnd: true),
        sample(
            .jrnl, "a.txt",
            "[2020-08-29 11:11:00 PM] First @work. *\nBody [1]\n\n[2020-08-30] x\n[31/13/2020 10:00] y\n", hasEnd: false
        ),
        sample(
            .markdown, "a.md",
            """
            ---
            atrium-id: 7
            title: "A: b"
            created: 2020-05-06 07:08
            tags: [a, 'two words']
            todo: open
            due: 2020-05-06
            aliases:
              - &x y
              - {z: *x}
            ---
            # A: b
            text note:7 ![](a.png) [[A: b]]
            """, hasEnd: false),
    ]

    /// What programs trip over.
    private static let traps: [[UInt8]] = [
        Array("9223372036854775807".utf8), Array("-99999999999999999999".utf8), Array("0000-00-00T99:99:99Z".utf8),
        Array("292277026596-12-04".utf8), Array("---\n".utf8), Array("]]>".utf8), Array("&#55357;&#0;".utf8),
        Array("\u{FEFF}".utf8), Array("\u{0}".utf8), [0xFF, 0xFE], [0xC3], Array("&a [*a]".utf8), Array("<<: *x".utf8),
        Array("!!binary |\n".utf8), Array("\\ud83d".utf8), Array("{\"a\":".utf8), Array("[[[[".utf8),
        Array("note:".utf8),
        Array("../../".utf8), Array("<x ".utf8), Array("\r\n\r\n".utf8), Array("\u{2028}".utf8), Array("1e999".utf8),
    ]

    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func take(_ bytes: [UInt8], _ sample: Sample) async throws -> (ImportReport, NotesService) {
        let path = folder.path + "/" + sample.name
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let service = NotesService(
            dao: try SystemNotes.all(on: .memory(MemorySystem())), owner: UserID(rawValue: 1),
            clock: ManualClock.nineOClock, timeZone: .gmt)
        return (try await service.importNotes(from: path, as: sample.format) { _, _ in }, service)
    }

    private static func damaged(_ bytes: [UInt8], _ dice: inout Dice) -> [UInt8] {
        var bytes = bytes
        for _ in 0...dice.roll(3) {
            guard !bytes.isEmpty else { break }
            let start = dice.roll(bytes.count)
            let end = min(bytes.count, start + dice.roll(12))
            switch dice.roll(6) {
            case 0: bytes[start] = UInt8(dice.roll(256))
            case 1: bytes.removeSubrange(start..<end)
            case 2: bytes.insert(contentsOf: bytes[start..<end], at: dice.roll(bytes.count))
            case 3: bytes.replaceSubrange(start..<end, with: traps[dice.roll(traps.count)])
            case 4: bytes.insert(contentsOf: traps[dice.roll(traps.count)], at: start)
            default: bytes.removeLast(dice.roll(1 + min(40, bytes.count)))
            }
        }
        return bytes
    }

    /// The files are sound, or everything below says nothing.
    @Test(arguments: samples) func `a sound file gives notes and no problem`(sample: Sample) async throws {
        let (report, _) = try await take(sample.bytes, sample)
        let expected: [ExchangeProblem.Reason] =
            switch sample.format {
            case .jrnl: [.badDate("31/13/2020 10:00")]
            case .markdown: [.missingFile("a.png")]
            default: []
            }
        #expect(report.added > 0)
        #expect(report.problems.map(\.reason) == expected)
    }

    @Test(arguments: samples) func `any bytes give notes or say what is wrong`(sample: Sample) async throws {
        var dice = Dice(seed: 21)
        for step in 0..<40 {
            let bytes =
                step % 10 == 9 ? Array(Self.traps.shuffled(using: &dice).joined()) : Self.damaged(sample.bytes, &dice)
            let (report, service) = try await take(bytes, sample)
            let text = String(decoding: bytes, as: UTF8.self)
            let notes = try await service.dao.page(after: 0, limit: .max, owner: UserID(rawValue: 1))
            #expect(notes.count == report.added, "\(text)")
            // An empty list is one, and a text of nothing has nothing to say.
            #expect(report.added + report.problems.count > 0 || report == ImportReport(), "\(text)")
            #expect(notes.allSatisfy { !$0.content.allSatisfy(\.isWhitespace) }, "\(text)")
            // What came can be kept, told apart on another day and written again.
            (service.clock as? ManualClock)?.advance(by: .seconds(100_000))
            let again = try await service.importNotes(
                from: folder.path + "/" + sample.name, as: sample.format
            ) { _, _ in }
            #expect(again.added == 0 && again.known == report.added, "\(text)")
            for format in [ExchangeFormat.json, .html, .jrnlJSON, .jrnl, .enex] {
                let written = try await service.exportNotes(
                    to: folder.path + "/out", as: format, query: nil, keepingTrash: true, replacing: true
                ) { _, _ in
                }
                #expect(written.written == (format == .json ? notes.count : notes.count { $0.trashedAt == nil }))
            }
        }
    }

    @Test(arguments: samples.filter { $0.end > 0 })
    func `a file that is cut off anywhere says so`(sample: Sample) async throws {
        let whole = try await take(sample.bytes, sample).0.added
        for count in stride(from: 0, to: sample.end, by: max(1, sample.end / 40)) {
            let (report, _) = try await take(Array(sample.bytes.prefix(count)), sample)
            #expect(!report.problems.isEmpty && report.added <= whole, "\(count)")
        }
    }
}
