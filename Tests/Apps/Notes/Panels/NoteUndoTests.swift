// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumStores
import NotesLogic
import Testing

@testable import NotesPanels

/// What `undo` keeps, and what it does where a change came to no end.
@MainActor
struct NoteUndoTests {
    private let fixture: NotesFixture

    init() throws { fixture = try NotesFixture() }

    @Test func `of a change that failed half way, what was done is taken back`() async throws {
        for text in ["One", "Two", "Three"] { _ = try await fixture.reply("add \(text)") }
        _ = try await fixture.reply("tag 3 4 x")
        _ = try await fixture.reply("modify 3 One more")
        // Note 5 has no such tag, and the ones before it have lost theirs by then.
        await #expect(throws: NotesFault.noSuchTag("x", note: 5)) { try await fixture.reply("untag 3 4 5 x --yes") }
        #expect(try await fixture.lines("list tag:x") == ["No note has the tag x. Type tags for a list."])
        #expect(try await fixture.lines("undo") == ["Took back “untag” of 2 notes."])
        #expect(try await fixture.lines("list tag:x").count == 2)
        #expect(try await fixture.lines("undo") == ["Took back “modify” of note 3."])
    }

    @Test func `a note that another command changed since stays, and the change before it can be taken back`()
        async throws
    {
        _ = try await fixture.reply("add One")
        _ = try await fixture.reply("tag 3 x")
        _ = try await fixture.reply("pin 3")
        let model = try #require(fixture.app.model as? NotesModel)
        // As another shell does.
        _ = try await model.service.tag([3], "y")
        await #expect(throws: NotesFault.changedSince(3, command: "pin", .undo)) { try await fixture.reply("undo") }
        #expect(try await fixture.lines("list is:pinned").count == 1)
    }
}
