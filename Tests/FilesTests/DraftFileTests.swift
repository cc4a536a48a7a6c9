// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import AtriumFiles

struct DraftFileTests {
    private let folder: Scratch

    init() throws { folder = try Scratch() }

    private func write(_ text: String, to name: String, replacing: Bool = false, keepsMode: Bool = false) throws {
        let draft = try DraftFile(for: folder[name], replacing: replacing, keepsMode: keepsMode)
        try draft.write(Array(text.utf8))
        try draft.finish()
    }

    @Test func `a file comes whole, and is nobody else’s`() throws {
        umask(0)
        defer { umask(0o022) }
        let draft = try DraftFile(for: folder["a"])
        try draft.write(Array("one ".utf8))
        // Nothing has a name before it is whole.
        #expect(folder.names.filter { $0 != "a" && !$0.hasPrefix(".draft-") } == [])
        #expect(!folder.names.contains("a"))
        try draft.write(Array("two".utf8))
        try draft.finish()
        #expect(try folder.text("a") == "one two")
        #expect(folder.names == ["a"])
        #expect(folder.mode("a") == 0o600)
    }

    @Test func `a draft that is given up leaves nothing, named or not`() throws {
        do {
            let draft = try DraftFile(for: folder["a"])
            try draft.write([1])
        }
        #expect(folder.names == [])
        let parent = try Folder.open(folder.path, for: "")
        do {
            let named = try DraftName.make(in: parent, path: "")
            #expect(folder.names.count == 1)
            named.name.remove(from: parent)
        }
        #expect(folder.names == [])
    }

    @Test func `what is there is replaced only where that was asked for`() throws {
        try folder.write("mine", "a", mode: 0o644)
        #expect(throws: FileFault(path: folder["a"], reason: .system(EEXIST))) { try write("new", to: "a") }
        #expect(try folder.text("a") == "mine")
        try write("new", to: "a", replacing: true)
        #expect(try folder.text("a") == "new")
        #expect(folder.mode("a") == 0o600)
        chmod(folder["a"], 0o640)
        try write("newer", to: "a", replacing: true, keepsMode: true)
        #expect(try folder.text("a") == "newer")
        #expect(folder.mode("a") == 0o640)
        #expect(folder.names == ["a"])
    }

    @Test func `a file that comes while the draft is written stays`() throws {
        let draft = try DraftFile(for: folder["a"])
        try draft.write([1])
        try folder.write("theirs", "a")
        #expect(throws: FileFault(path: folder["a"], reason: .system(EEXIST))) { try draft.finish() }
        #expect(try folder.text("a") == "theirs")
        #expect(folder.names == ["a"])
    }

    @Test func `links, pipes, folders and files of others are refused by name and stay`() throws {
        try folder.write("victim", "victim")
        symlink("victim", folder["link"])
        symlink("nowhere", folder["dangling"])
        mkfifo(folder["pipe"], 0o644)
        mkdir(folder["folder"], 0o755)
        for (name, kind) in [("link", FileKind.link), ("dangling", .link), ("pipe", .pipe), ("folder", .folder)] {
            #expect(throws: FileFault(path: folder[name], reason: .kind(kind))) {
                try write("x", to: name, replacing: true)
            }
        }
        #expect(throws: FileFault(path: "/dev/null", reason: .kind(.device))) {
            try DraftFile(for: "/dev/null", replacing: true)
        }
        #expect(throws: FileFault(path: folder.path + "/", reason: .kind(.folder))) {
            try DraftFile(for: folder.path + "/", replacing: true)
        }
        #expect(try folder.text("victim") == "victim")
        #expect(folder.names == ["dangling", "folder", "link", "pipe", "victim"])
        #expect(folder.mode("pipe") == 0o644)
        // Only root can give a file away.
        guard geteuid() == 0 else { return }
        try folder.write("theirs", "theirs", mode: 0o666)
        chown(folder["theirs"], 65_534, 65_534)
        #expect(throws: FileFault(path: folder["theirs"], reason: .foreign)) {
            try write("x", to: "theirs", replacing: true)
        }
        #expect(try folder.text("theirs") == "theirs")
    }

    @Test func `a link in the place of a draft is not followed`() throws {
        try folder.write("victim", "victim")
        // What the name of a draft was once, and one of today’s kind.
        symlink("victim", folder["a.part"])
        symlink("victim", folder[".draft-1.part"])
        try write("new", to: "a")
        DraftFile.removeStale(in: folder.path)
        #expect(try folder.text("victim") == "victim")
        #expect(folder.names == [".draft-1.part", "a", "a.part", "victim"])
    }

    @Test func `drafts that a killed process has left are removed, and no others`() throws {
        let parent = try Folder.open(folder.path, for: "")
        let living = try DraftName.make(in: parent, path: "")
        let before = folder.names
        try folder.write("half", ".draft-abc.part")
        let others = ["atrium-abc.part", "draft-abc.part", ".draft-a b.part", ".draft-.part"]
        for name in others { try folder.write("mine", name) }
        mkfifo(folder[".draft-pipe.part"], 0o600)
        DraftFile.removeStale(in: folder.path)
        #expect(Set(folder.names) == Set(before + others + [".draft-pipe.part"]))
        try living.name.move(to: "a", in: parent, replacing: false, path: "")
        #expect(folder.names.contains("a"))
    }

    @Test func `a named draft replaces nothing that came meanwhile`() throws {
        let parent = try Folder.open(folder.path, for: "")
        let named = try DraftName.make(in: parent, path: "a")
        try folder.write("theirs", "a")
        #expect(throws: FileFault(path: "a", reason: .system(EEXIST))) {
            try named.name.move(to: "a", in: parent, replacing: false, path: "a")
        }
        #expect(try folder.text("a") == "theirs")
        try named.name.move(to: "a", in: parent, replacing: true, path: "a")
        #expect(try folder.text("a") == "")
    }

    @Test func `a folder that is missing is named as the reason`() {
        #expect(throws: FileFault(path: folder["none/a"], reason: .system(ENOENT))) {
            try DraftFile(for: folder["none/a"])
        }
    }
}
