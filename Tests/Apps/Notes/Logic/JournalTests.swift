// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSecrets
import AtriumSession
import AtriumStores
import AtriumTesting
import Dice
import Foundation
import NotesFolder
@testable import NotesLogic
import NotesStore
import Testing

/// What commands change stands in the journal of each store, from which it is taken back and done again.
struct JournalTests {
    private let ana = UserID(rawValue: 1)

    private func service(_ store: OpenNoteStore) throws -> NotesService {
        NotesService(
            dao: try store.dao(), owner: ana, clock: ManualClock.nineOClock, timeZone: .gmt, sealingCost: .cheap)
    }

    /// All that is seen of notes outside the trash, and the files of a folder.
    private func seen(_ notes: NotesService, _ store: OpenNoteStore) async throws -> [String] {
        let all = try await notes.dao.page(after: 0, limit: .max, owner: ana)
        var lines = all.filter { $0.trashedAt == nil }.map { note in
            "\(note.id) \(note.content.debugDescription) \(note.createdAt) \(note.marks) \(note.names)"
        }
        for note in all where note.trashedAt == nil {
            lines += try await notes.dao.attachments(of: note.id, owner: ana).map {
                "\(note.id) \($0.name) \($0.digest)"
            }
        }
        lines += try await notes.dao.savedQueries(owner: ana).map { "@\($0.name) \($0.query)" }
        guard let folder = store.files, notes.store is FolderNoteStore else { return lines }
        for path in try Folder.paths(below: folder).filter({ $0.hasSuffix(".md") }).sorted() {
            lines.append(
                "\(path) \(String(decoding: try FileReader(folder + "/" + path).bytes(limit: .max), as: UTF8.self))")
        }
        return lines
    }

    /// Does something to one of the notes that there are.
    private func act(_ dice: inout Dice, on notes: NotesService) async throws {
        let all = try await notes.dao.page(after: 0, limit: .max, owner: ana)
        let (here, gone) = (all.filter { $0.trashedAt == nil }, all.filter { $0.trashedAt != nil })
        guard let note = here.randomElement(using: &dice), let other = here.randomElement(using: &dice) else { return }
        let words = ["Plum", "Quince", "Rose", "Salt & pepper"]
        let word = words[dice.roll(words.count)] + " \(dice.roll(9))"
        switch dice.roll(20) {
        // Some links lead to notes that are not written yet, whose names others get.
        case 0:
            let place = ["", "work/", "work/deep/"][dice.roll(3)] + words[dice.roll(words.count)] + " \(dice.roll(9))"
            _ = try await notes.add("\(word)\nSee [[\(other.title)]] [[\(word)]] [[\(place)]] #fresh")
        case 1: _ = try await notes.modify(note.id, to: "\(note.firstLine)\n\(word)")
        case 2: _ = try await notes.extend(note.id, by: word, at: .bottom)
        case 3: _ = try await notes.extend(note.id, by: word, at: .top)
        case 4: _ = try await notes.tag([note.id, other.id], "t\(dice.roll(3))")
        case 5: _ = try await notes.untag(note.id, "t\(dice.roll(3))")
        case 6: _ = try await notes.pin([note.id], dice.roll(2) == 0)
        case 7: _ = try await notes.makeTodo([note.id], due: DueTime("2026-02-0\(1 + dice.roll(8))"))
        case 8: _ = try await notes.finish([note.id])
        case 9, 10: _ = try await notes.rename(note.id, to: word)
        case 11: _ = try await notes.move([note.id], to: ["", "work", "work/deep"][dice.roll(3)])
        case 12: _ = try await notes.remove([note.id])
        case 13: if let id = gone.randomElement(using: &dice)?.id { _ = try await notes.restore([id]) }
        case 14: _ = try await notes.redate(note.id, to: Timestamp(seconds: Int64(1 + dice.roll(1_000_000))))
        case 15, 16:
            let folder = try ScratchFolder()
            let path = folder.path + "/picture \(dice.roll(4)).png"
            try Data("bytes \(dice.roll(9))".utf8).write(to: URL(filePath: path))
            _ = try await notes.attachments.attach(path, to: note.id)
        case 17:
            try await notes.rename(notebook: "work", to: ["play", "work/more"][dice.roll(2)], in: here.map(\.id))
        case 18:
            let tag = "u\(dice.roll(3))"
            _ = try await notes.extend(note.id, by: "#\(tag)", at: .bottom)
            _ = try? await notes.tag([note.id], tag)
            _ = try await notes.untag(note.id, tag)
        default: try await notes.save("tag:t\(dice.roll(3))", as: "q\(dice.roll(2))")
        }
    }

    /// Notes with names of their own, as an import of files brings them, two of them with one name.
    private func named(in notes: NotesService) async throws {
        let texts = [
            "Plum 1": "[[Plum 2]] [[work/Plum 1]] [q](Quince%203.md)", "work/Plum 1": "[[Plum 1]] [[Rose 4]]",
            "Plum 2": "[[Plum 1]] [[Apple]] [p](work/Plum%201.md) [[Salt & pepper 5]]",
        ]
        let drafts = texts.sorted { $0.key < $1.key }.map { path, text in
            NoteDraft(
                content: text, createdAt: Timestamp(seconds: 1), marks: NoteMarks(notebook: FilePath(path).folder),
                names: NoteNames(path: path))
        }
        _ = try await notes.store.write { try $0.add(drafts) }
    }

    @Test(arguments: NoteTestStore.allCases, seeds(4))
    func `whatever commands did is taken back one by one, and done again`(kind: NoteTestStore, seed: UInt64)
        async throws
    {
        let store = try kind.open()
        let notes = try service(store)
        for text in ["Apple\n[[Bread]] and [[Cake]]", "Bread\n[[Apple]]", "Cake"] { _ = try await notes.add(text) }
        try await named(in: notes)
        var dice = Dice(seed: seed)
        var states = [try await seen(notes, store)]
        for number in 0..<14 {
            // A command may refuse something, and have done a part of it.
            let before = try await notes.journal().count
            var rolls = dice
            try? await command("step\(number)") { try await act(&rolls, on: notes) }
            dice = rolls
            if try await notes.journal().count > before { states.append(try await seen(notes, store)) }
        }
        // As another shell, or after a restart.
        let later = try service(store)
        for state in states.dropLast().reversed() {
            #expect(try await later.perform(.undo).count == 1)
            #expect(try await seen(later, store) == state)
        }
        #expect(try await later.perform(.undo).isEmpty)
        for state in states.dropFirst() {
            #expect(try await later.perform(.redo).count == 1)
            #expect(try await seen(later, store) == state)
        }
        #expect(try await later.perform(.redo).isEmpty)
    }

    @Test(arguments: NoteTestStore.allCases)
    func `what is changed after an undo stands in the way of doing it again`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let notes = try service(store)
        let note = try await notes.add("One")
        _ = try await command("tag") { try await notes.tag([note.id], "x") }
        _ = try await notes.perform(.undo)
        _ = try await command("pin") { try await notes.pin([note.id], true) }
        #expect(try await notes.perform(.redo).isEmpty)
        #expect(try await notes.perform(.undo).map(\.origin.command) == ["pin"])
        #expect(try await notes.perform(.redo).map(\.origin.command) == ["pin"])
    }

    @Test(arguments: NoteTestStore.allCases)
    func `one run is taken back as one`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let notes = try service(store)
        try await command("import") {
            for number in 1...5 { _ = try await notes.add("Note \(number)") }
        }
        let entries = try await notes.journal()
        #expect(entries.count == 1)
        #expect(entries.flatMap { $0.notes() } == [1, 2, 3, 4, 5])
        _ = try await notes.perform(.undo)
        #expect(try await notes.dao.counts(owner: ana) == NoteCounts(active: 0, trashed: 5))
    }

    @Test(arguments: NoteTestStore.allCases)
    func `nothing is left in it of what was removed for good`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let notes = try service(store)
        let note = try await command("add") { try await notes.add("Xylophone") }
        _ = try await command("tag") { try await notes.tag([note.id], "zeppelin") }
        _ = try await command("rename") { try await notes.rename(note.id, to: "Yodeller") }
        _ = try await command("remove") { try await notes.remove([note.id]) }
        try await command("purge") { try await notes.purge([note.id]) }
        for entry in try await notes.journal() {
            let text = String(decoding: entry.changes, as: UTF8.self).lowercased()
            #expect(!["xylo", "zeppelin", "yodel"].contains { text.contains($0) })
        }
        if let files = store.files { #expect(RawFiles.below(files, with: ["xylo", "zeppelin", "yodel"]) == []) }
        await #expect(throws: JournalFault.lasting("purge")) { try await notes.perform(.undo) }
        // What was done to it before is not refused once more.
        #expect(try await notes.perform(.undo).isEmpty)
    }

    @Test(arguments: NoteTestStore.allCases)
    func `an earlier title of a note that is sealed is sealed in it as well`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let notes = try service(store)
        let note = try await notes.add("Xylophone\nsecret")
        try await notes.protection.setPassword(Secret("a word to pass"))
        _ = try await command("modify") { try await notes.modify(note.id, to: "Plum\nsecret") }
        _ = try await command("protect") { try await notes.protection.protect(note.id) }
        // A file’s name is never sealed.
        for entry in try await notes.journal() where kind != .folder {
            #expect(!String(decoding: entry.changes, as: UTF8.self).contains("Xylo"))
        }
        let later = try service(store)
        await #expect(throws: JournalFault.lasting("protect")) { try await later.perform(.undo) }
        if kind != .folder {
            await #expect(throws: NotesFault.locked(note.id)) { try await later.perform(.undo) }
        }
        try await later.protection.unlock(Secret("a word to pass"))
        #expect(try await later.perform(.undo).map(\.origin.command) == ["modify"])
        #expect(try later.protection.opened(await later.note(note.id)).content == "Xylophone\nsecret")
    }
}
