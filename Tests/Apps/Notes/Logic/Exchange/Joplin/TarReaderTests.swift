// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumTesting
import Dice
import Foundation
import Testing
import ZipBytes

@testable import NoteFormats
@testable import NotesLogic

/// Tar archives, sound and otherwise.
struct TarReaderTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func entries(_ bytes: [UInt8]) throws -> [String: String] {
        let path = folder.path + "/a.tar"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let reader = try TarReader(path: path)
        var entries: [String: String] = [:]
        while let entry = try reader.next() {
            entries[entry.name] = String(decoding: try reader.bytes(of: entry), as: UTF8.self)
        }
        return entries
    }

    @Test func `files, long names and pax headers are read, links and folders passed over`() throws {
        var tar = Tarball()
        let long = String(repeating: "long/", count: 40) + "name"
        tar.add("a.md", "one")
        tar.add("resources/", "", type: "5")
        tar.add("link", "", type: "2")
        tar.addPax(["path": long, "mtime": "1.5"])
        tar.add("short", "two")
        tar.add("././@LongLink", long + "2\0", type: "L")
        tar.add("short", "three")
        tar.add("global", "13 comment=x\n", type: "g")
        tar.add("empty", "")
        let open = tar.bytes
        #expect(throws: TarFault.truncated) { try entries(open) }
        tar.end()
        #expect(try entries(tar.bytes) == ["a.md": "one", long: "two", long + "2": "three", "empty": ""])
        tar.add("behind the end", "x")
        #expect(try entries(tar.bytes).count == 4)
    }

    @Test func `what is no archive, or half of one, is refused`() throws {
        #expect(throws: TarFault.unreadable(ENOENT)) { try TarReader(path: folder.path + "/none") }
        #expect(throws: TarFault.unreadable(EISDIR)) { try TarReader(path: folder.path) }
        #expect(throws: TarFault.malformed(0)) { try entries([UInt8](repeating: 65, count: 2_000)) }
        #expect(throws: TarFault.truncated) { try entries([1, 2, 3]) }
        var tar = Tarball()
        tar.add("a", [UInt8](repeating: 7, count: 600))
        #expect(throws: TarFault.truncated) { try entries(Array(tar.bytes.prefix(1_000))) }
        var bent = tar.bytes
        bent[3] ^= 1
        #expect(throws: TarFault.malformed(0)) { try entries(bent) }
        var huge = Tarball()
        huge.addPax(["size": "9223372036854775000"])
        huge.add("a", "x")
        #expect(throws: TarFault.malformed(1024)) { try entries(huge.bytes) }
        var odd = Tarball()
        odd.add("PaxHeader", "99 path=x\n", type: "x")
        #expect(throws: TarFault.malformed(0)) { try entries(odd.bytes) }
    }

    /// Bytes that were changed anywhere give entries or a fault, never a crash.
    @Test func `changed bytes do no harm`() throws {
        var dice = Dice(seed: 5)
        var tar = Tarball()
        tar.addPax(["path": "x/y", "size": "3"])
        tar.add("a", "one")
        tar.add("b", "two")
        tar.end()
        for _ in 0..<300 {
            var bytes = tar.bytes
            for _ in 0..<4 { bytes[dice.roll(bytes.count)] = UInt8(dice.roll(256)) }
            _ = try? entries(Array(bytes.prefix(dice.roll(bytes.count) + 1)))
        }
    }
}
