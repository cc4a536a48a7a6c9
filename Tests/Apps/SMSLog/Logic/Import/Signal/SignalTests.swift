// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSecrets
import AtriumSession
import AtriumTesting
import Foundation
@testable import SMSLogLogic
import Testing

@testable import MessageFormats
import SMSLogStore

/// What Signal exports, and what signal-export takes from it.
@Suite struct SignalTests {
    /// A folder of files, and where they are imported.
    private struct Fixture {
        let folder: TemporaryFolder
        let dao: any MessageStores
        /// Its files go with it.
        let system: TemporarySystem
        let service: SMSLogService

        init(_ files: [(String, String)], _ store: TestStore = .memory) throws {
            folder = try TemporaryFolder()
            (dao, system) = try store.make()
            service = SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock)
            try write(files)
        }

        func write(_ files: [(String, String)]) throws {
            for (path, text) in files {
                let place = URL(fileURLWithPath: folder.path + "/" + path)
                try FileManager.default.createDirectory(
                    at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: place)
            }
        }

        func imported(_ name: String = "") async throws -> (total: ImportTotal, files: [ImportedFile]) {
            let files = try await service.importFiles(at: folder.path + "/" + name) { _, _ in }
            return (ImportTotal(files), files)
        }

        func messages() async throws -> [Message] {
            var messages: [Message] = []
            while let message = try await dao.message(messages.count + 1, of: ana) { messages.append(message) }
            return messages
        }
    }

    private static let people = """
        {"version":"1","backupTimeMs":"1700000009000","mediaRootBackupKey":"AA==","currentAppVersion":"7.0"}
        {"account":{"givenName":"Ana"}}
        {"recipient":{"id":"1","self":{}}}
        {"recipient":{"id":"2","contact":{"aci":"QQ==","e164":"15551234567","profileGivenName":"Bob","profileFamilyName":"Lee"}}}
        {"recipient":{"id":"3","contact":{"aci":"Qg==","e164":"15557654321","profileGivenName":"Z","nickname":{"given":"Zoë"}}}}
        {"recipient":{"id":"4","group":{"masterKey":"TQ==","snapshot":{"title":{"title":"Team"},"members":[{"userId":"QQ=="},{"userId":"Qg=="},{"userId":"Uw=="}]}}}}
        {"chat":{"id":"10","recipientId":"2"}}
        {"chat":{"id":"11","recipientId":"4"}}

        """

    private static func item(_ chat: Int, _ author: Int, _ date: Int, _ rest: String) -> String {
        let way =
            author == 1
            ? "\"outgoing\":{\"sendStatus\":[{\"recipientId\":\"2\",\"read\":{}}],\"dateReceived\":\"\(date)\"}"
            : "\"incoming\":{\"dateReceived\":\"\(date + 5)\",\"read\":true}"
        return
            "{\"chatItem\":{\"chatId\":\"\(chat)\",\"authorId\":\"\(author)\",\"dateSent\":\"\(date)\",\(way),\(rest)}}\n"
    }

    private static func text(_ body: String, _ rest: String = "") -> String {
        "\"standardMessage\":{\"text\":{\"body\":\"\(body)\"}\(rest)}"
    }

    private static var lines: String {
        let hash = Data(SHA256.hash(Array("picture".utf8))).base64EncodedString()
        let pointer =
            "{\"contentType\":\"image/png\",\"fileName\":\"a.png\",\"caption\":\"look\",\"locatorInfo\":{\"plaintextHash\":\"\(hash)\",\"size\":7}}"
        let gone =
            "{\"contentType\":\"image/png\",\"fileName\":\"b.png\",\"locatorInfo\":{\"plaintextHash\":\"AA==\",\"size\":9}}"
        return people
            + item(
                10, 2, 1_700_000_000_000,
                text("hi", ",\"reactions\":[{\"emoji\":\"👍\",\"authorId\":\"1\",\"sentTimestamp\":\"1700000000500\"}]"))
            + item(10, 1, 1_700_000_001_000, text("null", ",\"quote\":{\"authorId\":\"2\",\"text\":{\"body\":\"hi\"}}"))
            + item(
                11, 3, 1_700_000_002_000,
                "\"standardMessage\":{\"attachments\":[{\"pointer\":\(pointer)},{\"pointer\":\(gone)}]}")
            + item(11, 1, 1_700_000_003_000, text("to all") + ",\"revisions\":[{\(text("to al"))}]")
            + item(10, 2, 1_700_000_004_000, "\"remoteDeletedMessage\":{}")
            + item(10, 2, 1_700_000_005_000, "\"stickerMessage\":{\"sticker\":{\"emoji\":\"🙂\"}}")
            + "{\"chatItem\":{\"chatId\":\"10\",\"authorId\":\"2\",\"dateSent\":\"1700000006000\",\"directionless\":{},\"updateMessage\":{\"individualCall\":{\"type\":\"AUDIO_CALL\",\"direction\":\"INCOMING\",\"state\":\"MISSED\",\"startedCallTimestamp\":\"1700000006000\"}}}}\n"
            + "{\"chatItem\":{\"chatId\":\"11\",\"authorId\":\"3\",\"dateSent\":\"1700000007000\",\"directionless\":{},\"updateMessage\":{\"groupChange\":{\"updates\":[{\"groupMemberAddedUpdate\":{\"updaterAci\":\"Qg==\",\"newMemberAci\":\"QQ==\"}}]}}}}\n"
            + "not json\n"
            + "{\"chatItem\":{\"chatId\":\"99\",\"authorId\":\"3\",\"dateSent\":\"1700000008000\",\"incoming\":{},\(text("lost"))}}\n"
            + item(10, 2, 1_700_000_008_000, "\"newThing\":{}")
            + "{\"stickerPack\":{\"packId\":\"AA==\"}}\n"
    }

    @Test("An export of Signal: people, groups, reactions, answers, files, edits, calls", arguments: TestStore.allCases)
    func export(_ store: TestStore) async throws {
        let test = try Fixture(
            [
                ("signal-backup/main.jsonl", Self.lines), ("signal-backup/metadata.json", "{\"version\":1}"),
                ("files/aa/aabb.png", "picture"), ("files/aa/other", "another"),
            ], store)
        let (total, files) = try await test.imported()
        #expect(total.saved.added == 10 && total.refused == 2 && total.calls == 1)
        #expect(files.map(\.name) == ["signal-backup/main.jsonl"])
        let report = try files[0].result.get()
        #expect(
            report.refused == [
                RefusedRow(line: 17, reason: .brokenJSON), RefusedRow(line: 18, reason: .missingAddress),
            ])
        #expect(
            report.remarks == [
                RowRemark(line: 11, reason: .absentFile("b.png")),
                RowRemark(line: 19, reason: .unknownElement("newThing")),
            ])
        let messages = try await test.messages()
        #expect(
            messages.map(\.content) == [
                "hi", "Reacted 👍 to “hi”", "null", "look", "to all\n(edited; before: “to al”)", "(unsent)",
                "(sticker 🙂)", "",
                "(group member added: Bob Lee, Zoë)", "(new thing)",
            ])
        let group = "+15551234567~+15557654321"
        #expect(
            messages.map(\.address.text) == [
                "+15551234567", "+15551234567", "+15551234567", group, group, "+15551234567", "+15551234567",
                "+15551234567",
                group, "+15551234567",
            ])
        #expect(
            messages.map { $0.direction == .outgoing } == [false, true, true, false, true]
                + Array(repeating: false, count: 5))
        #expect(
            messages[0].date.milliseconds == 1_700_000_000_005 && messages[1].date.milliseconds == 1_700_000_000_500)
        #expect(messages[2].subject == "Re: “hi”" && messages[2].status == .delivered)
        #expect(messages[3].sender == Address("+15557654321"))
        #expect(messages[3].attachments.map(\.size) == [7, 0])
        #expect(messages[7].call?.outcome == .missed && !messages[7].isRead)
        #expect(messages[0].displayName == "Bob Lee" && messages[3].displayName == "Team")
        #expect(try await test.dao.contacts(of: ana).first { $0.address.text == "+15557654321" }?.name == "Zoë")
        #expect(try await test.imported().total.saved.added == 0)
    }

    @Test("A later export changes what was edited and moves a group that has grown", arguments: TestStore.allCases)
    func later(_ store: TestStore) async throws {
        let test = try Fixture(
            [("main.jsonl", Self.people + Self.item(11, 3, 1_700_000_002_000, Self.text("one")))], store)
        #expect(try await test.imported().total.saved.added == 1)
        let more =
            Self.people.replacing("{\"userId\":\"Uw==\"}", with: "{\"userId\":\"RA==\"}")
            .replacing("1700000009000", with: "1700000019000")
            + "{\"recipient\":{\"id\":\"5\",\"contact\":{\"aci\":\"RA==\",\"e164\":\"15550001111\"}}}\n"
            + Self.item(11, 3, 1_700_000_002_000, Self.text("two") + ",\"revisions\":[{\(Self.text("one"))}]")
        try test.write([("main.jsonl", more)])
        let saved = try await test.imported().total.saved
        #expect(saved.added == 0 && saved.refreshed == 1)
        let messages = try await test.messages()
        #expect(messages.map(\.content) == ["two\n(edited; before: “one”)"])
        #expect(messages[0].address.text == "+15550001111~+15551234567~+15557654321")
    }

    @Test("A folder of signal-export: conversations, files, answers, reactions and calls")
    func conversations() async throws {
        func line(_ date: String, _ sender: String, _ body: String, _ rest: String = "") -> String {
            "{\"date\": \"2023-11-14T\(date)\", \"sender\": \"\(sender)\", \"body\": \"\(body)  \", \"quote\": \"\", \"sticker\": null, \"reactions\": [], \"attachments\": [], \"deleted\": false, \"call\": false, \"missed\": false\(rest)}\n"
        }
        let bob =
            line("10:00:00.123000", "Bob", "hi")
            + line(
                "10:01:00", "Me", "look",
                ", \"attachments\": [{\"name\": \"a b.png\", \"path\": \"media/a%20b.png\", \"missing_kind\": null}, {\"name\": \"\", \"path\": \"\", \"missing_kind\": \"media\"}]"
            )
            + line("10:02:00", "Bob", "yes", ", \"quote\": \"\\n\\n> look\\n\\n\", \"reactions\": [[\"Me\", \"👍\"]]")
            + line("10:03:00", "Bob", "Incoming voice call (accepted, 1m 2s)", ", \"call\": true")
            + line("10:04:00", "Bob", "", ", \"deleted\": true") + "broken\n"
        let team = line("11:00:00", "Bob", "one") + line("11:01:00", "Zoë", "two") + line("11:02:00", "Me", "three")
        let test = try Fixture([
            ("Bob/data.json", bob), ("Bob/chat.md", "[2023-11-14 10:00:00] Bob: hi"), ("Bob/media/a b.png", "abc"),
            ("Team/data.json", team), ("notes/data.json", "{\"a\":1}"),
        ])
        let (total, files) = try await test.imported()
        // What is of another program is named, and costs nothing.
        #expect(files.map(\.name) == ["Bob/data.json", "Team/data.json", "notes/data.json"])
        #expect(total.saved.added == 9 && total.refused == 1 && total.calls == 1)
        let messages = try await test.messages()
        #expect(
            messages.map { "\($0.address) \($0.sender?.text ?? "-") \($0.content)" } == [
                "Bob - hi", "Bob - look", "Bob - yes", "Bob - Reacted 👍 to “yes”", "Bob - ", "Bob - (unsent)",
                "Team Bob one", "Team Zoë two", "Team - three",
            ])
        #expect(messages[0].date == ISOTime.timestamp("2023-11-14T10:00:00.123Z", in: .gmt))
        #expect(messages[1].attachments.map(\.size) == [3, 0] && messages[2].subject == "Re: “look”")
        #expect(messages[4].call == Call(.answered, seconds: 62))
        #expect(
            messages.map { $0.direction == .outgoing } == [false, true, false, true, false, false, false, false, true])
        #expect(try await test.imported().total.saved.added == 0)
        #expect(try await test.imported("Team").total.saved.duplicates == 3)
    }
}
