// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import Foundation
@testable import NotesLogic
import Testing

import AtriumSecrets
import AtriumStores
import NotesStore
import Synchronization

/// What becomes of a text that is written in an editor while something becomes of its note.
struct EditedMeanwhileTests {
    private let ana = UserID(rawValue: 1)

    private func service(_ store: OpenNoteStore) throws -> NotesService {
        NotesService(
            dao: try store.dao(), owner: ana, clock: ManualClock.nineOClock, timeZone: .gmt, sealingCost: .cheap)
    }

    @Test(arguments: NoteTestStore.allCases)
    func `a note that went to the trash is back with the text`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let (here, there) = (try service(store), try service(store))
        let note = try await here.add("One\nold")
        _ = try await there.remove([note.id])
        let saved = try await here.save(edited: "One\nnew", of: note)
        #expect(saved.cameBack && saved.note.trashedAt == nil)
        #expect(try await there.note(note.id).content == "One\nnew")
        #expect(try await there.note(note.id).trashedAt == nil)
    }

    /// A store of which another shell is faster, before the first change.
    private struct OvertakenNotes: Store {
        let store: NoteStore
        let other: @Sendable () async throws -> Void

        func read<Result: Sendable>(
            _ body: @Sendable (any NoteReader) throws -> Result
        ) async throws -> Result { try await store.read(body) }

        func write<Result: Sendable>(
            _ body: @escaping @Sendable (any NoteDAO) throws -> Result
        ) async throws -> Result {
            try await other()
            return try await store.write(body)
        }

        func changes() -> ChangeObserver<NoteChange> { store.changes() }
    }

    @Test(arguments: NoteTestStore.allCases)
    func `the note of a day that another shell has just made is the one`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let there = try service(store)
        let day = try #require(Day("2026-01-05"))
        let dao = OvertakenNotes(store: try store.dao().store(of: ana)) {
            _ = try await there.note(of: day, in: .english)
        }
        let here = NotesService(store: dao, owner: ana, clock: ManualClock.nineOClock, timeZone: .gmt)
        let (note, _, isNew) = try await here.note(of: day, in: .english)
        #expect(!isNew && note.title == "2026-01-05")
        #expect(try await here.counts().active == 1)
    }

    @Test func `undo leaves what another program has saved just before the change`() async throws {
        let store = try NoteTestStore.folder.open()
        let path = try #require(store.files) + "/One.md"
        try Data("One\nold\n".utf8).write(to: URL(filePath: path))
        let turn = Mutex(0)
        let dao = OvertakenNotes(store: try store.dao().store(of: ana)) {
            let isFirst = turn.withLock {
                $0 += 1
                return $0 == 1
            }
            if isFirst { try Data("One\ntheirs\n".utf8).write(to: URL(filePath: path), options: .atomic) }
        }
        let notes = NotesService(store: dao, owner: ana, clock: ManualClock.nineOClock, timeZone: .gmt)
        _ = try await Origin.$current.withValue(Origin("append", at: Timestamp(seconds: 1))) {
            try await notes.extend(1, by: "ours", at: .bottom)
        }
        #expect(try await notes.perform(.undo).map(\.origin.command) == ["append"])
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "One\ntheirs\n")
    }

    @Test(arguments: NoteTestStore.allCases)
    func `the text of a note that is gone for good is a draft`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let (here, there) = (try service(store), try service(store))
        let note = try await here.add("One\nold")
        _ = try await there.remove([note.id])
        try await there.purge([note.id])
        await #expect(throws: EditFault.self) { try await here.save(edited: "One\nnew", of: note) }
        #expect(try await here.unfinished().map(\.content) == ["One\nnew"])
    }

    @Test(arguments: NoteTestStore.allCases)
    func `the text of a protected note that is gone is protected`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let notes = try service(store)
        let id = try await notes.add("Bank\npin 4711").id
        try await notes.protection.setPassword(Secret("sesame street"))
        let note = try notes.protection.opened(try await notes.protection.protect(id))
        _ = try await notes.remove([id])
        try await notes.purge([id])
        await #expect(throws: EditFault.self) { try await notes.save(edited: "Bank\npin 4712", of: note) }
        #expect(try await notes.unfinished().isEmpty)
        let kept = try #require(try await notes.dao.find(titled: "Bank", owner: ana))
        #expect(kept.isProtected && kept.content == "Bank" && kept.id != id)
        #expect(try notes.protection.opened(kept).content == "Bank\npin 4712")
    }

    @Test func `a file that another program has removed is back, and one that it has changed is a version`()
        async throws
    {
        let store = try NoteTestStore.folder.open()
        let notes = try service(store)
        let files = try #require(store.files)
        let note = try await notes.add("One\nold")
        try FileManager.default.removeItem(atPath: files + "/One.md")
        #expect(try await notes.save(edited: "One\nnew", of: note).cameBack)
        let now = try await notes.note(note.id)
        let text = try String(contentsOfFile: files + "/One.md", encoding: .utf8)
        #expect(text.hasSuffix("One\nnew\n"))
        try text.replacing("new", with: "theirs").write(toFile: files + "/One.md", atomically: true, encoding: .utf8)
        let saved = try await notes.save(edited: "One\nours", of: now)
        let conflict = try #require(saved.conflict)
        #expect(try await notes.version(conflict, of: note.id).content == "One\ntheirs")
        #expect(try String(contentsOfFile: files + "/One.md", encoding: .utf8).hasSuffix("One\nours\n"))
    }

    @Test func `a text that cannot be saved is a draft`() async throws {
        let dao = RefusingNotes(try NoteTestStore.memory.open().dao().store(of: ana))
        let notes = NotesService(store: dao, owner: ana, clock: ManualClock.nineOClock, timeZone: .gmt)
        let note = try await notes.add("One\nbody")
        dao.refuses.withLock { $0 = true }
        await #expect(throws: EditFault.self) { try await notes.save(edited: "Two\nbody and more", of: note) }
        #expect(try await notes.unfinished().map(\.content) == ["Two\nbody and more"])
        #expect(try await notes.note(1).content == "One\nbody")
    }
}

/// A store that refuses one change.
private final class RefusingNotes: Store {
    private let store: NoteStore
    /// Whether it refuses the next one.
    let refuses = Mutex(false)

    init(_ store: NoteStore) { self.store = store }

    func read<Result: Sendable>(
        _ body: @Sendable (any NoteReader) throws -> Result
    ) async throws -> Result { try await store.read(body) }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any NoteDAO) throws -> Result
    ) async throws -> Result {
        let isRefused = refuses.withLock { refuses in
            defer { refuses = false }
            return refuses
        }
        guard !isRefused else { throw StoreFault.busy(path: "store") }
        return try await store.write(body)
    }

    func changes() -> ChangeObserver<NoteChange> { store.changes() }
}
