// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSecrets
import AtriumSession
import AtriumTesting
@testable import NotesLogic
import NotesStore
import Testing

/// The front matter that an editor shows above a note’s text, and what is typed there.
struct EditedHeadTests {
    private let ana = UserID(rawValue: 1)

    private func service(_ store: OpenNoteStore) throws -> NotesService {
        NotesService(dao: try store.dao(), owner: ana, clock: ManualClock.nineOClock, timeZone: .gmt)
    }

    private func add(_ marks: NoteMarks, _ content: String, to notes: NotesService) async throws -> Note {
        let draft = NoteDraft(content: content, createdAt: ManualClock.nineOClock.now, marks: marks)
        return try #require(try await notes.dao.create([draft], owner: ana).first)
    }

    @Test(arguments: NoteTestStore.allCases)
    func `properties are shown, and what is typed in their place is taken`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        defer { withExtendedLifetime(store) {} }
        let notes = try service(store)
        let marks = NoteMarks(
            tags: ["old"], isPinned: true, others: "v: '0.10'\ndate: 2020-01-02\n# remark\nlast: [1,  2]\n")
        let note = try await add(marks, "Text", to: notes)
        let head = try await notes.head(of: note)
        #expect(head.contains("tags: [old]\n") && head.contains("pinned: true\n"))
        #expect(head.contains("v: '0.10'\ndate: 2020-01-02\n# remark\nlast: [1,  2]\n"))
        // The text alone.
        var saved = try await notes.save(edited: head + "New text", of: note, under: head).note
        #expect(saved.content == "New text" && saved.marks == note.marks && saved.createdAt == note.createdAt)
        // The properties alone.
        let typed = head.replacing("v: '0.10'", with: "v: 2").replacing("[old]", with: "[\"new one\"]")
            .replacing("pinned: true\n", with: "")
        saved = try await notes.save(edited: typed + "New text", of: saved, under: head).note
        #expect(saved.marks.tags == ["new one"] && !saved.marks.isPinned && saved.version == 2)
        #expect(saved.marks.others == marks.others.replacing("'0.10'", with: "2"))
        #expect(saved.createdAt == note.createdAt)
        #expect(try await notes.note(note.id).marks == saved.marks)
        // Both, and none of them any more.
        let again = try await notes.head(of: saved)
        saved = try await notes.save(edited: "Bare text", of: saved, under: again).note
        #expect(saved.content == "Bare text" && saved.marks == NoteMarks())
        #expect(try await notes.head(of: saved).contains("v:") == false)
    }

    /// Whether a note is to be sealed is decided in one way: for an editor’s field, a move and the question before it.
    @Test(arguments: [("", true), ("diary", false), ("diary/2026", false), ("letters", true), ("open", true)])
    func `a text is sealed that comes into a protected notebook from outside of it`(
        from notebook: String, isSealed: Bool
    ) async throws {
        for edits in [true, false] {
            let store = try NoteTestStore.memory.open()
            defer { withExtendedLifetime(store) {} }
            let notes = NotesService(
                dao: try store.dao(), owner: ana, clock: ManualClock.nineOClock, timeZone: .gmt, sealingCost: .cheap)
            let note = try await add(NoteMarks(notebook: notebook), "Text", to: notes)
            for name in ["Diary", "letters"] { try await notes.lock(notebook: name) }
            #expect(try await notes.unsealed([note.id], comingTo: "diary") == (isSealed ? [note.id] : []))
            let head = try await notes.head(of: note)
            let typed = "---\nnotebook: diary\n---\n"
            func come() async throws {
                if edits {
                    _ = try await notes.save(edited: typed + "Text", of: note, under: head)
                } else {
                    _ = try await notes.move([note.id], to: "diary")
                }
            }
            if isSealed {
                await #expect(throws: NotesFault.self) { try await come() }
                #expect(try await notes.note(note.id).marks.notebook == notebook)
            }
            try await notes.protection.setPassword(Secret("sesame"))
            try await come()
            let now = try await notes.note(note.id)
            #expect(now.isProtected == isSealed && now.marks.notebook == "diary", "\(edits)")
        }
    }

    @Test(arguments: NoteTestStore.allCases)
    func `another spelling of a field is a property, which stays`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        defer { withExtendedLifetime(store) {} }
        let notes = try service(store)
        let others = "Tags: [b]\nCreated: 2020-01-02\nDue: 2021-02-03\n"
        let todo = Todo(due: DueTime("2022-03-04", in: .gmt))
        let note = try await add(NoteMarks(tags: ["a"], todo: todo, others: others), "Text", to: notes)
        let head = try await notes.head(of: note)
        for line in [others, "tags: [a]\n", "due: 2022-03-04\n"] { #expect(head.contains(line)) }
        let saved = try await notes.save(edited: head + "New", of: note, under: head).note
        #expect(saved.marks == note.marks && saved.createdAt == note.createdAt)
        // Another property beside them.
        let typed = head.replacing("Tags: [b]", with: "Tags: [c]")
        let again = try await notes.save(edited: typed + "New", of: saved, under: head).note
        #expect(again.marks.tags == ["a"] && again.marks.others == others.replacing("[b]", with: "[c]"))
        #expect(again.marks.todo == todo && again.createdAt == note.createdAt)
    }

    @Test(arguments: NoteTestStore.allCases)
    func `a note gets its first property in an editor`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        defer { withExtendedLifetime(store) {} }
        let notes = try service(store)
        let note = try await add(NoteMarks(), "Text", to: notes)
        let head = try await notes.head(of: note)
        let block = "---\n" + head.replacing("---\n", with: "") + "rating: 5\ntags: [a]\n---\n"
        let saved = try await notes.save(edited: block + "\nText", of: note, under: head).note
        #expect(saved.content == "Text" && saved.marks.others == "rating: 5\n" && saved.marks.tags == ["a"])
        // What cannot be read is text, of which nothing is lost.
        let shown = try await notes.head(of: saved)
        let broken = shown.replacing("rating: 5", with: "rating: [5")
        let kept = try await notes.save(edited: broken + "Text", of: saved, under: shown).note
        #expect(kept.content == broken + "Text" && kept.marks.others.isEmpty)
    }

    @Test(arguments: NoteTestStore.allCases)
    func `a text that begins as front matter does stays a text`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        defer { withExtendedLifetime(store) {} }
        let notes = try service(store)
        let note = try await add(NoteMarks(), "---\na: 1\n---\nText", to: notes)
        let head = try await notes.head(of: note)
        #expect(!head.isEmpty)
        let saved = try await notes.save(edited: head + note.content + " more", of: note, under: head).note
        #expect(saved.content == "---\na: 1\n---\nText more" && saved.marks == note.marks)
    }
}
