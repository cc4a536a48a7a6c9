// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import AtriumFiles

struct FolderTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `the names that begin so are told, and no others`() throws {
        for name in ["ana.add", "ana.edit", "anabel.add", "笔记.ana", ".ana."] { try scratch.write("x", name) }
        #expect(try Folder.names(in: scratch.path, startingWith: "ana.").sorted() == ["ana.add", "ana.edit"])
        #expect(try Folder.names(in: scratch.path, startingWith: "笔").sorted() == ["笔记.ana"])
        #expect(try Folder.names(in: scratch.path, startingWith: ".") == [".ana."])
        #expect(try Folder.names(in: scratch.path).count == 5)
        #expect(throws: FileFault(path: scratch["none"], reason: .system(2))) { try Folder.names(in: scratch["none"]) }
    }
}
