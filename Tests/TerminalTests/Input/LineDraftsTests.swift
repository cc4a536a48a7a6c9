// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import Testing

@testable import Terminal

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
        let second = LineDrafts(folder: folder.path)
        #expect(second["2-ben-notes"] == LineDraft())
        #expect(second["1-ana-notes"] == LineDraft("add Höhle\nand more", cursor: 4))
        #expect(second["1-ana-sms"].text == "send Alice See you")
        #expect(folder.files.count == 2)
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
        #expect(SafeFileName.text(of: "%4") == "\u{4}")
        #expect(SafeFileName.text(of: "%zz") == nil)
        #expect(SafeFileName.text(of: "%") == nil)
    }
}

extension LineDrafts {
    /// Keeps a draft that is not asked for, so that none is taken over.
    fileprivate func keepOnly(_ draft: LineDraft, as name: String) { self[name] = draft }
}
