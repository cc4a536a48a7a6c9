// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSecrets
import AtriumSession
import AtriumSystems
import AtriumTesting
import Foundation
import GRDB
@testable import SMSLogLogic
import SMSLogStore
import Testing

@testable import MessageFormats

/// Messages from databases of Apple’s Messages.
@Suite struct AppleImportTests {
    private let folder: TemporaryFolder
    private let dao: any MessageStores

    init() throws {
        folder = try TemporaryFolder()
        dao = try TestStore.memory.make().0
    }

    private func imported(_ name: String = "chat.db", isCheck: Bool = false) async throws -> ImportReport {
        let service = SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock)
        let log = isCheck ? try await service.copied() : service
        let files = try await log.importFiles(at: folder.path + "/" + name) { _, _ in }
        return try #require(files.first).result.get()
    }

    private func make(
        _ generation: AppleDatabase.Generation = .late, at name: String = "chat.db", inLog: Bool = false
    ) throws -> AppleDatabase { try AppleDatabase(folder.path + "/" + name, generation, inLog: inLog) }

    private func write(_ bytes: [UInt8], to name: String) throws {
        let place = URL(fileURLWithPath: folder.path + "/" + name)
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: place)
    }

    private func message(_ number: Int) async throws -> Message { try #require(try await dao.message(number, of: ana)) }

    @Test func `text that is no UTF-8 is kept, and the account counts what was replaced`() async throws {
        let file = try make()
        try file.add(1, chat: 1, ["text": "a", "handle_id": 1])
        try file.add(2, chat: 1, ["text": Data([0x61, 0x62]), "handle_id": 1])
        try file.run(
            "UPDATE message SET text = CAST(x'6162ff63' AS TEXT), subject = CAST(x'7a80' AS TEXT) WHERE ROWID = 1")
        let report = try await imported()
        #expect(report.saved.added == 2 && report.remarks.isEmpty && report.replacedCharacters == 2)
        #expect(try await message(1).content == "ab\u{FFFD}c")
        #expect(try await message(2).content == "ab")
    }

    @Test(arguments: AppleDatabase.Generation.allCases)
    func messagesOfEachVersion(_ generation: AppleDatabase.Generation) async throws {
        let file = try make(generation)
        try file.add(1, chat: 1, ["text": "Hi", "handle_id": 1, "service": "SMS", "date_read": file.time(5)])
        try file.add(
            2, chat: 1,
            [
                "text": "Yo", "is_from_me": 1, "service": "iMessage", "account": "E:ana@example.org",
                "is_delivered": 1, "date_delivered": file.time(9),
            ])
        try file.add(3, chat: 2, ["attributedBody": Data(TypedStreamBytes.archive("All?")), "handle_id": 2])
        try file.add(4, chat: nil, ["text": "lost", "handle_id": 2])
        try file.add(5, chat: 3, ["text": "no", "is_from_me": 1, "error": 22])
        try file.run("INSERT INTO chat_message_join VALUES (1, 5)")
        let report = try await imported()
        #expect(report.saved.added == 5)
        #expect(report.refused.isEmpty && report.remarks.isEmpty && report.ending == nil)
        let first = try await message(1)
        #expect(first.address.text == "+15551234567")
        #expect(first.content == "Hi")
        #expect(first.date.milliseconds == Int64((AppleDatabase.startSince1970 + 1) * 1000))
        #expect(first.isRead && first.direction == .incoming && first.kind == .sms)
        let own = try await message(2)
        #expect(own.status == .delivered && own.direction == .outgoing)
        let details = try #require(try await dao.read(ana) { try $0.details(of: 2) })
        #expect(details.delivered?.milliseconds == Int64((AppleDatabase.startSince1970 + 9) * 1000))
        #expect(details.sim == "iMessage ana@example.org")
        #expect(details.networkID == "G2")
        let group = try await message(3)
        #expect(group.content == "All?")
        #expect(group.address.text == "+15557654321~bob@example.org")
        #expect(group.sender == Address("bob@example.org"))
        #expect(group.displayName == "Trip")
        #expect(!group.isRead)
        #expect(try await message(4).address.text == "bob@example.org")
        #expect(try await message(5).address.text == "+15551234567")
        #expect(try await message(5).status == .failed)
        let again = try await imported()
        #expect(again.saved.added == 0 && again.saved.duplicates == 5)
    }

    @Test func reactionsRepliesAndChanges() async throws {
        let file = try make()
        try file.add(1, chat: 2, ["text": "Dinner?", "handle_id": 2])
        let types = Array(2000...2006) + Array(3000...3007)
        for (place, type) in types.enumerated() {
            try file.add(
                10 + place, chat: 2,
                [
                    "associated_message_guid": "p:0/G1", "associated_message_type": type, "handle_id": 3,
                    "associated_message_emoji": [2006, 3006].contains(type) ? "🎉" : nil,
                ])
        }
        try file.add(40, chat: 2, ["text": "Yes", "handle_id": 3, "thread_originator_guid": "G1"])
        let history = try PropertyListSerialization.data(
            fromPropertyList: [
                "ec": [
                    "0": ["Dinner?", "Diner!", "Dinner!"].map { ["d": 1, "t": Data(TypedStreamBytes.archive($0))] }
                ]
            ], format: .binary, options: 0)
        try file.add(
            41, chat: 2, ["text": "Dinner!", "handle_id": 3, "date_edited": 7, "message_summary_info": history])
        try file.add(42, chat: 2, ["handle_id": 3, "date_edited": 7])
        try file.add(43, chat: 2, ["handle_id": 3, "item_type": 2, "group_title": "Rome"])
        try file.add(44, chat: 2, ["handle_id": 3, "item_type": 1, "other_handle": 2])
        try file.add(45, chat: 2, ["handle_id": 3, "item_type": 1, "other_handle": 2, "group_action_type": 1])
        try file.add(46, chat: 2, ["handle_id": 3, "item_type": 3])
        try file.add(47, chat: 2, ["handle_id": 3, "text": "\u{FFFD}", "balloon_bundle_id": "x:0:com.example.game"])
        try file.add(48, chat: 2, ["text": "Loved an image", "handle_id": 3, "associated_message_type": 2000])
        let report = try await imported()
        #expect(report.saved.added == 25)
        var texts: [String] = []
        for number in 1...25 { texts.append(try await message(number).content) }
        #expect(
            texts == [
                "Dinner?", "Loved “Dinner?”", "Liked “Dinner?”", "Disliked “Dinner?”", "Laughed at “Dinner?”",
                "Emphasized “Dinner?”", "Questioned “Dinner?”", "Reacted 🎉 to “Dinner?”",
                "Removed a heart from “Dinner?”", "Removed a like from “Dinner?”", "Removed a dislike from “Dinner?”",
                "Removed a laugh from “Dinner?”", "Removed an exclamation from “Dinner?”",
                "Removed a question mark from “Dinner?”", "Removed 🎉 from “Dinner?”",
                "Removed a sticker from “Dinner?”", "Yes", "Dinner!\n(edited; before: “Dinner?”, “Diner!”)", "(unsent)",
                "(named the conversation “Rome”)", "(added bob@example.org)", "(removed bob@example.org)",
                "(left the conversation)", "(from the app com.example.game)", "Loved an image",
            ])
        #expect(try await message(17).subject == "Re: “Dinner?”")
    }

    @Test func `an answer keeps its own subject`() async throws {
        let file = try make()
        try file.add(1, chat: 1, ["text": "shall we?", "handle_id": 1])
        try file.add(
            2, chat: 1, ["text": "yes", "subject": "Important", "handle_id": 1, "thread_originator_guid": "G1"])
        #expect(try await imported().saved.added == 2)
        #expect(try await message(2).subject == "Important · Re: “shall we?”")
    }

    @Test(arguments: [true, false]) func `a group without a name is apart from one with its members`(
        isLater: Bool
    ) async throws {
        let file = try make()
        try await file.queue.write { database in
            try database.execute(
                sql: "UPDATE chat SET display_name = ? WHERE ROWID = 2", arguments: [isLater ? "Trip" : nil])
            try database.execute(
                sql: """
                    INSERT INTO chat (ROWID, style, chat_identifier, display_name) VALUES (7, 43, 'chat43', ?);
                    INSERT INTO chat_handle_join VALUES (7, 3), (7, 2);
                    """, arguments: [isLater ? nil : "Trip"])
        }
        try file.add(1, chat: 2, ["text": "one", "handle_id": 2])
        try file.add(2, chat: 7, ["text": "two", "handle_id": 3])
        #expect(try await imported().saved.added == 2)
        let (first, second) = (try await message(1), try await message(2))
        #expect(first.address.text == "+15557654321~bob@example.org")
        #expect(second.address != first.address)
        #expect(first.displayName == (isLater ? "Trip" : first.address.text))
        #expect(second.displayName == (isLater ? "bob@example.org, +15557654321" : "Trip"))
    }

    @Test func filesStandWhereTheTextHasThem() async throws {
        try write([1, 2, 3], to: "Attachments/aa/a.png")
        try write([9], to: "secret")
        let file = try make()
        try file.add(1, chat: 1, ["text": "see \u{FFFC} and \u{FFFC}", "handle_id": 1])
        try file.addFile(to: 1, path: "~/Library/Messages/Attachments/aa/a.png", name: "beach.png")
        try file.addFile(to: 1, path: "/var/mobile/Library/SMS/Attachments/bb/gone.mov", type: "video/quicktime")
        try file.addFile(to: 1, path: "~/Library/Messages/Attachments/../secret", type: nil)
        let report = try await imported()
        #expect(report.saved.attachments == 3 && report.saved.missingData == 2)
        #expect(report.remarks.map(\.reason) == [.missingFile("gone.mov"), .missingFile("secret")])
        let found = try await message(1)
        #expect(found.content == "see \n and ")
        #expect(found.attachments.map(\.name) == ["beach.png", "gone.mov", "secret"])
        #expect(found.attachments.map(\.size) == [3, 0, 0])
        let digest = try #require(found.attachments[0].digest)
        #expect(try await dao.bytes(of: digest, owner: ana) == [1, 2, 3])
        #expect(try await imported().saved.duplicates == 1)
    }

    @Test(arguments: [true, false]) func backupsOfIOS(_ isFlat: Bool) async throws {
        func place(_ file: String) -> String {
            let name = SHA1.hash(Array(file.utf8)).hexadecimal
            return "backup/" + (isFlat ? name : name.prefix(2) + "/" + name)
        }
        func list(_ isEncrypted: Bool) throws -> [UInt8] {
            let values = ["IsEncrypted": isEncrypted]
            return [UInt8](try PropertyListSerialization.data(fromPropertyList: values, format: .binary, options: 0))
        }
        try write(try list(true), to: "backup/Manifest.plist")
        await #expect(throws: ImportFault.sealedBackup) { try await imported("backup") }
        try write(try list(false), to: "backup/Manifest.plist")
        await #expect(throws: ImportFault.backupWithoutMessages) { try await imported("backup") }
        try write([7, 8], to: place("MediaDomain-Library/SMS/Attachments/aa/b.jpg"))
        try write([], to: place("HomeDomain-Library/SMS/sms.db"))
        let file = try make(isFlat ? .early : .late, at: place("HomeDomain-Library/SMS/sms.db"))
        try file.add(1, chat: 1, ["text": "\u{FFFC}", "handle_id": 1])
        try file.addFile(to: 1, path: "~/Library/SMS/Attachments/aa/b.jpg", type: "image/jpeg")
        let report = try await imported("backup")
        #expect(report.saved.added == 1 && report.remarks.isEmpty)
        #expect(try await message(1).attachments.map(\.size) == [2])
    }

    @Test func aLogIsReadAndNothingIsTouched() async throws {
        let file = try make(inLog: true)
        try file.add(1, chat: 1, ["text": "in the log", "handle_id": 1])
        // As a copy has them: the database with its log, of which nothing was merged.
        try FileManager.default.createDirectory(atPath: folder.path + "/copy", withIntermediateDirectories: false)
        for end in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: folder.path + "/chat.db" + end, toPath: folder.path + "/copy/chat.db" + end)
        }
        func state() throws -> [String: Data] {
            var state: [String: Data] = [:]
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path + "/copy") {
                state[name] = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/copy/" + name))
            }
            return state
        }
        let before = try state()
        #expect(before.count == 2)
        #expect(try await imported("copy/chat.db", isCheck: true).saved.added == 1)
        #expect(try await dao.message(1, of: ana) == nil)
        #expect(try await imported("copy").saved.added == 1)
        #expect(try await message(1).content == "in the log")
        #expect(try state() == before)
        // One in write-ahead mode whose log was merged leaves no files beside it either.
        try file.run("PRAGMA wal_checkpoint(TRUNCATE)")
        for name in before.keys { try FileManager.default.removeItem(atPath: folder.path + "/copy/" + name) }
        try FileManager.default.copyItem(
            atPath: folder.path + "/chat.db", toPath: folder.path + "/copy/chat.db")
        #expect(try await imported("copy/chat.db").saved.duplicates == 1)
        #expect(try state().count == 1)
    }

    @Test func brokenRowsCostThemselves() async throws {
        let file = try make()
        try file.add(1, chat: 1, ["text": "good", "handle_id": 1])
        try file.add(2, chat: 1, ["text": "undated", "handle_id": 1, "date": 0])
        try file.add(3, chat: 1, ["text": "far", "handle_id": 1, "date": Int.max])
        try file.add(4, chat: 1, ["handle_id": 1, "attributedBody": Data([1, 2, 3])])
        try file.add(5, chat: 9, ["text": "whose", "handle_id": 77])
        let report = try await imported()
        #expect(report.refused.isEmpty)
        #expect(
            report.remarks == [
                RowRemark(line: 2, reason: .undatedMessage), RowRemark(line: 3, reason: .undatedMessage),
                RowRemark(line: 4, reason: .emptyMessage), RowRemark(line: 5, reason: .unaddressedMessage),
            ])
        #expect(report.saved.added == 5)
        #expect(try await message(3).date == message(1).date)
    }

    @Test func damagedFiles() async throws {
        let file = try make()
        for number in 1...400 {
            try file.add(number, chat: 1, ["text": String(repeating: "message \(number) ", count: 20), "handle_id": 1])
        }
        try file.queue.close()
        let place = URL(fileURLWithPath: folder.path + "/chat.db")
        let whole = [UInt8](try Data(contentsOf: place))
        for step in 1...20 {
            var bytes = whole
            let page = (step * whole.count / 21) / 4096 * 4096
            if step % 2 == 0 {
                bytes = Array(bytes[..<page])
            } else {
                bytes.replaceSubrange(page..<(page + 64), with: repeatElement(0xFF, count: 64))
            }
            try Data(bytes).write(to: place)
            do {
                let report = try await imported(isCheck: true)
                #expect(report.found <= 400)
                #expect(report.ending == nil || report.ending == .fault(.damagedDatabase))
                // A page less costs what was in it.
                if step % 2 == 1, page > whole.count / 4 { #expect(report.saved.count > 0) }
            } catch let fault as ImportFault {
                #expect(fault == .damagedDatabase)
            }
        }
        try Data(Array("SQLite format 3\0".utf8)).write(to: place)
        await #expect(throws: ImportFault.damagedDatabase) { try await imported() }
    }

    @Test func `a file that ends within a page is damaged, though SQLite reads it`() async throws {
        let file = try make()
        try file.add(1, chat: 1, ["text": "see \u{FFFC}", "handle_id": 1])
        try file.addFile(to: 1, path: nil, name: "a.png")
        try file.queue.close()
        let place = URL(fileURLWithPath: folder.path + "/chat.db")
        try Data(contentsOf: place).dropLast().write(to: place)
        let report = try await imported()
        #expect(report.found == 1 && report.ending == .fault(.damagedDatabase))
    }

    @Test func otherDatabasesAndOthersFolders() async throws {
        let file = try make(at: "other.db")
        try file.run(
            "DROP TABLE message; CREATE VIEW message AS SELECT 1 AS guid, 1 AS date, 1 AS handle_id, 1 AS is_from_me")
        await #expect(throws: ImportFault.notMessages) { try await imported("other.db") }
        guard geteuid() != 0 else { return }
        try FileManager.default.createDirectory(atPath: folder.path + "/shut", withIntermediateDirectories: false)
        _ = try make(at: "shut/chat.db")
        defer { chmod(folder.path + "/shut", 0o700) }
        chmod(folder.path + "/shut", 0o500)
        #expect(try await imported("shut/chat.db").saved.added == 0)
        chmod(folder.path + "/shut", 0)
        await #expect(throws: ImportFault.unreadable(reason: EACCES)) { try await imported("shut/chat.db") }
    }
}
