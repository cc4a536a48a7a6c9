// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSession
import AtriumTesting
import Dice
import Foundation
@testable import SMSLogLogic
import Testing

@testable import MessageFormats
import SMSLogStore

/// Tables of messages: our own, and those of other programs.
@Suite struct TableTests {
    private struct Imported {
        let messages: [Message]
        let report: ImportReport
    }

    private func imported(
        _ bytes: some Sequence<UInt8>, _ choices: ImportChoices = ImportChoices(), named name: String = "table.csv"
    ) async throws -> Imported {
        let folder = try TemporaryFolder()
        try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/" + name))
        let (dao, _) = try TestStore.memory.make()
        let service = SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock)
        let files = try await service.importFiles(at: folder.path + "/" + name, choices: choices) { _, _ in }
        var messages: [Message] = []
        while let message = try await dao.message(messages.count + 1, of: ana) { messages.append(message) }
        return Imported(messages: messages, report: try #require(files.first).result.get())
    }

    private func imported(_ text: String, _ choices: ImportChoices = ImportChoices()) async throws -> Imported {
        try await imported(text.utf8, choices)
    }

    /// What a message says, in one line.
    private func line(_ message: Message) -> String {
        let sign = message.direction == .outgoing ? ">" : "<"
        let date = ISOTime.text(message.date) ?? ""
        return "\(date) \(sign) \(message.address) \(message.content)"
    }

    @Test("Our own table comes back as whole as a table is", arguments: [UInt64(1), 2, 3])
    func own(_ seed: UInt64) async throws {
        var random = Dice(seed: seed)
        let (dao, system) = try (seed % 2 == 0 ? TestStore.memory : .sqlite).make()
        let folder = try TemporaryFolder()
        let drafts = (0..<150).map { ExportSamples.draft($0, &random) }
        #expect(try await dao.merge(drafts, of: ana).allSatisfy { $0 != nil })
        let service = SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock)
        _ = try await service.export(folder.path + "/messages.csv", as: .csv)
        let again = ImportTotal(try await service.importFiles(at: folder.path) { _, _ in })
        #expect(again.saved.added == 0 && again.saved.duplicates == 150 && again.saved.refreshed == 0)
        let (other, otherSystem) = try TestStore.memory.make()
        let copy = SMSLogService(dao: other, owner: ana, clock: ManualClock.nineOClock)
        let total = ImportTotal(try await copy.importFiles(at: folder.path) { _, _ in })
        #expect(total.saved.added == 150 && total.refused == 0)
        #expect(try await facts(other) == facts(dao))
        withExtendedLifetime((system, otherSystem)) {}
    }

    /// All of a store that a table has.
    private func facts(_ dao: any MessageStores) async throws -> [String] {
        try await dao.read(ana) { messages in
            try messages.messages(.above(0), limit: 1000).map { message in
                """
                \(message.date.milliseconds) \(message.address) \(message.direction) \
                \(message.status) \(message.isRead) \(message.kind) \(message.sender as Any) \(message.subject as Any) \
                \(message.call as Any) \(Array(message.content.utf8)) \
                \(message.attachments.map { "\($0.name ?? "") \($0.contentType)" }) \
                \(try messages.parts(of: message.id).participants) \(try messages.background(of: message.id) as Any)
                """
            }.sorted()
        }
    }

    @Test("Names of columns that programs use are known, and words for both ways")
    func known() async throws {
        let one = try await imported(
            "Message Date;Type;Phone number;Contact name;Message\r\n2021-03-05 10:00:00;Received;+15551234567;Bob;\"a; b\r\nc\"\r\n"
                + "2021-03-05 10:01;Sent;+15551234567;Bob;\"say \"\"hi\"\"\"\r\n")
        #expect(
            one.messages.map(line) == [
                "2021-03-05T10:00:00Z < +15551234567 a; b\r\nc", "2021-03-05T10:01:00Z > +15551234567 say \"hi\"",
            ])
        #expect(one.messages.map(\.displayName) == ["Bob", "Bob"])
        #expect(one.report.remarkCount == 0 && one.report.refusedCount == 0)
    }

    @Test("A conversation’s name leads to who is in it")
    func sessions() async throws {
        let text = """
            Chat Session,Message Date,Delivered Date,Edited Date,Service,Type,Sender ID,Sender Name,Status,Replying to,Subject,Text,Attachment,Attachment type
            Bob,2021-03-05 10:00:00,,,iMessage,Outgoing,,,Delivered,,,hello,,
            Bob,2021-03-05 10:01:00,,2021-03-06,iMessage,Incoming,+15551234567,Bob,Read,hello,,hi,a.png,Image
            Team,2021-03-05 10:02:00,,,SMS,Incoming,+15551234567,Bob,,,,one,,
            Team,2021-03-05 10:03:00,,,SMS,Incoming,+15557654321,Zoë,,,,two,,
            Team,2021-03-05 10:04:00,,,SMS,Outgoing,,,Sent,,,three,,
            Team,2021-03-05 10:05:00,,,SMS,Notification,,,,,,Zoë left,,
            """
        let all = try await imported(text)
        #expect(
            all.messages.map { "\($0.address) \($0.sender?.text ?? "-") \($0.content)" } == [
                "+15551234567 - hello", "+15551234567 - hi", "+15551234567~+15557654321 +15551234567 one",
                "+15551234567~+15557654321 +15557654321 two", "+15551234567~+15557654321 - three",
                "+15551234567~+15557654321 - (Zoë left)",
            ])
        #expect(all.messages[0].status == .delivered && all.messages[4].direction == .outgoing)
        #expect(all.messages[1].subject == "Re: “hello”")
        #expect(all.messages[1].attachments.map(\.name) == ["a.png"])
        #expect(all.messages[2].displayName == "Team")
        #expect(
            all.report.remarks == [
                RowRemark(line: 1, reason: .unknownColumns(["Edited Date"])),
                RowRemark(line: 3, reason: .absentFile("a.png")),
            ])
    }

    @Test("What is not recognised is asked, with the columns that there are")
    func mapping() async throws {
        let text = "Wann,Wer,Wem,Was\n1614938400,+15550000001,+15551234567,a\n1614938401,+15557654321,+15550000001,b\n"
        await #expect(
            throws: ImportFault.unknownColumns(
                found: ["Wann", "Wer", "Wem", "Was"], missing: [.date, .text, .direction, .number])
        ) { try await imported(text) }
        let choices = ImportChoices(columns: try TableMapping("date=Wann, text=Was,from=wer,to=\"Wem\""))
        // Who is in every row is the user.
        let all = try await imported(text, choices)
        #expect(
            all.messages.map(line) == [
                "2021-03-05T10:00:00Z > +15551234567 a", "2021-03-05T10:00:01Z < +15557654321 b",
            ])
        await #expect(throws: ImportFault.absentColumn(name: "Wo", found: ["Wann", "Wer", "Wem", "Was"])) {
            try await imported(text, ImportChoices(columns: try TableMapping("date=Wo,text=Was,from=Wer")))
        }
        for typed in ["", "date", "date=", "day=Wann", "date=a,date=b"] {
            #expect(throws: TableMappingFault.self, "\(typed)") { try TableMapping(typed) }
        }
    }

    @Test("A table without names of columns is told by places")
    func headless() async throws {
        let text =
            "sms;deliver;\"+15551234567\";\"\";\"\";\"2012.01.11 21:51\";\"\";\"one\"\nsms;submit;\"\";\"+15557654321\";\"\";\"2012.01.12 21:51\";\"\";\"two\"\n"
        let all = try await imported(
            text, ImportChoices(columns: try TableMapping("direction=2,from=3,to=4,date=6,text=8")))
        #expect(
            all.messages.map(line) == [
                "2012-01-11T21:51:00Z < +15551234567 one", "2012-01-12T21:51:00Z > +15557654321 two",
            ])
    }

    @Test("Who the user is, and what was sent, is asked where it does not show")
    func asked() async throws {
        let pair = "date,from,to,text\n2021-03-05,+15550000001,+15551234567,a\n2021-03-06,+15551234567,+15550000001,b\n"
        await #expect(throws: ImportFault.unknownSelf(names: ["+15550000001", "+15551234567"])) {
            try await imported(pair)
        }
        let all = try await imported(pair, ImportChoices(me: "+1 555 000 0001"))
        #expect(all.messages.map { $0.direction == .outgoing } == [true, false])
        #expect(all.messages.allSatisfy { $0.address.text == "+15551234567" })
        let words = "date,number,type,text\n2021-03-05,+15551234567,0,a\n2021-03-06,+15551234567,1,b\n"
        await #expect(throws: ImportFault.unknownDirection(column: "type", words: ["0", "1"])) {
            try await imported(words)
        }
        #expect(
            try await imported(words, ImportChoices(sent: "0")).messages.map { $0.direction == .outgoing } == [
                true, false,
            ])
        let mine = try await imported(
            "date,address,is_from_me,text\n2021-03-05,+15551234567,0,a\n2021-03-06,+15551234567,1,b\n")
        #expect(mine.messages.map { $0.direction == .outgoing } == [false, true])
        let slashes = "date,number,type,text\n03/04/2021 10:00,+15551234567,in,a\n"
        await #expect(throws: ImportFault.unknownDateOrder(sample: "03/04/2021 10:00")) { try await imported(slashes) }
        #expect(
            try await imported(slashes, ImportChoices(dates: .mdy)).messages.map(line) == [
                "2021-03-04T10:00:00Z < +15551234567 a"
            ])
    }

    @Test(
        "Dates as programs write them",
        arguments: [
            ("2021-03-05T10:00:01.5+02:00", "2021-03-05T08:00:01.500Z"), ("1614938401", "2021-03-05T10:00:01Z"),
            ("1614938401500", "2021-03-05T10:00:01.500Z"), ("1614938401500000", "2021-03-05T10:00:01.500Z"),
            ("20210305100001", "2021-03-05T10:00:01Z"), ("44260.5", "2021-03-05T12:00:00Z"),
            ("5.3.2021 10:00:01", "2021-03-05T10:00:01Z"), ("Mar 5, 2021 10:00:01 PM", "2021-03-05T22:00:01Z"),
            ("Friday, 5 March 2021 at 10:00", "2021-03-05T10:00:00Z"), ("5 févr. 2021 à 10:00", "2021-02-05T10:00:00Z"),
            ("Fri, 05 Mar 2021 10:00:01 +0200", "2021-03-05T08:00:01Z"), ("2021年3月5日 下午10:00", "2021-03-05T22:00:00Z"),
            ("2021-03-05 10:00:01 UTC", "2021-03-05T10:00:01Z"), ("2021/3/5", "2021-03-05T00:00:00Z"),
            ("31/12/2021", "2021-12-31T00:00:00Z"),
        ])
    func dates(_ text: String, _ date: String) async throws {
        let all = try await imported("date,number,type,text\n\"\(text)\",12345,in,a\n")
        #expect(all.messages.first.flatMap { ISOTime.text($0.date) } == date)
    }

    @Test("The newest may come first, and days tell their order all the same")
    func newestFirst() async throws {
        let days = ["14/02/2021", "10/02/2021", "09/02/2021", "03/02/2021"]
        let all = try await imported(
            "date,number,type,text\n" + days.map { "\($0) 10:00,12345,in,a\n" }.joined())
        #expect(all.messages.allSatisfy { ISOTime.text($0.date)?.hasPrefix("2021-02") ?? false })
    }

    @Test("A time zone is where times are of that do not say so")
    func zone() async throws {
        let paris = try #require(Zone(identifier: "Europe/Paris"))
        let all = try await imported(
            "Date,Time,From,To,Message\n2021-07-05,10:00,me,12345,a\n2021-07-05,10:00Z,12345,me,b\n",
            ImportChoices(timeZone: paris))
        #expect(
            all.messages.map(line) == ["2021-07-05T08:00:00Z > 12345 a", "2021-07-05T10:00:00Z < 12345 b"])
    }

    @Test func `a text of thousands of lines is one message`() async throws {
        let lines = (0..<3_000).map { "line \($0)" }.joined(separator: "\n")
        let text = "date,number,type,text\n2021-03-05,12345,in,\"\(lines)\"\n2021-03-06,12345,in,after\n"
        let all = try await imported(text)
        #expect(all.messages.map(\.content) == [lines, "after"])
        #expect(all.report.refused.isEmpty)
    }

    @Test func `a bar parts the numbers of recipients, and is part of a name`() async throws {
        let all = try await imported(
            """
            date,from,to,text
            2021-03-05,me,+15550100001|+15550100002,numbers
            2021-03-06,me,Ana | Work,name
            """)
        #expect(all.messages.map(\.address.text) == ["+15550100001~+15550100002", "Ana | Work"])
    }

    @Test("A broken line costs itself")
    func broken() async throws {
        let text = """
            date,number,type,text
            2021-03-05,12345,in,one
            2021-03-06,12345,in,"never closed
            2021-03-07,12345,in,"two"
            2021-03-08,12345,in,a,b,c
            soon,12345,in,x
            2021-03-09,12345,sideways,x
            ,12345,in,y
            2021-03-10,12345,in,"say "hi" there"
            2021-03-11,,in,nobody
            2021-03-12,12345,in,,
            """
        let all = try await imported(text)
        #expect(all.messages.map(\.content) == ["one", "two", "x", "y", "say \"hi\" there", "nobody", ""])
        #expect(
            all.report.refused == [
                RefusedRow(line: 3, reason: .brokenRow), RefusedRow(line: 5, reason: .brokenRow),
                RefusedRow(line: 7, reason: .unknownType("sideways")),
            ])
        #expect(
            all.report.remarks == [
                RowRemark(line: 6, reason: .dateBefore), RowRemark(line: 8, reason: .dateBefore),
                RowRemark(line: 10, reason: .missingAddress),
            ])
        #expect(all.messages[5].address == .unknown)
    }

    @Test("Marks and encodings of programs", arguments: [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian])
    func encodings(_ encoding: String.Encoding) async throws {
        // Long enough for several pieces, so that a character lies across them.
        let rows = (0..<6000).map { "12345\tx\($0)😀\r\n" }.joined()
        let folder = try TemporaryFolder()
        let path = folder.path + "/table.tsv"
        let marked = "\u{FEFF}number\ttext\r\n" + rows
        try #require(marked.data(using: encoding)).write(to: URL(fileURLWithPath: path))
        let table = TableReader(ByteLines(try FileReader(path)))
        var found: [[String]] = []
        while case .fields(let fields)? = try table.next() { found.append(fields) }
        #expect(found.count == 6001 && found.first == ["number", "text"])
        #expect(found.dropFirst().enumerated().allSatisfy { $1 == ["12345", "x\($0)😀"] })
        let text = "\u{FEFF}date\tnumber\ttype\ttext\r\n2021-03-05\t12345\tin\té😀\r\n"
        let all = try await imported(try #require(text.data(using: encoding)), named: "table.tsv")
        #expect(all.messages.map(\.content) == ["é😀"])
    }

    @Test("Old programs write what their country has, and end lines in their way")
    func old() async throws {
        let text = "sep=;\rDatum;Nummer;Typ;Text\r5.3.2021 10:00;12345;Eingang;Gr~~e\r6.3.2021 10:00;12345;Ausgang;ja\r"
        let all = try await imported(text.utf8.map { $0 == UInt8(ascii: "~") ? 0xFC : $0 })
        #expect(all.messages.map(line) == ["2021-03-05T10:00:00Z < 12345 Grüüe", "2021-03-06T10:00:00Z > 12345 ja"])
    }

    @Test("A table of contacts stays one, and tables of neither say so")
    func others() async throws {
        for (text, begins) in [
            ("Name,Phone 1 - Value\nZoë,1234567\n", false), ("date,number,type,text\n", true), ("a,b\n1,2\n", false),
            ("Given Name,Mobile Phone,Notes,Birthday\n", false),
        ] { #expect(TableSource.begins(Array(text.utf8)) == begins, "\(text)") }
        #expect(try await imported("Name,Phone 1 - Value\nZoë,1234567\n").report.saved.named == 1)
        await #expect(throws: ImportFault.self) { try await imported("a,b\n1,2\n") }
    }

    @Test("Any bytes are read to their end", arguments: [UInt64(1), 2, 3])
    func hostile(_ seed: UInt64) async throws {
        var random = Dice(seed: seed)
        let signs: [UInt8] = Array("\"\"\",;\t\r\n\nab1\u{E9}".utf8)
        for _ in 0..<40 {
            let bytes = (0..<random.roll(300)).map { _ in signs[random.roll(signs.count)] }
            let table = TableReader(ByteLines(bytes))
            table.width = 3
            var last = 0
            while let row = try table.next() {
                #expect(table.start > last)
                last = table.start
                if case .fields(let fields) = row { #expect(fields.count <= 3) }
            }
        }
    }
}
