// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import AtriumFiles

struct FilePlaceTests {
    private let folder: Scratch

    init() throws { folder = try Scratch() }

    @Test func `a link says where it leads, and a path is spelled without links`() throws {
        try folder.write("x", "a")
        #expect(symlink("a", folder["link"]) == 0)
        #expect(symlink("nowhere", folder["lost"]) == 0)
        #expect(try FilePlace.target(ofLink: folder["link"]) == "a")
        #expect(try FilePlace.target(ofLink: folder["lost"]) == "nowhere")
        #expect(throws: FileFault(path: folder["a"], reason: .system(EINVAL))) {
            try FilePlace.target(ofLink: folder["a"])
        }
        #expect(try FilePlace.real(folder["link"]) == FilePlace.real(folder.path) + "/a")
        #expect(throws: FileFault(path: folder["lost"], reason: .system(ENOENT))) {
            try FilePlace.real(folder["lost"])
        }
    }

    @Test func `a file is as old as it is told to be, also before 1970`() throws {
        try folder.write("x", "a")
        for time: Int64 in [1_500_000_000_123_456_789, -1, -1_000_000_000, 0] {
            try FilePlace.age(folder["a"], written: time)
            #expect(FileStatus(folder["a"])?.written == time)
        }
        let time = FileStatus(folder["a"])?.time
        #expect(time?.seconds == 0 && time?.nanoseconds == 0)
        #expect(throws: FileFault(path: folder["b"], reason: .system(ENOENT))) {
            try FilePlace.age(folder["b"], written: 0)
        }
    }

    @Test func `what may be run has the mode for it`() throws {
        try folder.write("#!/bin/sh", "a", mode: 0o700)
        try folder.write("x", "b", mode: 0o600)
        #expect(FilePlace.isExecutable(folder["a"]))
        #expect(!FilePlace.isExecutable(folder["b"]))
        #expect(!FilePlace.isExecutable(folder["c"]))
    }

    @Test func `a path with a byte of zero is that of no file`() throws {
        try folder.write("x", "a")
        #expect(FileStatus(folder["a"]) != nil)
        #expect(FileStatus(folder["a\u{0}b"]) == nil)
    }

    @Test func `all that is below a folder is found, and nothing behind a link`() throws {
        try Folder.make(folder["one/two"])
        try Folder.make(folder["empty"])
        for name in ["a", "one/b", "one/two/c"] { try folder.write("x", name) }
        #expect(symlink(folder.path, folder["one/link"]) == 0)
        let paths = try Folder.paths(below: folder.path)
        #expect(paths.sorted() == ["a", "empty", "one", "one/b", "one/link", "one/two", "one/two/c"])
        // What a folder has in it follows it.
        #expect(paths.firstIndex(of: "one").map { paths[$0...].prefix(5).allSatisfy { $0.hasPrefix("one") } } == true)
        #expect(throws: FileFault(path: folder["none"], reason: .system(ENOENT))) {
            try Folder.paths(below: folder["none"])
        }
        var seen = 0
        try FolderTree(folder.path).walk { _, _ in
            seen += 1
            return seen < 3
        }
        #expect(seen == 3)
    }

    @Test func `a folder that cannot be listed is named, and the others are listed`() throws {
        for name in ["one/a", "two/b"] {
            try Folder.make(folder[String(name.prefix(3))])
            try folder.write("x", name)
        }
        let tree = try FolderTree(folder.path) { call, name throws(FileFault) in
            if call == .list, name == "one" { throw FileFault(path: name, reason: .system(EACCES)) }
        }
        var found: [String] = []
        var failed: [FileFault] = []
        tree.walk(failing: { failed.append($0) }) { name, _ in
            found.append(name)
            return true
        }
        #expect(found.sorted() == ["one", "two", "two/b"])
        #expect(failed == [FileFault(path: "one", reason: .system(EACCES))])
    }

    @Test(arguments: [true, false]) func `what has a name is never replaced`(canLook: Bool) throws {
        for name in ["a", "b"] { try folder.write(name, name) }
        let tree = try FolderTree(folder.path) { call, name throws(FileFault) in
            // As of a file system that cannot look and rename at once.
            if !canLook, [.move, .exchange].contains(call) { throw FileFault(path: name, reason: .system(EINVAL)) }
        }
        #expect(try !tree.moveUnlessTaken("a", to: "b"))
        #expect(try tree.moveUnlessTaken("a", to: "deep/c"))
        #expect(try tree.exchange("b", with: "deep/c") == canLook)
        #expect(try tree.read("b", limit: 9).bytes == Array((canLook ? "a" : "b").utf8))
        #expect(try tree.read("deep/c", limit: 9).bytes == Array((canLook ? "b" : "a").utf8))
        #expect(throws: FileFault(path: folder["gone"], reason: .system(ENOENT))) {
            try tree.moveUnlessTaken("gone", to: "d")
        }
    }

    @Test func `a folder is made below another one through no link`() throws {
        try Folder.make(folder["out"])
        try Folder.make(folder["elsewhere"])
        #expect(symlink(folder["elsewhere"], folder["out/link"]) == 0)
        try Folder.make("one/two", below: folder["out"])
        #expect(FileStatus(folder["out/one/two"])?.kind == .folder)
        #expect(throws: FileFault(path: folder["out/link"], reason: .kind(.link))) {
            try Folder.make("link/three", below: folder["out"])
        }
        #expect(FileStatus(folder["elsewhere/three"]) == nil)
    }

    @Test func `a name that is no text is there all the same`() throws {
        let name = Array((folder.path + "/caf").utf8CString.dropLast()) + [CChar(bitPattern: 0xE9), 0]
        let file = name.withUnsafeBufferPointer { open($0.baseAddress!, O_WRONLY | O_CREAT, 0o600) }
        try #require(file >= 0)
        defer { name.withUnsafeBufferPointer { _ = unlink($0.baseAddress!) } }
        close(file)
        #expect(try Folder.paths(below: folder.path) == ["caf\u{FFFD}"])
    }

    @Test func `a temporary folder is a new one that nobody else may read`() throws {
        let path = try Folder.makeTemporary("atrium-files-test-")
        defer { Folder.discard(path) }
        let status = FileStatus(path)
        #expect(status?.kind == .folder && status?.mode == 0o700)
        #expect(Folder.split(path).name.hasPrefix("atrium-files-test-"))
        #expect(Folder.isWritable(path))
        #expect(!Folder.isWritable(path + "/none"))
    }
}
