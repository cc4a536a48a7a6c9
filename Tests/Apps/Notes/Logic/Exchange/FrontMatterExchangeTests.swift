// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumSystems
import AtriumTesting
import Dice
import Foundation
@testable import NotesLogic
import NotesStore
import Testing

@testable import NoteFormats

/// What a file says above its text goes in and out again.
struct FrontMatterExchangeTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func service() throws -> NotesService {
        NotesService(
            dao: try SystemNotes.all(on: .memory(MemorySystem())), owner: UserID(rawValue: 1),
            clock: ManualClock.nineOClock, timeZone: .gmt)
    }

    /// The note of a file that is imported, the file that it is exported as, and the note of that.
    private func roundTrip(_ text: String) async throws -> (note: Note, file: String, again: Note) {
        let name = "v\(text.hashValue)"
        _ = try folder.write(text, "\(name)/a.md")
        let (first, second) = (try service(), try service())
        _ = try await first.importNotes(from: "\(folder.path)/\(name)", as: nil) { _, _ in }
        _ = try await first.exportNotes(to: "\(folder.path)/\(name)-out", as: .markdown, query: "") { _, _ in }
        _ = try await second.importNotes(from: "\(folder.path)/\(name)-out", as: nil) { _, _ in }
        return (try await first.note(1), try folder.text("\(name)-out/a.md"), try await second.note(1))
    }

    @Test(arguments: [
        "created: someday\n", "Done: true\n", "date: 01/02/2020\n", "pinned: maybe\n", "pinned: false\n", "due: soon\n",
        "updated: [1]\n", "tags: {a: 1}\n", "tags: null\n", "tag:\n", "aliases: ~\n", "title:\n- a\n", "trashed: no\n",
        "notebook: {x: 1}\n", "todo: buy milk\n", "done: 2020-01-01\n", "repeat: weekly\n", "completed: true\n",
        "attachments: 3\n", "media-types: [x]\n", "completed?: maybe\n", "v: '0.10'\nok: yes # c\n",
        "created: 164256406283\n", "date: 2020\n",
    ]) func `a field that is not understood goes out as it came in`(yaml: String) async throws {
        let (note, file, again) = try await roundTrip("---\n\(yaml)---\nText\n")
        #expect(note.marks.others == yaml && note.marks.tags.isEmpty && note.marks.todo == nil)
        #expect(file.contains("\n" + yaml))
        #expect(again.marks == note.marks && again.createdAt == note.createdAt && again.names == note.names)
    }

    @Test(arguments: [
        ("created: 1642564062835\ndate: 2020-01-01\n", "2022-01-19T03:47:42.835Z", "date: 2020-01-01\n"),
        ("created: maybe\ndate: 31.12.2020\n", "2020-12-31T00:00:00Z", "created: maybe\n"),
        ("date: 20201231\ncreated-at: 1\n", "2020-12-31T00:00:00Z", "created-at: 1\n"),
    ]) func `the first date that can be read counts, the others stay`(yaml: String, iso: String, others: String)
        async throws
    {
        let (note, _, again) = try await roundTrip("---\n\(yaml)---\nText\n")
        #expect(ISOTime.text(note.createdAt) == iso && note.marks.others == others)
        #expect(again.createdAt == note.createdAt && again.marks == note.marks)
    }

    @Test func `when a note was changed is not when it was made`() async throws {
        let (note, file, _) = try await roundTrip("---\nupdated: 2020-01-02\n---\nText\n")
        #expect(ISOTime.text(note.modifiedAt) == "2020-01-02T00:00:00Z" && note.createdAt != note.modifiedAt)
        #expect(!file.contains("created: 2020") && file.contains("updated: 2020-01-02T00:00:00Z\n"))
    }

    @Test(arguments: [
        ("tag: a b\n", ["a", "b"], ""), ("tags: [yes, \"0.10\", 2020]\n", ["yes", "0.10", "2020"], ""),
        ("tags: [a]\ntag: b\nkeywords: [c]\n", ["a"], "tag: b\nkeywords: [c]\n"),
        ("tags:\nkeywords: a, b c\n", ["a", "b c"], "tags:\n"), ("tags:\n- a\n- \n- ~\n", ["a"], ""),
    ]) func `tags are read where programs write them`(yaml: String, tags: [String], others: String) async throws {
        let (note, _, again) = try await roundTrip("---\n\(yaml)---\nText\n")
        #expect(note.marks.tags == tags && note.marks.others == others)
        #expect(again.marks.tags == tags)
    }

    @Test func `text between rules, TOML and JSON come in as what they are`() async throws {
        let rules = "---\n\nThe words between two rules.\n\n---\nmore"
        #expect(try await roundTrip(rules).again.content == rules)
        let toml = "+++\ntitle = \"T\"\ndate = 2020-01-01\ntags = [\"x\"]\ndraft = true\n[params]\na = 1\n+++\nbody"
        let (note, _, again) = try await roundTrip(toml)
        #expect(note.content == "body" && note.names.title == "T" && note.marks.tags == ["x"])
        #expect(note.marks.others == "draft: true\nparams:\n  a: 1\n" && again.marks == note.marks)
        let json = try await roundTrip("{\n  \"title\": \"J\",\n  \"tags\": [\"j\"],\n  \"n\": 1\n}\n\nbody")
        #expect(json.note.content == "body" && json.note.marks.tags == ["j"] && json.again.marks == json.note.marks)
        let windows = try await roundTrip("one\r\ntwo\r\n")
        #expect(windows.again.content == "one\r\ntwo" && !windows.file.replacing("\r\n", with: "").contains("\n"))
    }

    @Test func `a label that stands first in a vault of Dendron’s leads to its note`() async throws {
        _ = try folder.write("name: root\n", "d/root.schema.yml")
        _ = try folder.write("---\nid: x\n---\nroot", "d/root.md")
        _ = try folder.write(
            "[[The Root|root]] [[root|The Root]] [[a|dendron://v/root#part]] [[x|y]] `[[l|root]]` ![[dendron://v/root]]",
            "d/b.c.md")
        let notes = try service()
        _ = try await notes.importNotes(from: folder.path + "/d", as: nil) { _, _ in }
        let text = try await notes.find("", limit: 9).map(\.content).first { $0.hasPrefix("[") }
        #expect(text == "[[root|The Root]] [[root|The Root]] [[root#part|a]] [[x|y]] `[[l|root]]` ![[root]]")
    }

    @Test func `a note that is shown may have a point in its name`() async throws {
        _ = try folder.write("# Part\n", "p/plan.v2.md")
        _ = try folder.write("![[plan.v2]] ![[plan.v2#part,1:#*]] ![[gone.v2]] ![[gone.png]]", "p/a.md")
        let notes = try service()
        let report = try await notes.importNotes(from: folder.path + "/p", as: nil) { _, _ in }
        #expect(report.problems.map(\.reason) == [.missingFile("gone.v2"), .missingFile("gone.png")])
        let links = try await notes.links(of: try await notes.note(1))
        #expect(links.map(\.target?.title) == ["plan.v2", "plan.v2", nil, nil])
        #expect(links.map(\.isBroken) == [false, false, true, true])
        #expect(links.suffix(2).map(\.isOfFile) == [true, true])
    }

    @Test func `a name that is composed leads to a file whose name is not`() async throws {
        _ = try folder.write("[[한글]] [[が]] [[é]]", "u/a.md")
        for name in ["한글", "が", "é"] {
            _ = try folder.write("x", "u/\(name.decomposedStringWithCanonicalMapping).md")
        }
        let notes = try service()
        _ = try await notes.importNotes(from: folder.path + "/u", as: nil) { _, _ in }
        #expect(try await notes.brokenLinks().isEmpty)
    }

    @Test func `settings of Logseq that a note links to are no graph`() async throws {
        _ = try folder.write("{}", "g/logseq/config.edn")
        _ = try folder.write("[x](logseq/config.edn)", "g/a.md")
        let notes = try service()
        _ = try await notes.importNotes(from: folder.path + "/g", as: nil) { _, _ in }
        let files = try await notes.attachments.all(of: 1).map(\.name)
        #expect(files == ["config.edn"])
    }

    @Test func `an empty notebook is none, whatever the folder is`() async throws {
        _ = try folder.write("---\nnotebook: \"\"\n---\nText\n", "n/sub/a.md")
        let notes = try service()
        _ = try await notes.importNotes(from: folder.path + "/n", as: nil) { _, _ in }
        let note = try await notes.note(1)
        #expect(note.marks.notebook.isEmpty && note.names.path == "sub/a")
    }

    @Test func `tags are read from the taxonomies of a page of Zola’s`() async throws {
        let (note, _, again) = try await roundTrip("+++\n[taxonomies]\ntags = [\"a\", \"b c\"]\n+++\nText\n")
        #expect(note.marks.tags == ["a", "b c"] && again.marks == note.marks)
        let (other, _, _) = try await roundTrip("+++\ntags = []\n[taxonomies]\ntags = [\"a\"]\n+++\nx\n")
        #expect(other.marks.tags.isEmpty)
    }

    @Test func `a path from the root of a site is one within the folder`() async throws {
        _ = try folder.write("png", "s/site/static/assets/x.png")
        _ = try folder.write("![](/assets/x.png) ![](/gone.png)", "s/site/content/a.md")
        let notes = try service()
        let report = try await notes.importNotes(from: folder.path + "/s", as: nil) { _, _ in }
        #expect(report.problems.map(\.reason) == [.missingFile("/gone.png")])
        #expect(try await notes.attachments.all(of: 1).map(\.name) == ["x.png"])
    }
}
