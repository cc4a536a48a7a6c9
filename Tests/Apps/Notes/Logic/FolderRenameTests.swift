// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import Foundation
import NotesFolder
import NotesStore
import Testing

@testable import NotesLogic

/// New names of notes in a folder: what becomes of their files, and of the links to them.
struct FolderRenameTests {
    private let ana = UserID(rawValue: 1)
    private let folder: ScratchFolder
    private let notes: NotesService

    init() throws {
        folder = try ScratchFolder()
        notes = NotesService(
            dao: FolderNoteStore.testing(folder.path),
            owner: ana, clock: ManualClock.nineOClock, timeZone: .gmt)
    }

    /// All files with their texts.
    private var files: [String: String] {
        get throws {
            let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            return try Dictionary(
                uniqueKeysWithValues: names.filter { !$0.hasPrefix(".") && $0.hasSuffix(".md") }.map {
                    ($0, try folder.text($0))
                })
        }
    }

    @Test(arguments: ["plan", "Plan.md", "Plan#Head", "work/plan", "deep/work/Plan.md#x"])
    func `a link may name a file`(target: String) async throws {
        _ = try folder.write("Some words first.\nThen more.\n", "deep/work/Plan.md")
        _ = try folder.write("Another", "other/longer/name/work/Plan.md")
        _ = try folder.write("See [[\(target)]]", "Alpha.md")
        let note = try await notes.note(at: .title(target))
        #expect(note.names.path == "deep/work/Plan" && note.content == "Some words first.\nThen more.")
        #expect(try await notes.dao.find(at: .title("lan"), owner: ana) == nil)
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

    @Test func `a new name is the file's and that of all links, and the heading stays`() async throws {
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
                    "---\ncolor: red # mine\n---\n# Beta\n\nSelf: [[Gamma ray#Head]]\n",
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

    @Test func `a link means the nearest file of its name, and says more where another is nearer`() async throws {
        _ = try folder.write("# One\n", "a/Beta.md")
        _ = try folder.write("# Two\n", "b/Beta.md")
        _ = try folder.write("[[Beta]] [[b/Beta]] [x](a/Beta.md)", "Alpha.md")
        _ = try folder.write("[[Beta]]", "a/C.md")
        _ = try folder.write("[[Beta]] [x](Beta.md) [y](../a/Beta.md#h)", "b/D.md")
        _ = try folder.write("# Three\n", "Gamma.md")
        let one = try #require(try await notes.dao.find(at: .title("a/Beta"), owner: ana))
        _ = try await notes.rename(one.id, to: "Gamma")
        #expect(
            try files == [
                "a/Gamma.md": "# One\n", "b/Beta.md": "# Two\n", "Gamma.md": "# Three\n",
                "Alpha.md": "[[a/Gamma]] [[b/Beta]] [x](a/Gamma.md)", "a/C.md": "[[a/Gamma]]",
                "b/D.md": "[[Beta]] [x](Beta.md) [y](../a/Gamma.md#h)",
            ])
    }

    @Test func `a title in front matter that says the old name says the new one, and nothing else changes`()
        async throws
    {
        _ = try folder.write("---\ntitle: one # it\naliases: [Uno]\n---\nDear Bob,\nhello\n", "One.md")
        _ = try folder.write("---\ntitle: Another\n---\nDear Ana,\nhello\n", "two.md")
        _ = try folder.write("[[One]] [[Uno]] [[Another]] [[two]]", "I.md")
        _ = try await notes.rename(try await id("One"), to: "Eins")
        _ = try await notes.rename(try await id("two"), to: "Due")
        #expect(
            try files == [
                "Eins.md": "---\ntitle: Eins # it\naliases: [Uno]\n---\nDear Bob,\nhello\n",
                "Due.md": "---\ntitle: Another\n---\nDear Ana,\nhello\n",
                "I.md": "[[Eins]] [[Uno]] [[Another]] [[Due]]",
            ])
    }

    @Test func `a section keeps its heading, and links to it hold`() async throws {
        _ = try folder.write("## Notes\n\n- a\n\n## Tasks\n", "2023-09-30.md")
        _ = try folder.write("[[2023-09-30#Notes]]\n", "I.md")
        _ = try await notes.rename(try await id("2023-09-30"), to: "Saturday")
        #expect(
            try files == ["Saturday.md": "## Notes\n\n- a\n\n## Tasks\n", "I.md": "[[Saturday#Notes]]\n"])
    }

    @Test func `what no file can be called stands in the front matter, and links say the file’s name`() async throws {
        _ = try folder.write("# Front\n", "Front.md")
        _ = try folder.write("[[Front]] [[Front#h]]\n", "I.md")
        _ = try await notes.rename(try await id("Front"), to: "A: b?")
        #expect(try files == ["A b.md": "---\ntitle: \"A: b?\"\n---\n# Front\n", "I.md": "[[A b]] [[A b#h]]\n"])
        #expect(try await notes.note(at: .title("A b")).id == notes.note(at: .title("A: b?")).id)
    }

    @Test func `a name that would be a folder's is refused, and nothing changes`() async throws {
        _ = try folder.write("# One\n", "work/One.md")
        _ = try folder.write("[[One]]\n", "I.md")
        let one = try await id("One")
        await #expect(throws: NotesFault.pathAsName("a/b", note: one)) { try await notes.rename(one, to: "a/b") }
        #expect(try files == ["work/One.md": "# One\n", "I.md": "[[One]]\n"])
    }

    @Test func `a name that another file has gets a number, and another case is another name`() async throws {
        _ = try folder.write("# One\n", "One.md")
        _ = try folder.write("not UTF-8 \u{0}", "Two.md")
        let one = try await id("One")
        _ = try await notes.rename(one, to: "Two")
        #expect(Set(try files.keys) == ["Two.md", "Two 2.md"])
        _ = try await notes.rename(one, to: "a b c")
        #expect(try files["a b c.md"]?.hasSuffix("# One\n") == true)
        _ = try await notes.rename(one, to: "A B C")
        #expect(try Set(files.keys) == ["A B C.md", "Two.md"])
    }

    @Test func `an edit of a text changes no other file`() async throws {
        _ = try folder.write("# Beta\n", "Beta.md")
        _ = try folder.write("[[Beta]]", "Alpha.md")
        _ = try await notes.modify(try await id("Beta"), to: "# Gamma\n\nmore")
        #expect(try files == ["Alpha.md": "[[Beta]]", "Beta.md": "# Gamma\n\nmore\n"])
    }
}
