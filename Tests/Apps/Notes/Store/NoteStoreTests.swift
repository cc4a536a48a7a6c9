// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumSystems
import AtriumTesting
import Foundation
import GRDB
import NotesLogic
import NotesStore
import Testing

/// What every implementation of `NoteDAO` must do.
///
/// A change that no observer hears of fails its test, and holds up no other.
@Suite(.timeLimit(.minutes(10)))
struct NoteStoreTests {
    private let ana = UserID(rawValue: 1)
    private let ben = UserID(rawValue: 2)

    private func draft(_ content: String, at second: Int64 = 0) -> NoteDraft {
        NoteDraft(content: content, createdAt: Timestamp(seconds: second))
    }

    private func time(_ second: Int64) -> Timestamp { Timestamp(seconds: second) }

    @Test(arguments: NoteTestStore.allCases)
    func `numbers count up for each owner and are not used twice`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        #expect(try await dao.create([draft("a"), draft("b")], owner: ana).map(\.id) == [1, 2])
        #expect(try await dao.create([draft("c")], owner: ben).map(\.id) == [1])
        #expect(try await dao.remove(2, owner: ana))
        #expect(try await dao.create([draft("d")], owner: ana).map(\.id) == [3])
        #expect(try await !dao.remove(2, owner: ana))
    }

    @Test(arguments: NoteTestStore.allCases)
    func `no operation reaches another owner's note`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        _ = try await dao.create([draft("hers alone")], owner: ana)
        #expect(try await dao.find(1, owner: ben) == nil)
        #expect(try await dao.modify(1, content: "his", at: time(9), owner: ben) == nil)
        #expect(try await dao.trash(1, at: time(9), owner: ben) == nil)
        #expect(try await !dao.remove(1, owner: ben))
        #expect(try await dao.find(NoteQuery(filter: .words("hers")), owner: ben).isEmpty)
        #expect(try await dao.find(NoteQuery(filter: .not(.words("other"))), owner: ben).isEmpty)
        #expect(try await dao.find(NoteQuery(), owner: ben).isEmpty)
        #expect(try await dao.find(titled: "hers alone", owner: ben) == nil)
        #expect(try await dao.mark(1, .pinned(true), owner: ben) == nil)
        #expect(try await dao.versions(of: 1, owner: ben).isEmpty)
        #expect(try await dao.page(after: 0, limit: 9, owner: ben).isEmpty)
        #expect(try await dao.counts(owner: ben) == NoteCounts(active: 0, trashed: 0))
        #expect(try await dao.find(1, owner: ana)?.content == "hers alone")
    }

    @Test(arguments: NoteTestStore.allCases)
    func `the newest come first, by date and then by number`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        _ = try await dao.create([draft("a", at: 5), draft("b", at: 9), draft("c", at: 5)], owner: ana)
        #expect(try await dao.find(NoteQuery(limit: 9), owner: ana).map(\.id) == [2, 3, 1])
        #expect(try await dao.find(NoteQuery(limit: 2), owner: ana).map(\.id) == [2, 3])
    }

    @Test(arguments: NoteTestStore.allCases)
    func `the first notes are made once`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        #expect(try await dao.createFirst([draft("welcome")], owner: ana))
        #expect(try await !dao.createFirst([draft("welcome")], owner: ana))
        _ = try await dao.remove(1, owner: ana)
        #expect(try await !dao.createFirst([draft("welcome")], owner: ana))
    }

    @Test(arguments: NoteTestStore.allCases)
    func `words are found in every language, and only outside the trash`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        _ = try await dao.create([draft("Crème brûlée"), draft("欢迎使用MyNote。"), draft("it's C++ AND more")], owner: ana)
        func found(_ query: String) async throws -> [Int] {
            try await dao.find(NoteQuery(filter: .words(query)), owner: ana).map(\.id)
        }
        #expect(try await found("creme") == [1])
        #expect(try await found("BRUL") == [1])
        #expect(try await found("使用") == [2])
        #expect(try await found("it's") == [3])
        #expect(try await found("C++ AND") == [3])
        for query in ["\"", "*", "", "nothing"] { #expect(try await found(query) == []) }
        _ = try await dao.modify(1, content: "Tarte", at: time(1), owner: ana)
        // A file keeps its name.
        #expect(try await found("creme") == (kind == .folder ? [1] : []))
        #expect(try await found("tarte") == [1])
        _ = try await dao.trash(1, at: time(2), owner: ana)
        #expect(try await found("tarte") == [])
        _ = try await dao.trash(1, at: nil, owner: ana)
        #expect(try await found("tarte") == [1])
    }

    @Test(arguments: NoteTestStore.allCases)
    func `observers hear of a change whoever made it`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        let other = try store.dao()
        var changes = try dao.changes().makeAsyncIterator()
        _ = try await other.create([draft("a")], owner: ana)
        #expect(await changes.next() != nil)
    }

    /// A change that is not told would be waited for without end.
    @Test(.timeLimit(.minutes(10)), arguments: NoteTestStore.allCases)
    func `observers hear what changed, and how`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        _ = try await dao.counts(owner: ana)
        let observer = try dao.changes()
        var changes = observer.makeAsyncIterator()
        func heard(_ wanted: NoteChange) async -> Bool {
            while let heard = await changes.next() {
                guard case .these(let all) = heard else { return false }
                if all.contains(wanted) { return true }
            }
            return false
        }
        _ = try await dao.create([draft("a")], owner: ana)
        #expect(await heard(.note(1, .added)))
        _ = try await dao.modify(1, content: "b", at: time(1), owner: ana)
        // A note in a file keeps that file’s name.
        #expect(await heard(.note(1, .changed(kind == .folder ? .text : [.text, .title]))))
        _ = try await dao.mark(1, .addTag("c"), owner: ana)
        #expect(await heard(.note(1, .changed([.labels, .marks]))))
        _ = try await dao.trash(1, at: time(2), owner: ana)
        #expect(await heard(.note(1, .changed(.trash))))
        _ = try await dao.saveQuery("b", as: "Bé", owner: ana)
        #expect(await heard(.query("be")))
        let unfinished = try await dao.keepUnfinished("c", as: nil, at: time(2), owner: ana)
        #expect(await heard(.unfinished(unfinished)))
        _ = try await dao.remove(1, owner: ana)
        #expect(await heard(.note(1, .removed)))
        // What fails is not told.
        await #expect(throws: Refusal.self) {
            try await dao.write(ana) { [note = draft("d")] notes in
                _ = try notes.add([note])
                throw Refusal()
            }
        }
        #expect(observer.take() == nil)
    }

    @Test func `of what another process did, anything may have changed`() async throws {
        let store = try TestStore.sqlite.open()
        guard case .sqlite(let system) = store.system else { return }
        let observer = try SystemNotes.all(on: store.system).changes()
        try await system.noticeForeignChanges()
        let other = try SystemNotes.all(on: .sqlite(SQLiteSystem(path: system.path)))
        _ = try await other.create([draft("a")], owner: ana)
        #expect(observer.take() == nil)
        try await system.noticeForeignChanges()
        #expect(observer.take() == .unknown)
    }

    @Test func `what another process did before anybody looked is told as well`() async throws {
        let store = try TestStore.sqlite.open()
        guard case .sqlite(let system) = store.system else { return }
        let observer = try SystemNotes.all(on: store.system).changes()
        let other = try SystemNotes.all(on: .sqlite(SQLiteSystem(path: system.path)))
        _ = try await other.create([draft("a")], owner: ana)
        try await system.noticeForeignChanges()
        #expect(observer.take() == .unknown)
        try await system.noticeForeignChanges()
        #expect(observer.take() == nil)
    }

    private struct Refusal: Error {}

    @Test(arguments: NoteTestStore.allCases)
    func `a change sees itself, and one that fails leaves nothing`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        let (ana, note) = (ana, draft("One #tag"))
        let file = AttachmentDraft(name: "a", type: "t", bytes: [1], digest: Digest(bytes: [1]))
        await #expect(throws: Refusal.self) {
            try await dao.write(ana) { notes in
                let id = try notes.add([note])[0].id
                _ = try notes.attach(file, to: id)
                _ = try notes.modify(id, content: "Two", sealed: nil, renames: false, at: Timestamp(seconds: 1))
                #expect(try notes.notes(NoteQuery(filter: .words("two"))).map(\.id) == [id])
                #expect(try notes.notes(NoteQuery(filter: .words("one"))).isEmpty)
                #expect(try notes.versions(of: id).count == 2 && notes.counts()?.active == 1)
                throw Refusal()
            }
        }
        let left = try await dao.read(ana) { notes in
            try (notes.counts()?.active ?? 0, notes.notes(.above(0), limit: 9), notes.bytes(of: file.digest))
        }
        #expect(left.0 == 0 && left.1.isEmpty && left.2 == nil)
        #expect(try await dao.create([note], owner: ana).map(\.id) == [1])
    }

    @Test func `what is read together is of one state`() async throws {
        let store = try TestStore.sqlite.open()
        guard case .sqlite(let system) = store.system else { return }
        let dao = try SystemNotes.all(on: store.system)
        _ = try await dao.create([draft("One")], owner: ana)
        let path = system.path
        let (first, second) = try await dao.read(ana) { notes in
            let first = try notes.notes(.above(0), limit: 9)
            // Another process removes all of it in between.
            try DatabaseQueue(path: path).write { try $0.execute(sql: "DELETE FROM note; DELETE FROM note_owner") }
            return (first, try (notes.notes(.above(0), limit: 9), notes.counts()?.active))
        }
        #expect(second.0 == first && second.1 == 1)
        #expect(try await dao.counts(owner: ana).active == 0)
    }
}
