// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumShell
import AtriumSession
import AtriumTesting
import NotesApp
import NotesLogic
import NotesStore
import Testing

@testable import NotesPanels

/// Commands on several notes at once.
@MainActor
struct SeveralNotesTests {
    private func fixture(answers: [String] = []) async throws -> NotesFixture {
        let fixture = try NotesFixture(answers: answers)
        for text in ["Plan #a", "Garden #a/b", "Rain", "Sun in the Garden house"] {
            _ = try await fixture.lines("add --in work \(text)")
        }
        return fixture
    }

    @Test func `numbers, spans and names stand for notes, each once`() async throws {
        let fixture = try await fixture(answers: ["yes", "no"])
        #expect(try await fixture.lines("tag 3 4 x") == ["Gave 2 notes the tag x."])
        #expect(try await fixture.lines("tag 4-6 3 two words") == ["Gave 4 notes the tag two words."])
        #expect(fixture.prompter.asked == ["prompt.several"])
        await #expect(throws: CommandFault.cancelled) { try await fixture.lines("remove 3-6") }
        #expect(try await fixture.lines("remove Plan, 5") == ["Moved 2 notes to the trash. restore brings them back."])
        #expect(try await fixture.lines("done Sun") == ["Note 6 is done."])
        #expect(try await fixture.lines("move 4-6 / --yes") == ["2 notes are in no notebook now."])
        await #expect(throws: NotesFault.noMatch("100-200")) { try await fixture.lines("done 100-200") }
    }

    @Test func `a query stands for all that it finds, after a question`() async throws {
        let fixture = try await fixture(answers: ["yes"])
        #expect(try await fixture.lines("move tag:a work/plans") == ["Moved 2 notes to work/plans."])
        #expect(try await fixture.lines("find in:work/plans").count == 2)
        #expect(try await fixture.lines("tag in:work --yes done with") == ["Gave 4 notes the tag done with."])
        #expect(try await fixture.lines("done #a/b") == ["Note 4 is done."])
        await #expect(throws: NotesFault.noMatch("tag:none")) { try await fixture.lines("remove tag:none") }
        // A note that is called so is meant itself.
        _ = try await fixture.lines("add is:todo")
        #expect(try await fixture.lines("remove is:todo") == ["Moved note 7 to the trash. restore 7 brings it back."])
    }

    @Test func `of several notes all are changed or none`() async throws {
        let fixture = try await fixture()
        await #expect(throws: NotesFault.unknownNote(9)) { try await fixture.lines("tag 3 9 x") }
        await #expect(throws: NotesFault.unknownNote(9)) { try await fixture.lines("remove 3 9") }
        #expect(try await fixture.lines("find tag:x") == ["No note has the tag x. Type tags for a list."])
        #expect(try await fixture.lines("find in:work").count == 4)
    }

    @Test func `a tag is renamed wherever it stands, and becomes one with another`() async throws {
        let fixture = try await fixture(answers: ["yes"])
        _ = try await fixture.lines("tag 5 A")
        _ = try await fixture.lines("tag 6 b")
        _ = try await fixture.lines("remove 6")
        #expect(
            try await fixture.lines("rename-tag a b") == ["The tag a is called b now. Notes with it: 3."])
        #expect(try await fixture.lines("tags") == ["b    2", "b/b  1"])
        #expect(try await fixture.lines("show 4").last == "Garden #b/b")
        await #expect(throws: NotesFault.unknownTag("a")) { try await fixture.lines("rename-tag a b") }
        await #expect(throws: NotesFault.badName("12")) { try await fixture.lines("rename-tag b 12 --yes") }
        #expect(try await fixture.lines("tags") == ["b    2", "b/b  1"])
    }

    @Test func `a notebook is renamed with those within it`() async throws {
        let fixture = try await fixture()
        _ = try await fixture.lines("move 3 work/plans")
        #expect(
            try await fixture.lines("rename-notebook work office/2026 --yes")
                == ["The notebook work is called office/2026 now. Notes in it that moved: 4."])
        #expect(try await fixture.lines("notebooks") == ["office/2026        3", "office/2026/plans  1"])
        await #expect(throws: NotesFault.unknownNotebook("work")) { try await fixture.lines("rename-notebook work x") }
    }

    @Test func `what is selected is tagged by a plain word, and another note by its name`() throws {
        let commands = NotesFactory(in: .test()).anyCommands
        let vocabulary = Vocabulary(app: "notes", appCommands: commands, shellCommands: [], apps: [])
        func parsed(_ line: String, _ selected: [String]) throws -> [String?] {
            let invocation = try CommandParser.parse(line, with: vocabulary, switching: commands[0]) { _ in selected }
            return ["id", "name"].map { name in
                invocation?.spec.parameters.first { $0.name == name }.flatMap { invocation?.arguments[$0]?.text }
            }
        }
        #expect(try parsed("tag shopping", ["3", "4"]) == ["3 4", "shopping"])
        #expect(try parsed("tag 5-7 shopping", ["3"]) == ["5-7", "shopping"])
        #expect(try parsed("tag in:work shopping", ["3"]) == ["in:work", "shopping"])
        #expect(try parsed("tag Plan shopping", []) == ["Plan", "shopping"])
    }
}
