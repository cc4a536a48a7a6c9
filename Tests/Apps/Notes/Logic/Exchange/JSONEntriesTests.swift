// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumFiles
import AtriumXMLReader
import Dice
import Foundation
import Testing

@testable import NoteFormats
@testable import NotesLogic

/// Entries of JSON documents, read one at a time.
struct JSONEntriesTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func read(_ text: String) async throws -> (entries: [String], isSound: Bool) {
        let entries = try JSONEntries(path: try folder.write(text, "a.json"), names: ["notes", "more"])
        var found: [String] = []
        while let entry = try await entries.next() {
            found.append(entry.list + String(decoding: entry.bytes, as: UTF8.self))
        }
        return (found, entries.isSound)
    }

    @Test func `entries of the known lists are found, whatever stands between them`() async throws {
        let document = #"""
            {"a":{"notes":[1]}, "x\"y":"notes", "notes":[ {"t":"]}\"{"},{"u":[{"v":[]}]} , 7,"s,]", null ],
            "tags":[{"notes":[2]}],"more":[[3],-1.5e3]}
            """#
        let (entries, isSound) = try await read(document)
        #expect(
            entries == [
                #"notes{"t":"]}\"{"}"#, #"notes{"u":[{"v":[]}]}"#, "notes7", "notes\"s,]\"", "notesnull", "more[3]",
                "more-1.5e3",
            ])
        #expect(isSound)
        #expect(try await read("\u{FEFF} [{\"a\":1}]\n").entries == ["{\"a\":1}"])
        #expect(try await read("{\"notes\":[]}").isSound)
        #expect(try await read(" [ ] ").isSound)
    }

    @Test(arguments: [
        "", "{}", "{\"a\":1}", "[1", "{\"notes\":[", "{\"notes\":[{\"a\":\"", "[{}]]", "[{}][{}]", "[{}] x",
        "x[{}]",
    ])
    func `what is no document of entries is unsound`(text: String) async throws {
        #expect(try await !read(text).isSound)
    }

    @Test func `an entry may be longer than what is read at a time`() async throws {
        let long = #"{"a":""# + String(repeating: "x\\\\\\\"", count: 40_000) + #""}"#
        let (entries, isSound) = try await read("{\"notes\":[\(long),\(long)]}")
        #expect(entries == ["notes" + long, "notes" + long] && isSound)
    }

    @Test func `any bytes come to an end`() async throws {
        var dice = Dice(seed: 8)
        let parts = ["{", "}", "[", "]", "\"", "\\", ",", ":", "notes", "1", " "]
        for _ in 0..<500 {
            _ = try await read((0..<dice.roll(30)).map { _ in parts[dice.roll(parts.count)] }.joined())
        }
    }

    @Test(arguments: [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian])
    func `a text is the same however few of its bytes come at once`(encoding: String.Encoding) throws {
        let pipe = Pipe()
        let read = pipe.fileHandleForReading.fileDescriptor
        var pieces = TextPieces(try FileReader("/dev/fd/\(read)", takingStreams: true))
        let bytes = try #require("\u{FEFF}[é😀]".data(using: encoding))
        var text: [UInt8] = []
        for byte in bytes {
            try pipe.fileHandleForWriting.write(contentsOf: [byte])
            text += try #require(try pieces.next())
        }
        try pipe.fileHandleForWriting.close()
        while let piece = try pieces.next() { text += piece }
        #expect(String(decoding: text, as: UTF8.self) == "[é😀]")
        #expect(pieces.bytesRead == bytes.count)
    }
}
