// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumSystems
import AtriumTesting
import Foundation
@testable import NotesLogic
import Testing

@testable import NotesFolder
@testable import NotesStore

/// What is removed for good can be read nowhere in the files.
struct PurgeTests {
    private let ana = UserID(rawValue: 1)
    private let words = ["zebrafish", "quokka", "axolotl", "narwhal", "capybara", "pangolin"]

    /// Fills a store with notes of which one has the words in its text, a version, a tag and a file, and was a draft.
    private func fill(_ service: NotesService, _ scratch: ScratchFolder) async throws -> Int {
        for number in 0..<300 { _ = try await service.add("Note \(number) about work #work") }
        let draft = try await service.keepUnfinished("Zebrafish and", as: nil)
        let id = try await service.add("Zebrafish and their tank", finishing: draft).id
        _ = try await service.modify(id, to: "Quokka on the island #axolotl")
        let file = try scratch.write(String(repeating: "narwhal ", count: 5_000), "capybara.txt")
        _ = try await service.attachments.attach(file, to: id)
        for number in 300..<600 { _ = try await service.add("Note \(number) about work #work") }
        return id
    }

    @Test func `a purged note leaves no word in the file, its index or its log`() async throws {
        let store = try TestStore.sqlite.open()
        let scratch = try ScratchFolder()
        let folder = try #require(store.folder)
        let dao = try SystemNotes.all(on: store.system)
        let service = NotesService(dao: dao, owner: ana, clock: ManualClock.nineOClock, timeZone: .gmt)
        let id = try await fill(service, scratch)
        #expect(!RawFiles.below(folder, with: words).isEmpty)
        // With others, one transaction erases the words of all.
        let other = try await service.add("Axolotl and quokka").id
        _ = try await service.remove([id, 2, other])
        try await service.purge([id, other, 2])
        #expect(RawFiles.below(folder, with: words) == [])
        #expect(try await service.find("work", limit: 5).count == 5)
        // An attachment alone, too.
        _ = try await service.attachments.attach(scratch.write("pangolin", "pangolin.txt"), to: 1)
        #expect(!RawFiles.below(folder, with: words).isEmpty)
        try await service.attachments.detach("pangolin.txt", from: 1)
        #expect(RawFiles.below(folder, with: words) == [])
    }

    @Test func `a purged note leaves no word in a folder of files, nor in its index`() async throws {
        let scratch = try ScratchFolder()
        let other = try ScratchFolder()
        let dao = FolderNoteStore.testing(scratch.path)
        let service = NotesService(dao: dao, owner: ana, clock: ManualClock.nineOClock, timeZone: .gmt)
        let id = try await fill(service, other)
        #expect(!RawFiles.below(scratch.path, with: words).isEmpty)
        _ = try await service.remove([id])
        try await service.purge([id])
        #expect(RawFiles.below(scratch.path, with: words) == [])
    }

    @Test(arguments: NoteTestStore.allCases)
    func `what is still being written is no part of a note that is purged`(_ kind: NoteTestStore) async throws {
        let store = try kind.open()
        let service = NotesService(
            dao: try store.dao(), owner: ana, clock: ManualClock.nineOClock, timeZone: .gmt)
        let id = try await service.add("Buy milk and bread").id
        _ = try await service.keepUnfinished("milk", as: nil)
        _ = try await service.remove([id])
        try await service.purge([id])
        #expect(try await service.unfinished().map(\.content) == ["milk"])
    }

    @Test func `a deleted user leaves no word, and another one all`() async throws {
        let store = try TestStore.sqlite.open()
        let scratch = try ScratchFolder()
        let folder = try #require(store.folder)
        let dao = try SystemNotes.all(on: store.system)
        let ben = NotesService(
            dao: dao, owner: UserID(rawValue: 2), clock: ManualClock.nineOClock, timeZone: .gmt)
        _ = try await ben.add("Wombat")
        _ = try await fill(
            NotesService(dao: dao, owner: ana, clock: ManualClock.nineOClock, timeZone: .gmt), scratch)
        _ = try await dao.keepUnfinished("Quokka on the", as: nil, at: Timestamp(seconds: 9), owner: ana)
        try await SystemNotes.removeAll(of: ana, on: store.system) { _ in }
        #expect(RawFiles.below(folder, with: words + ["about work"]) == [])
        #expect(try await ben.find("wombat", limit: 5).count == 1)
    }
}
