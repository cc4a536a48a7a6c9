// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import Foundation
import NotesFolder
@testable import NotesLogic
import NotesStore
import Testing

@testable import NoteFormats

/// A live folder that is a graph of Logseq’s.
struct LogseqFolderTests {
    private let scratch: ScratchFolder
    private let notes: NotesService
    private let today = Day(year: 2026, month: 1, day: 1)

    init() throws {
        scratch = try ScratchFolder()
        notes = NotesService(
            dao: FolderNoteStore.testing(scratch.path), owner: UserID(rawValue: 1), clock: ManualClock.nineOClock,
            timeZone: .gmt)
    }

    @Test func `the note of a day is its journal, beside those of other days`() async throws {
        let day = try #require(today)
        _ = try scratch.write("- Woke up\n\t- late\n", "journals/2025_12_30.md")
        let (note, _, isNew) = try await notes.note(of: day, in: .english)
        #expect(isNew && note.title == "2026_01_01" && note.marks.notebook == "journals" && note.content.isEmpty)
        #expect(try scratch.text("journals/2026_01_01.md").hasPrefix("---\n"))
        _ = try await notes.extend(note.id, by: "- Rain", at: .bottom)
        #expect(try scratch.text("journals/2026_01_01.md").hasSuffix("---\n- Rain\n"))
        // It is found again by the day, and by what Logseq calls it; so is one that Logseq has written.
        #expect(try await notes.note(of: day, in: .english).note.id == note.id)
        let other = try await notes.add("See [[Jan 1st, 2026]], [[Dec 30th, 2025]] and [[2025-12-30]]")
        for name in ["Jan 1st, 2026", "2026-01-01"] {
            let target = LinkTarget(titled: name[...])
            #expect(try await notes.note(at: target, from: other).id == note.id, "\(name)")
        }
        let before = try await notes.note(of: day.adding(days: -2), in: .english)
        #expect(!before.isNew && before.note.content == "- Woke up\n\t- late")
        #expect(try scratch.text("journals/2025_12_30.md") == "- Woke up\n\t- late\n")
    }

    @Test func `where no day has a journal of Logseq’s, the note of a day is called as the day`() async throws {
        let day = try #require(today)
        _ = try scratch.write("A journal about wood\n", "journals/Wood_2025.md")
        _ = try scratch.write("Elsewhere\n", "work/2025_12_30.md")
        #expect(try await notes.note(of: day, in: .english).note.title == "2026-01-01")
        #expect(try scratch.text("2026-01-01.md").contains("2026-01-01"))
    }
}
