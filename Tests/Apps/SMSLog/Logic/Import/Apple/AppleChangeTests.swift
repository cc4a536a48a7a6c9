// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import Foundation
import GRDB
@testable import SMSLogLogic
import SMSLogStore
import Testing

@testable import MessageFormats

/// A database of Apple’s Messages that goes on, and what is imported of it.
private struct AppleCopies {
    let folder: TemporaryFolder
    let dao: any MessageStores
    /// Its files go with it.
    let system: TemporarySystem
    let service: SMSLogService
    let file: AppleDatabase

    /// With one message to one person, and three in a group.
    init(_ store: TestStore) throws {
        folder = try TemporaryFolder()
        (dao, system) = try store.make()
        service = SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock)
        file = try AppleDatabase(folder.path + "/chat.db")
        try file.add(1, chat: 1, ["text": "Diner at six", "handle_id": 1])
        try file.add(2, chat: 2, ["text": "One", "handle_id": 2])
        try file.add(3, chat: 2, ["text": "Two", "handle_id": 3])
        try file.add(4, chat: 2, ["text": "Three", "is_from_me": 1])
    }

    func imported(_ name: String = "chat.db") async throws -> SavedRows {
        let files = try await service.importFiles(at: folder.path + "/" + name) { _, _ in }
        return try #require(files.first).result.get().saved
    }

    func message(_ number: Int) async throws -> Message { try #require(try await dao.message(number, of: ana)) }

    /// Has a message say something else, as Messages does.
    func edit(_ number: Int, from old: String, to new: String) throws {
        let history = try PropertyListSerialization.data(
            fromPropertyList: ["ec": ["0": [old, new].map { ["d": 1, "t": Data(TypedStreamBytes.archive($0))] }]],
            format: .binary, options: 0)
        try file.queue.inDatabase {
            try $0.execute(
                sql: "UPDATE message SET text = ?, date_edited = ?, message_summary_info = ? WHERE ROWID = ?",
                arguments: [new, file.time(number + 1), history, number])
        }
    }
}

/// Later and earlier copies of a database of Apple’s Messages: a message is the same by its identifier.
struct AppleChangeTests {
    @Test(arguments: TestStore.allCases) func `an edited message stays one`(store: TestStore) async throws {
        let test = try AppleCopies(store)
        #expect(try await test.imported().added == 4)
        try FileManager.default.copyItem(
            atPath: test.folder.path + "/chat.db", toPath: test.folder.path + "/old.db")
        try test.edit(1, from: "Diner at six", to: "Dinner at six")
        // What comes next makes the copy a later one.
        try test.file.add(9, chat: 1, ["text": "See you", "handle_id": 1])
        let later = try await test.imported()
        #expect(later.added == 1 && later.refreshed == 1 && later.duplicates == 4)
        let text = "Dinner at six\n(edited; before: “Diner at six”)"
        #expect(try await test.message(1).content == text)
        #expect(try await test.service.find("dinner", limit: 9).map(\.id) == [1])
        // Once it is known, nothing is new in the same copy.
        let again = try await test.imported()
        #expect(again.added == 0 && again.refreshed == 0 && again.duplicates == 5)
        // An earlier copy takes nothing back.
        let earlier = try await test.imported("old.db")
        #expect(earlier.added == 0 && earlier.duplicates == 4)
        #expect(try await test.message(1).content == text)
    }

    @Test(arguments: TestStore.allCases) func `a group keeps its messages when somebody joins`(store: TestStore)
        async throws
    {
        let test = try AppleCopies(store)
        _ = try await test.imported()
        try FileManager.default.copyItem(
            atPath: test.folder.path + "/chat.db", toPath: test.folder.path + "/old.db")
        let group = try await test.message(2).address
        _ = try await test.service.mark(.pin, [group])
        try test.file.run(
            "INSERT INTO handle (id) VALUES ('+15550001111'); INSERT INTO chat_handle_join VALUES (2, 5)")
        try test.file.add(5, chat: 2, ["text": "Four", "handle_id": 5])
        #expect(try await test.imported().added == 1)
        let wider = Address("+15550001111~+15557654321~bob@example.org")
        for number in 2...5 { #expect(try await test.message(number).address == wider) }
        let conversations = try await test.dao.conversations(of: ana, .all, limit: 9)
        #expect(Set(conversations.map(\.address)) == [wider, try await test.message(1).address])
        #expect(conversations.first { $0.address == wider }?.count == 4)
        #expect(try await test.message(2).marks.contains(.pinned))
        #expect(try await test.message(3).sender == Address("+15557654321"))
        #expect(try await test.imported("old.db").added == 0)
        #expect(try await test.message(2).address == wider)
    }

    @Test(arguments: TestStore.allCases) func `files that turn up later come to their message and stay`(
        store: TestStore
    )
        async throws
    {
        let test = try AppleCopies(store)
        try test.file.addFile(to: 2, path: "~/Library/Messages/Attachments/aa/a.png", name: "a.png")
        #expect(try await test.imported().missingData == 1)
        let place = URL(fileURLWithPath: test.folder.path + "/Attachments/aa/a.png")
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data([1, 2, 3]).write(to: place)
        #expect(try await test.imported().added == 0)
        let digest = try #require(try await test.message(2).attachments.first?.digest)
        #expect(try await test.dao.bytes(of: digest, owner: ana) == [1, 2, 3])
        try FileManager.default.removeItem(at: place)
        #expect(try await test.imported().added == 0)
        #expect(try await test.dao.bytes(of: digest, owner: ana) == [1, 2, 3])
        #expect(try await test.dao.tally(of: ana).messages == 4)
    }

    @Test(arguments: TestStore.allCases) func `what was removed here does not come back edited`(store: TestStore)
        async throws
    {
        let test = try AppleCopies(store)
        _ = try await test.imported()
        _ = try await test.service.remove([1])
        try test.edit(1, from: "Diner at six", to: "Dinner at six")
        let later = try await test.imported()
        #expect(later.added == 0 && later.removed == 1)
        #expect(try await test.dao.message(1, of: ana) == nil)
    }

    @Test(arguments: TestStore.allCases) func `what somebody has taken back elsewhere is kept here`(store: TestStore)
        async throws
    {
        let test = try AppleCopies(store)
        _ = try await test.imported()
        try test.file.run("UPDATE message SET text = NULL, date_edited = 7 WHERE ROWID = 1")
        let later = try await test.imported()
        #expect(later.added == 0 && later.duplicates == 4)
        #expect(try await test.message(1).content == "Diner at six")
    }
}
