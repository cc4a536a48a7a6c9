// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import Foundation
@testable import NotesLogic
import Testing
import ZipBytes

@testable import NoteFormats

/// What other programs have packed.
struct ForeignArchiveTests {
    @Test func `a bundle by itself, and packed, is the same note`() async throws {
        let folder = try ForeignFolder()
        try folder.add("Trip.textbundle/text.markdown", "Trip\n![](assets/a.png)")
        try folder.add("Trip.textbundle/info.json", #"{"version":2,"sourceURL":"https://a.b"}"#)
        try folder.add("Trip.textbundle/assets/a.png", "png")
        #expect(try await folder.take(folder.path + "/Trip.textbundle").added == 1)
        #expect(try await folder.take().known == 1)
        #expect(try await folder.take(try folder.archive("Trip.textpack")).known == 1)
        let all = try await folder.all()
        #expect(all.map(\.content) == ["Trip\n![](a.png)"] && all[0].marks.others.contains("https://a.b"))
    }

    @Test func `an archive may hold exports, and an archive`() async throws {
        let folder = try ForeignFolder()
        var inner = ZipBytes()
        inner.add("Export/Page.md", "Page")
        var outer = ZipBytes()
        outer.add("Export-Part-1.zip", inner.finished())
        outer.add("__MACOSX/._Export-Part-1.zip", "x")
        #expect(try await folder.take(try folder.write(outer.finished(), "notion.zip")).added == 1)
        var mixed = ZipBytes()
        mixed.add("a/One.enex", "<en-export><note><title>One</title></note></en-export>")
        mixed.add("b/Two.json", #"{"notes":[{"content":"Two"}]}"#)
        let report = try await folder.take(try folder.write(mixed.finished(), "mixed.zip"))
        #expect(report.added == 2 && report.isWhole)
    }

    @Test func `an archive of tar in gzip is taken as a folder, and none of it twice`() async throws {
        let folder = try ForeignFolder()
        var tar = Tarball()
        tar.add(
            "Takeout/Keep/Trip.json",
            #"{"title":"Trip","textContent":"pack","createdTimestampUsec":1577934245000000,"isTrashed":false}"#)
        tar.add("../out.md", "out")
        tar.end()
        let whole = ZipBytes.gzip(tar.bytes)
        let report = try await folder.take(try folder.write(whole, "takeout.tgz"))
        #expect(report.added == 1 && report.problems.map(\.reason) == [.outsideArchive])
        #expect(try await folder.all().map(\.content) == ["Trip\npack"])
        #expect(try await folder.take(try folder.write(whole, "again.tgz")).known == 1)
        let cut = try await folder.take(try folder.write(Array(whole.dropLast(200)), "cut.tgz"))
        #expect(cut.added == 0 && !cut.isWhole)
    }

    @Test(arguments: ["takeout.tar", "takeout", "takeout.md", "takeout.zip"])
    func `an archive is known by what it begins with, whatever it is called`(name: String) async throws {
        let folder = try ForeignFolder()
        let note = #"{"title":"Trip","textContent":"pack","createdTimestampUsec":1577934245000000,"isTrashed":false}"#
        var tar = Tarball()
        tar.add("Takeout/", "")
        tar.add("Takeout/Keep/Trip.json", note)
        tar.end()
        var zip = ZipBytes()
        zip.add("Takeout/Keep/Trip.json", note)
        let report = try await folder.take(try folder.write(tar.bytes, name))
        #expect(report.added == 1 && report.isWhole)
        for bytes in [ZipBytes.gzip(tar.bytes), zip.finished(), ZipBytes.gzip(zip.finished())] {
            #expect(try await folder.take(try folder.write(bytes, name)).known == 1)
        }
        #expect(try await folder.all().map(\.content) == ["Trip\npack"])
    }

    @Test func `a file that gzip has packed is taken as it is called without that`() async throws {
        let folder = try ForeignFolder()
        let enex = "<en-export><note><title>One</title></note></en-export>"
        #expect(try await folder.take(try folder.write(ZipBytes.gzip(Array(enex.utf8)), "a.enex.gz")).added == 1)
        #expect(try await folder.take(try folder.write(ZipBytes.gzip(Array("Two".utf8)), "b.md.gz")).added == 1)
        #expect(try await folder.all().map(\.title).sorted() == ["One", "b"])
    }

    @Test func `a picture that leads out of an archive is no note that was left out`() async throws {
        let folder = try ForeignFolder()
        var zip = ZipBytes()
        zip.add("fine.md", "fine ![](../pic.png)")
        zip.add("../pic.png", "x")
        zip.add("link.png", Array("/etc/hostname".utf8), mode: 0o120777)
        zip.add("sealed.jpg", Array("x".utf8), flags: 1)
        zip.add("../out.md", "out")
        let report = try await folder.take(try folder.write(zip.finished(), "a.zip"))
        #expect(report.problems.map(\.reason).prefix(2) == [.outsideArchive, .outsideArchive] && !report.isWhole)
        #expect(report.kept == 1 && report.partial == 1 && report.leftOut == 1 && report.found == 2)
    }

    @Test func `what is wrong in an archive costs itself and leads nowhere`() async throws {
        let folder = try ForeignFolder()
        var zip = ZipBytes()
        zip.add("fine.md", "fine")
        zip.add("../out.md", "out")
        zip.add("/etc/out.md", "out")
        zip.add("a/../../out.md", "out")
        zip.add("link.md", Array("/etc/hostname".utf8), mode: 0o120777)
        zip.add("sealed.md", Array("x".utf8), flags: 1)
        zip.add("damaged.md", Array("x".utf8), isDamaged: true)
        zip.add("fine.md", "twice")
        zip.add("bomb.md", Array("x".utf8), claimed: 1 << 31)
        zip.add("behind.md", "behind")
        let report = try await folder.take(try folder.write(zip.finished(), "a.zip"))
        #expect(try await folder.all().map(\.content) == ["fine"])
        #expect(
            report.problems.map(\.reason) == [
                .outsideArchive, .outsideArchive, .outsideArchive, .outsideArchive,
                .encrypted, .malformed, .unreadable(EEXIST), .largeArchive,
            ] && !report.isWhole)
        #expect(
            report.problems.prefix(4).map(\.file)
                == ["a.zip/../out.md", "a.zip//etc/out.md", "a.zip/a/../../out.md", "a.zip/link.md"])
        #expect(report.leftOut == 8 && report.found == 9)
        let temporary = FileManager.default.temporaryDirectory.path
        let left = try FileManager.default.contentsOfDirectory(atPath: temporary).filter {
            $0.hasPrefix("atrium-import-")
        }
        #expect(
            left.allSatisfy { name in
                // Another test may be unpacking.
                !FileManager.default.fileExists(atPath: "\(temporary)/\(name)/fine.md")
            })
    }
}
