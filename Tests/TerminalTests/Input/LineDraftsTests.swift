// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import Testing

@testable import AtriumTerminal

@MainActor
struct LineDraftsTests {
    @Test func `a line outlives the process that it was typed in`() throws {
        let folder = try TemporaryFolder()
        var first: LineDrafts? = LineDrafts(folder: folder.path)
        first?["1-ana-notes"] = LineDraft("add Höhle\nand more", cursor: 4)
        first?["1-ana-sms"] = LineDraft("send Alice See you")
        var status = stat()
        for name in folder.files {
            #expect(stat("\(folder.path)/\(name)", &status) == 0 && status.st_mode & 0o777 == 0o600)
        }
        first = nil
        let left = Set(folder.files)
        let second = LineDrafts(folder: folder.path)
        #expect(second["2-ben-notes"] == LineDraft())
        #expect(second["1-ana-notes"] == LineDraft("add Höhle\nand more", cursor: 4))
        #expect(second["1-ana-sms"].text == "send Alice See you")
        // In the same files: nothing has to be written for that, so that a full disk loses nothing.
        #expect(Set(folder.files) == left)
    }

    @Test func `a line that the disk has no room for leaves the one before`() throws {
        let folder = try TemporaryFolder()
        var file = LineDraftFile(in: folder.path, named: "ana")
        file?.write(LineDraft("add a thought"))
        for count in [-1, 0, 3, 12, 20] {
            file?.write(LineDraft("add a thought that is longer")) { count < 0 ? -1 : pwrite($0, $1, count, 0) }
        }
        file = nil
        #expect(LineDraftFile.left(in: folder.path, named: "ana")?.draft.text == "add a thought")
    }

    @Test func `what somebody else is typing stays theirs`() throws {
        let folder = try TemporaryFolder()
        let first = LineDrafts(folder: folder.path)
        first["ana"] = LineDraft("half")
        #expect(LineDrafts(folder: folder.path)["ana"] == LineDraft())
        #expect(first["ana"].text == "half")
    }

    @Test func `a line that was used leaves no file`() throws {
        let folder = try TemporaryFolder()
        let drafts = LineDrafts(folder: folder.path)
        drafts["ana"] = LineDraft("a longer line")
        drafts["ana"] = LineDraft("short")
        #expect(folder.files.count == 1)
        drafts["ana"] = LineDraft()
        #expect(folder.files.isEmpty)
        #expect(drafts["ana"] == LineDraft())
    }

    @Test func `a line that is held is there for this process, and on no disk`() throws {
        let folder = try TemporaryFolder()
        let drafts = LineDrafts(folder: folder.path)
        drafts["ana"] = LineDraft("modify")
        drafts.hold(LineDraft("modify 3 secret"), as: "ana")
        #expect(folder.files.isEmpty)
        #expect(drafts["ana"].text == "modify 3 secret")
        drafts["ana"] = LineDraft("modify 4 open")
        #expect(folder.files.count == 1)
        drafts.hold(LineDraft(), as: "ana")
        #expect(folder.files.isEmpty && drafts["ana"] == LineDraft())
    }

    @Test func `of several the newest comes first, and the others wait`() throws {
        let folder = try TemporaryFolder()
        for (line, time) in [("older", 1), ("newest", 3), ("old", 2)] {
            let before = Set(folder.files)
            LineDrafts(folder: folder.path).keepOnly(LineDraft(line), as: "ana")
            let new = try #require(Set(folder.files).subtracting(before).first)
            var times = [timespec(tv_sec: time, tv_nsec: 0), timespec(tv_sec: time, tv_nsec: 0)]
            utimensat(AT_FDCWD, "\(folder.path)/\(new)", &times, 0)
        }
        for line in ["newest", "old", "older"] {
            let drafts = LineDrafts(folder: folder.path)
            #expect(drafts["ana"].text == line)
            drafts["ana"] = LineDraft()
        }
        #expect(folder.files.isEmpty)
    }

    @Test(arguments: ["", "x", "3 9\nshort", "-4 -9\nx", "1 2\n\u{0}\u{0}", "99999999999999999999 1\nx"])
    func `a file that holds no draft is none`(contents: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/ana.AAAAAA.line"
        let file = open(path, O_WRONLY | O_CREAT, 0o600)
        _ = contents.withCString { write(file, $0, contents.utf8.count) }
        close(file)
        #expect(LineDrafts(folder: folder.path)["ana"] == LineDraft())
    }

    @Test func `names of files give back what they were made of`() {
        for text in ["", "edit 3", "a.b/c", "50% Übung\n", "..", "注"] {
            let name = SafeFileName.of(text)
            #expect(!name.contains("/") && !name.contains("."))
            #expect(SafeFileName.text(of: name) == text)
        }
        for name in ["%4", "%zz", "%", "%+1", "%-1", "%41", "%c3%bc", "a.b", "a b", "a~b"] {
            #expect(SafeFileName.text(of: name) == nil, "\(name)")
        }
    }

    @Test func `a name of any length has a file`() throws {
        let folder = try TemporaryFolder()
        let names = ["注", "册"].map { "12-" + String(repeating: "账", count: 63) + $0 + "-notes" }
        let drafts = LineDrafts(folder: folder.path)
        for name in names { drafts[name] = LineDraft("add \(name.suffix(7))") }
        #expect(folder.files.count == 2 && folder.files.allSatisfy { $0.utf8.count <= 255 })
        #expect(Set(names.map { SafeFileName.of($0) }).count == 2)
        #expect(names.allSatisfy { SafeFileName.text(of: SafeFileName.of($0)) == nil })
        for name in names { HistoryFile(folder: folder.path, name: name).append(name) }
        for name in names { #expect(HistoryFile(folder: folder.path, name: name).load() == [name]) }
    }
}

extension LineDrafts {
    /// Keeps a draft that is not asked for, so that none is taken over.
    fileprivate func keepOnly(_ draft: LineDraft, as name: String) { self[name] = draft }
}
