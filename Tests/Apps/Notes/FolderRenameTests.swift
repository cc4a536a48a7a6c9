// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTesting
import Foundation
import NotesStore
import Session
import Testing

import NotesDomain
@testable import NotesLogic

/// New names of notes in a folder: what becomes of their files, and of the links to them.
struct FolderRenameTests {
    private let ana = UserID(rawValue: 1)
    private let folder: ScratchFolder
    private let notes: NotesService

    init() throws {
        folder = try ScratchFolder()
        notes = NotesService(
            dao: FolderNoteDAO(
                folder.path, owner: ana, clock: ManualClock.nineOClock, timeZone: .gmt, isDurable: false,
                describe: OpenNoteStore.describe),
            owner: ana, clock: ManualClock.nineOClock, timeZone: .gmt)
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: folder.path + "/" + name)), as: UTF8.self)
    }

    /// All files with their texts.
    private var files: [String: String] {
        get throws {
            let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            return try Dictionary(
                uniqueKeysWithValues: names.filter { !$0.hasPrefix(".") && $0.hasSuffix(".md") }.map {
                    ($0, try text($0))
                })
        }
    }

    @Test(arguments: ["plan", "Plan.md", "Plan#Head", "work/plan", "deep/work/Plan.md#x"])
    func `a link may name a file`(target: String) async throws {
        _ = try folder.write("Some words first.\nThen more.\n", "deep/work/Plan.md")
        _ = try folder.write("Another", "other/longer/name/work/Plan.md")
        _ = try folder.write("See [[\(target)]]", "Alpha.md")
        #expect(try await notes.note(at: .title(target)).title == "Some words first.")
        #expect(try await notes.dao.find(named: "lan", owner: ana) == nil)
    }

    private func id(_ title: String) async throws -> Int {
        try #require(try await notes.dao.find(titled: title, owner: ana)).id
    }

    @Test func `a line above a heading changes that file and no other`() async throws {
        _ = try folder.write("# Beta\n\nbody\n", "Beta.md")
        _ = try folder.write("See [[Beta|the b]]\n", "Alpha.md")
        let saved = try await notes.modify(try await id("Beta"), to: "A quick remark on top.\n# Beta\n\nbody")
        #expect(
            try files == [
                "Alpha.md": "See [[Beta|the b]]\n", "Beta.md": "A quick remark on top.\n# Beta\n\nbody\n",
            ])
        // The file is called so still.
        #expect(saved.lost == nil)
        #expect(try await notes.note(at: .title("Beta")).id == saved.note.id)
    }

    @Test func `a new name is the file's, the heading's and that of all links`() async throws {
        _ = try folder.write("---\ncolor: red # mine\n---\n# Beta\n\nSelf: [[Beta#Head]]\n", "sub/Beta.md")
        _ = try folder.write(
            """
            [[Beta|the b]] [[Beta#Head]] [[Beta.md]] [[sub/Beta]] ![[beta]] [[../sub/Beta]] [x](sub/Beta.md#h "t")
            [y](<sub/Beta.md>) [z](Beta.md) `[[Beta]]` Beta [[Betas]] [[other/Beta]] [w](https://x.y/Beta.md)
            """, "Alpha.md")
        _ = try folder.write("[x](Beta.md) [y](../sub/Beta) [z](../Beta.md)", "sub/C.md")
        _ = try folder.write("Nothing of it\n", "D.md")
        let saved = try await notes.rename(try await id("Beta"), to: "Gamma ray")
        #expect(
            try files == [
                "sub/Gamma ray.md":
                    "---\ncolor: red # mine\n---\n# Gamma ray\n\nSelf: [[Gamma ray#Head]]\n",
                "Alpha.md": """
                [[Gamma ray|the b]] [[Gamma ray#Head]] [[Gamma ray.md]] [[sub/Gamma ray]] ![[Gamma ray]] [[../sub/Beta]] \
                [x](sub/Gamma%20ray.md#h "t")
                [y](<sub/Gamma ray.md>) [z](Gamma%20ray.md) `[[Beta]]` Beta [[Betas]] [[other/Beta]] \
                [w](https://x.y/Beta.md)
                """,
                "sub/C.md": "[x](Gamma%20ray.md) [y](../sub/Gamma%20ray) [z](../Beta.md)",
                "D.md": "Nothing of it\n",
            ])
        #expect(saved.renaming?.old == "sub/Beta.md" && saved.renaming?.new == "sub/Gamma ray.md")
        #expect(saved.relinkedFiles == ["Alpha.md", "sub/C.md"])
    }

    @Test func `a file of the same name in another folder is not meant`() async throws {
        _ = try folder.write("# One\n", "a/Beta.md")
        _ = try folder.write("# Two\n", "b/Beta.md")
        _ = try folder.write("[[Beta]] [[b/Beta]] [x](a/Beta.md)", "Alpha.md")
        _ = try folder.write("[[Beta]]", "a/C.md")
        _ = try await notes.rename(try await id("One"), to: "Gamma")
        #expect(
            try files == [
                "a/Gamma.md": "# Gamma\n", "b/Beta.md": "# Two\n", "Alpha.md": "[[Beta]] [[b/Beta]] [x](a/Gamma.md)",
                "a/C.md": "[[Gamma]]",
            ])
    }

    @Test func `a title in front matter is replaced there, and a paragraph by nothing`() async throws {
        _ = try folder.write("---\ntitle: One # it\n---\nDear Bob,\nhello\n", "one.md")
        _ = try folder.write("Dear Ana,\nhello\n", "two.md")
        _ = try await notes.rename(try await id("One"), to: "Uno")
        _ = try await notes.rename(try await id("Dear Ana,"), to: "Due")
        #expect(
            try files == [
                "Uno.md": "---\ntitle: Uno # it\n---\nDear Bob,\nhello\n",
                "Due.md": "---\ntitle: Due\n---\nDear Ana,\nhello\n",
            ])
    }

    @Test func `a section keeps its heading, and links to it hold`() async throws {
        _ = try folder.write("## Notes\n\n- a\n\n## Tasks\n", "2023-09-30.md")
        _ = try folder.write("[[2023-09-30#Notes]]\n", "I.md")
        _ = try await notes.rename(try await id("Notes"), to: "Saturday")
        #expect(
            try files == [
                "Saturday.md": "---\ntitle: Saturday\n---\n## Notes\n\n- a\n\n## Tasks\n",
                "I.md": "[[Saturday#Notes]]\n",
            ])
        _ = try await notes.rename(try await id("Saturday"), to: "Sunday")
        #expect(
            try files["Sunday.md"] == "---\ntitle: Sunday\n---\n## Notes\n\n- a\n\n## Tasks\n")
    }

    @Test func `a link says the file’s name where no file can have the title`() async throws {
        _ = try folder.write("# Front\n", "Front.md")
        _ = try folder.write("[[Front]] [[Front#h]]\n", "I.md")
        _ = try await notes.rename(try await id("Front"), to: "A: b?")
        #expect(try files == ["A b.md": "# A: b?\n", "I.md": "[[A b]] [[A b#h]]\n"])
        #expect(try await notes.note(at: .title("A b")).title == "A: b?")
    }

    @Test func `a name that another file has gets a number`() async throws {
        _ = try folder.write("# One\n", "One.md")
        _ = try folder.write("not UTF-8 \u{0}", "Two.md")
        _ = try await notes.rename(try await id("One"), to: "Two")
        #expect(Set(try files.keys) == ["Two.md", "Two 2.md"])
        let again = try await notes.rename(try await id("Two"), to: "Two")
        #expect(again.isUnchanged)
        _ = try await notes.rename(try await id("Two"), to: "a/b: c")
        #expect(try files["a b c.md"] == "# a/b: c\n")
    }
}
