// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import Dice
import Foundation
@testable import SMSLogLogic
import Testing
import ZipBytes

@testable import MessageFormats
import SMSLogStore

/// Chats that WhatsApp has exported.
@Suite struct ChatTests {
    private func imported(
        _ files: [(String, String)], at name: String, _ choices: ImportChoices = ImportChoices(), times: Int = 1
    ) async throws -> (messages: [Message], total: ImportTotal, files: [ImportedFile]) {
        let folder = try TemporaryFolder()
        for (path, text) in files {
            let place = URL(fileURLWithPath: folder.path + "/" + path)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: place)
        }
        let (dao, _) = try TestStore.memory.make()
        let service = SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock)
        var found: [ImportedFile] = []
        for _ in 0..<times {
            found = try await service.importFiles(at: folder.path + "/" + name, choices: choices) { _, _ in }
        }
        var messages: [Message] = []
        while let message = try await dao.message(messages.count + 1, of: ana) { messages.append(message) }
        return (messages, ImportTotal(found), found)
    }

    private static let apple = [
        "[12/31/20, 11:58:01\u{202F}PM] Family: \u{200E}Messages and calls are end-to-end encrypted.",
        "[12/31/20, 11:58:02\u{202F}PM] Ben Li: \u{200E}Ben Li created this group",
        "[12/31/20, 11:59:58\u{202F}PM] Ben Li: two: lines", "", "and a half",
        "\u{200E}[1/1/21, 12:00:05\u{202F}AM] Ana: \u{200E}<attached: 00000012-PHOTO.jpg>",
        "[1/1/21, 12:01:00\u{202F}AM] ~\u{A0}Zoë: Happy! \u{200E}<This message was edited>",
        "[1/1/21, 12:02:00\u{202F}AM] \u{202A}+65\u{A0}8123\u{A0}4567\u{202C}: \u{200E}image omitted",
        "[1/1/21, 12:03:00\u{202F}AM] Ana: \u{200E}You deleted this message.",
        "[99/99/21, 12:04:00\u{202F}AM] Ana: when", "[1/1/21, 12:05:00\u{202F}AM] Ana: ok",
        "[1/1/21, 12:05:00\u{202F}AM] Ana: ok", "",
    ].joined(separator: "\r\n")

    @Test(arguments: [
        "19:23, 28 Aug 2013 - Ana: <Media omitted>\n19:24, 28 Aug 2013 - Bob: two: lines\n5 May 10:00 is free\n",
        "28 août 2013, 19:23 - Ana: <Media omitted>\n28 août 2013, 19:24 - Bob: two: lines\n5 May 10:00 is free",
        "\u{FEFF}\u{200E}Aug 28, 2013, 7:23 PM - Ana: <Media omitted>\nAug 28, 2013, 7:24 PM - Bob: two: lines\n"
            + "5 May 10:00 is free",
    ])
    func `dates with the names of months begin messages`(text: String) async throws {
        let (messages, _, _) = try await imported([("a", text)], at: "a", ImportChoices(me: "Ana", timeZone: .gmt))
        #expect(messages.map(\.content) == ["", "two: lines\n5 May 10:00 is free"])
        #expect(messages.map(\.date) == [1377717780, 1377717840].map { Timestamp(seconds: $0) })
    }

    @Test func `dates without a year are named, and no other format is`() async throws {
        for text in ["18 Mar 12:14 - Ana was added\n4 Aug 11:36 - Ana: hi\n", "Mar 5, 8:11 PM - Ana: hi\n"] {
            await #expect {
                try await imported([("a.txt", text)], at: "a.txt")
            } throws: {
                if case ImportFault.yearless? = $0 as? ImportFault { true } else { false }
            }
        }
    }

    @Test(arguments: ["see \"atrium\" there", "{\"a\":1}", "<html>", "<?xml version=\"1.0\"?>", "BEGIN:VCARD"])
    func `a chat is known whatever its first message says`(said: String) async throws {
        let chat = "[12/31/20, 11:58:01 PM] Ana: \(said)\n[12/31/20, 11:58:02 PM] Ben: yes\n"
        for text in [chat, "\u{200F}" + chat, "\u{FEFF}" + chat, "\(said)\n" + chat] {
            let (messages, _, _) = try await imported([("a.txt", text)], at: "a.txt", ImportChoices(me: "Ana"))
            #expect(messages.map(\.content) == [said, "yes"], "\(text)")
        }
    }

    @Test("A group of iOS: who spoke, halves of the day, lines, files, and what nobody wrote")
    func group() async throws {
        let (messages, total, files) = try await imported(
            [("WhatsApp Chat - Family/_chat.txt", Self.apple), ("WhatsApp Chat - Family/00000012-PHOTO.jpg", "abc")],
            at: "WhatsApp Chat - Family", ImportChoices(me: "Ana"), times: 2)
        #expect(total.saved.duplicates == 10 && total.saved.added == 0 && total.refused == 0)
        let report = try files[0].result.get()
        #expect(report.remarks == [RowRemark(line: 10, reason: .dateBefore)])
        #expect(
            messages.map(\.content) == [
                "(Messages and calls are end-to-end encrypted.)", "(Ben Li created this group)",
                "two: lines\n\nand a half", "", "Happy! (edited)", "", "(You deleted this message.)", "when", "ok",
                "ok",
            ])
        #expect(messages.allSatisfy { $0.address.text == "Family" })
        #expect(
            messages.map { $0.sender?.text } == [
                nil, "Ben Li", "Ben Li", nil, "Zoë", "+6581234567", nil, nil, nil, nil,
            ]
                || messages[5].sender?.text == "+65 8123 4567")
        #expect(
            messages.map { $0.direction == .outgoing } == [
                false, false, false, true, false, false, true, true, true, true,
            ])
        #expect(messages[2].date == ISOTime.timestamp("2020-12-31T23:59:58", in: .gmt))
        #expect(messages[3].date == ISOTime.timestamp("2021-01-01T00:00:05", in: .gmt))
        #expect(messages[3].attachments.map(\.name) == ["00000012-PHOTO.jpg"])
        #expect(messages[3].attachments[0].size == 3 && messages[3].attachments[0].contentType == "image/jpeg")
        #expect(messages[5].attachments.map(\.size) == [0])
    }

    @Test("A chat of two on Android: the file’s name tells who the other is")
    func pair() async throws {
        let text = """
            31/12/2020, 23:58 - Messages are end-to-end encrypted.
            31/12/2020, 23:59 - Ben: <Media omitted>
            01/01/2021, 00:00 - Ana: IMG-20210101-WA0001.jpg (file attached)
            a caption
            01/01/2021, 00:01 - Ben: This message was deleted
            """
        let (messages, total, files) = try await imported(
            [("WhatsApp Chat with Ben.txt", text)], at: "WhatsApp Chat with Ben.txt")
        #expect(total.saved.added == 4 && total.refused == 0)
        #expect(messages.allSatisfy { $0.address.text == "Ben" && $0.sender == nil })
        #expect(
            messages.map(\.content) == [
                "(Messages are end-to-end encrypted.)", "", "a caption", "(This message was deleted)",
            ])
        #expect(messages.map { $0.direction == .outgoing } == [false, false, true, false])
        #expect(messages[2].attachments.map(\.name) == ["IMG-20210101-WA0001.jpg"])
        #expect(
            try files[0].result.get().remarks == [RowRemark(line: 3, reason: .absentFile("IMG-20210101-WA0001.jpg"))])
    }

    @Test("What the file does not tell is asked, not guessed")
    func asked() async throws {
        let text = "03/04/20, 10:00 - Ben: a\n05/06/20, 10:01 - Ana: b\n"
        await #expect(throws: ImportFault.unknownSelf(names: ["Ben", "Ana"])) {
            try await imported([("chat.txt", text)], at: "chat.txt", ImportChoices(dates: .dmy))
        }
        await #expect(throws: ImportFault.unknownDateOrder(sample: "03/04/20, 10:00")) {
            try await imported([("chat.txt", text)], at: "chat.txt", ImportChoices(me: "Ana"))
        }
        await #expect(throws: ImportFault.unknownSelf(names: ["Ben", "Ana"])) {
            try await imported([("chat.txt", text)], at: "chat.txt", ImportChoices(me: "Anna", dates: .dmy))
        }
        let (messages, _, _) = try await imported(
            [("chat.txt", text)], at: "chat.txt", ImportChoices(me: "Ana", dates: .mdy))
        #expect(
            messages.map(\.date) == ["2020-03-04T10:00", "2020-05-06T10:01"].map { ISOTime.timestamp($0, in: .gmt) })
    }

    @Test(
        "Headers of many languages",
        arguments: [
            ("[18/3/22, 14:56:01] A: x", "2022-03-18T14:56:01"), ("[2022/3/18 下午2:56:01] A: x", "2022-03-18T14:56:01"),
            ("2022-03-18, 14:56 - A: x", "2022-03-18T14:56"), ("18.03.22, 14:56 - A: x", "2022-03-18T14:56"),
            ("[18.3.2022 klo 14.56.01] A: x", "2022-03-18T14:56:01"), ("18/3/2565 14:56 - A: x", "2022-03-18T14:56"),
            ("[3/18/R4, 14:56:01] A: x", "2022-03-18T14:56:01"), ("[H31/4/30 9:00:00] A: x", "2019-04-30T09:00"),
            ("2022. 3. 18. 오전 12:56 - A: x", "2022-03-18T00:56"), ("١٨/٣/٢٠٢٢، ٢:٥٦ م - A: x", "2022-03-18T14:56"),
            ("[‏١٨‏/٣‏/٢٠٢٢، ٢:٥٦:٠١ م] A: x", "2022-03-18T14:56:01"),
            ("18/03/22 14:56:01: A: x", "2022-03-18T14:56:01"),
            ("18/03/22, 14:56:01 - A: x", "2022-03-18T14:56:01"),
            ("3/18/22, 2:56:01 PM: A: x", "2022-03-18T14:56:01"), ("18/3/22 2:56 p. m. - A: x", "2022-03-18T14:56"),
            ("18-03-2022 14:56 - A: x", "2022-03-18T14:56"),
        ])
    func header(_ line: String, _ date: String) throws {
        let header = try #require(ChatHeader(line))
        var evidence = DateEvidence()
        evidence.add(header.moment)
        #expect(header.moment.date(try #require(evidence.order), in: .gmt) == ISOTime.timestamp(date, in: .gmt))
        #expect(header.rest == "A: x")
    }

    @Test(
        "Lines that only look like headers go on with the message",
        arguments: [
            "[1] first", "10 - 4 = 6", "12:30 - lunch", "see [31/12/20, 10:00:00] there", "", "1/2 - 3/4", "- item",
            "18/3/22 14:56: lunch",
        ])
    func noHeader(_ line: String) { #expect(ChatHeader(line) == nil) }

    @Test("An archive brings its files; cards in it are nobody’s contacts")
    func archive() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/WhatsApp Chat - Ben.zip"
        let text = "[18/03/22, 10:00:00] Ben: \u{200E}<attached: a.vcf>\r\n[18/03/22, 10:00:01] Me: hi\r\n"
        var zip = ZipBytes()
        zip.add("_chat.txt", text)
        zip.add("a.vcf", "BEGIN:VCARD")
        try Data(zip.finished()).write(to: URL(fileURLWithPath: path))
        let (dao, _) = try TestStore.memory.make()
        let service = SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock)
        let total = ImportTotal(try await service.importFiles(at: path) { _, _ in })
        #expect(total.saved.added == 2 && total.saved.named == 0 && total.refused == 0)
        #expect(try await dao.message(1, of: ana)?.attachments.map(\.size) == [11])
        #expect(try await dao.message(2, of: ana)?.direction == .outgoing)
    }

    @Test(
        "What was edited or taken back, in the words of Android",
        arguments: [
            ("Hallo <Diese Nachricht wurde bearbeitet.>", "Hallo (edited)"),
            ("Salut <Ce message a été modifié>", "Salut (edited)"), ("Hola <Se editó este mensaje.>", "Hola (edited)"),
            ("Oi <Mensagem editada>", "Oi (edited)"), ("a <b>", "a <b>"),
            ("Du hast diese Nachricht gelöscht.", "(Du hast diese Nachricht gelöscht.)"),
            ("Ce message a été supprimé", "(Ce message a été supprimé)"),
            ("Esta mensagem foi apagada", "(Esta mensagem foi apagada)"), ("Diese Nachricht", "Diese Nachricht"),
        ])
    func phrases(_ text: String, _ content: String) { #expect(ChatEntry("Ben: " + text).text == content) }

    @Test("A message that was edited since stays one, and what it said before stays", arguments: TestStore.allCases)
    func edited(_ store: TestStore) async throws {
        let folder = try TemporaryFolder()
        let (dao, system) = try store.make()
        let service = SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock)
        func imported(_ lines: [String]) async throws -> SavedRows {
            let path = folder.path + "/WhatsApp Chat with Ben.txt"
            let text = lines.map { "31/12/2020, 23:\($0)\n" }.joined()
            try text.write(toFile: path, atomically: false, encoding: .utf8)
            return ImportTotal(try await service.importFiles(at: path) { _, _ in }).saved
        }
        #expect(try await imported(["58 - Ben: one", "58 - Ben: two", "58 - Ana: three", "59 - Ben: four"]).added == 4)
        let later = [
            "58 - Ben: one", "58 - Ben: 2 <This message was edited>", "58 - Ana: three", "59 - Ben: four",
            "59 - Ana: new",
        ]
        var saved = try await imported(later)
        #expect(saved.added == 1 && saved.refreshed == 1)
        #expect(try await dao.message(2, of: ana)?.content == "2 (edited)\n(before: “two”)")
        saved = try await imported(later)
        #expect(saved.added == 0 && saved.refreshed == 0)
        saved = try await imported(later.map { $0.replacing(": 2 ", with: ": II ") })
        #expect(saved.added == 0 && saved.refreshed == 1)
        #expect(try await dao.message(2, of: ana)?.content == "II (edited)\n(before: “2 (edited)”)\n(before: “two”)")
        // Where one of that minute is gone nobody can say which one it is: both stay.
        saved = try await imported(["58 - Ben: III <This message was edited>", "58 - Ana: three", "59 - Ben: four"])
        #expect(saved.added == 1)
        #expect(try await dao.message(1, of: ana)?.content == "one")
        withExtendedLifetime(system) {}
    }

    @Test("A group is called as its own lines say, where no name of a file does")
    func titles() async throws {
        let android = """
            31/12/2020, 23:57 - Ben created group “First”
            31/12/2020, 23:57 - Ana: a
            31/12/2020, 23:58 - Ben: b
            31/12/2020, 23:58 - Zoë: c
            31/12/2020, 23:59 - Ben changed the group name from “First” to “Second”
            31/12/2020, 23:59 - This group was added to the community “Town”
            """
        let apple = [
            "[31/12/20, 23:57:00] Second: \u{200E}Messages and calls are end-to-end encrypted.",
            "[31/12/20, 23:58:00] Ana: a", "[31/12/20, 23:58:01] Ben: b", "[31/12/20, 23:58:02] Zoë: c", "",
        ].joined(separator: "\r\n")
        for text in [android, apple] {
            let (messages, _, _) = try await imported([("chat.txt", text)], at: "chat.txt", ImportChoices(me: "Ana"))
            #expect(messages.allSatisfy { $0.address.text == "Ben~Zoë" && $0.displayName == "Second" })
        }
        for (notice, title) in [
            ("(Ben hat die Gruppe „Familie“ erstellt)", "Familie"), ("(Ben a créé le groupe « Famille »)", "Famille"),
            ("(Ben changed the group description)", nil), ("(Your security code with “Ben” changed)", nil),
        ] { #expect(ChatPhrases.title(in: notice) == title) }
    }

    @Test("Cards beside a chat are contacts, but for those that its messages have")
    func cards() async throws {
        func card(_ name: String, _ number: String) -> String { "BEGIN:VCARD\nFN:\(name)\nTEL:\(number)\nEND:VCARD\n" }
        let (messages, total, files) = try await imported(
            [
                ("f/WhatsApp Chat with Ben.txt", "31/12/2020, 23:58 - Ben: Zoë.vcf (file attached)\n"),
                ("f/Zoë.vcf", card("Zoë", "+15551234567")), ("f/contacts.vcf", card("Bob", "+15557654321")),
            ], at: "f")
        #expect(files.map(\.name) == ["WhatsApp Chat with Ben.txt", "contacts.vcf"])
        #expect(total.saved.added == 1 && total.saved.named == 1)
        #expect(messages[0].attachments.map(\.name) == ["Zoë.vcf"])
    }

    @Test("Whatever is written as WhatsApp writes it is read as it was", arguments: seeds(10))
    func roundTrip(_ seed: UInt64) async throws {
        var random = Dice(seed: seed)
        let texts = ["hi", "a: b", "two\nlines", "😀 ok", "- x\n\ny", "مرحبا", "[1] z", "end)", "<b>", "12:30 - lunch"]
        let isApple = Bool.random(using: &random)
        var time = Int64(1_600_000_000)
        var wanted: [(Bool, Int64, String)] = []
        var lines = ""
        for _ in 0..<60 {
            time += Int64.random(in: 1...200_000, using: &random) * 60
            let text = texts.randomElement(using: &random) ?? ""
            let isOwn = Bool.random(using: &random)
            wanted.append((isOwn, time, text))
            let at = CivilTime(Timestamp(seconds: time), in: .gmt)
            let half = at.hour < 12 ? "AM" : "PM"
            let hour = (at.hour + 11) % 12 + 1
            func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            lines +=
                isApple
                ? "[\(at.month)/\(at.day)/\(at.year % 100), \(hour):\(two(at.minute)):\(two(at.second))\u{202F}\(half)] "
                : "\(two(at.day))/\(two(at.month))/\(at.year), \(two(at.hour)):\(two(at.minute)) - "
            lines += (isOwn ? "Ana" : "Ben") + ": " + text.replacing("\n", with: isApple ? "\r\n" : "\n")
            lines += isApple ? "\r\n" : "\n"
        }
        let (messages, total, _) = try await imported([("c.txt", lines)], at: "c.txt", ImportChoices(me: "Ana"))
        #expect(total.saved.added == wanted.count)
        #expect(messages.map(\.content) == wanted.map(\.2))
        #expect(messages.map { $0.direction == .outgoing } == wanted.map(\.0))
        #expect(
            messages.map { $0.date.milliseconds / 1000 }
                == wanted.map { isApple ? $0.1 : $0.1 - $0.1 % 60 })
    }

    @Test func `files of an archive are read where they stand, and not those that a Mac adds`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/chat.zip"
        var zip = ZipBytes()
        zip.add("__MACOSX/._WhatsApp Chat with Ben.txt", "no text")
        zip.add("a.jpg", "first")
        zip.add("WhatsApp Chat with Ben.txt", "05/03/2021, 10:00 - Ben: hello")
        zip.add("b.jpg", Array("x".utf8), isDamaged: true)
        zip.add("c.jpg", "last")
        try Data(zip.finished()).write(to: URL(fileURLWithPath: path))
        let archive = try ChatArchive(path)
        #expect(archive.label == "WhatsApp Chat with Ben.txt")
        #expect(archive.data("c.jpg") == Array("last".utf8) && archive.data("a.jpg") == Array("first".utf8))
        #expect(archive.data("b.jpg") == nil && archive.data("d.jpg") == nil)
    }

    @Test func `an archive that would fill the disk is refused for that`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/WhatsApp Chat - Ben.zip"
        for (name, claimed) in [("_chat.txt", UInt32(1 << 31)), ("a.jpg", 1 << 31)] {
            var zip = ZipBytes()
            if name != "_chat.txt" { zip.add("_chat.txt", "05/03/2021, 10:00 - Ben: hello") }
            zip.add(name, Array("x".utf8), claimed: claimed)
            try Data(zip.finished()).write(to: URL(fileURLWithPath: path))
            #expect(throws: ImportFault.largeArchive) { try ChatArchive(path) }
        }
    }
}
