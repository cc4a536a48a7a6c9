// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import AtriumFiles

/// A file that says what a folder is.
struct FolderMarkTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `a mark stays until it is removed, and tells the next one`() throws {
        let mark = try FolderMark(scratch.path, named: "MARK")
        #expect(!mark.wasThere && scratch.names == ["MARK"] && scratch.mode("MARK") == 0o600)
        #expect(try FolderMark(scratch.path, named: "MARK").wasThere)
        try mark.remove()
        try mark.remove()
        #expect(scratch.names.isEmpty)
        #expect(try !FolderMark(scratch.path, named: "MARK").wasThere)
    }

    @Test func `what is no file of this user's is left alone`() throws {
        try scratch.write("x", "other")
        symlink("other", scratch["MARK"])
        #expect(throws: FileFault.self) { try FolderMark(scratch.path, named: "MARK") }
        #expect(try scratch.text("other") == "x")
        #expect(throws: FileFault.self) { try FolderMark(scratch["none"], named: "MARK") }
    }
}
