// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumSystems
import AtriumTesting
import Foundation
@testable import SMSLogLogic
import Testing
import ZipBytes

@testable import MessageFormats
import SMSLogStore

/// Messages from what other programs write.
@Suite struct OtherFormatTests {
    private static let lines = """
        {"_id":"1","address":"+15551234567","date":"1600000000000","date_sent":"1599999999000","read":"0","status":"-1","type":"1","body":"hi\\nthere 😀","service_center":"+1999","locked":"0","sub_id":"2","__display_name":"Alice"}
        {"_id":"2","address":"+15551234567","date":"1600000001000","read":"1","status":"0","type":"2","body":"yes"}
        not json
        {"_id":"3","address":"+15551234567","date":"soon","type":"1","body":"x"}
        {"_id":"4","msg_box":"2","m_type":"128","date":"1600000002","read":"1","__sender_address":{"address":"+15550000001","type":"137"},"__recipient_addresses":[{"address":"+15551234567","type":"151"},{"address":"+15557654321","type":"151"}],"__parts":[{"seq":"-1","ct":"application/smil","text":"<smil/>"},{"seq":"0","ct":"image/png","cl":"a.png","_data":"/data/user/0/PART_1.png"},{"seq":"1","ct":"text/plain","text":"to both"},{"seq":"2","ct":"image/png","_data":"/x/gone.png"}]}
        {"_id":"5","msg_box":"1","m_type":"132","date":"1600000003","read":"1","sub":"About","__sender_address":{"address":"+15557654321","type":"137"},"__recipient_addresses":[{"address":"+15550000001","type":"151"},{"address":"+15551234567","type":"151"}],"__parts":[{"seq":"0","ct":"text/plain","text":"from one"}]}
        """

    private func imported(_ files: [(String, [UInt8])], at name: String = "") async throws
        -> (dao: any MessageStores, total: ImportTotal, files: [ImportedFile])
    {
        let folder = try TemporaryFolder()
        for (path, bytes) in files {
            let place = URL(fileURLWithPath: folder.path + "/" + path)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: place)
        }
        let (dao, _) = try TestStore.memory.make()
        let service = SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock)
        let found = try await service.importFiles(at: folder.path + "/" + name) { _, _ in }
        return (dao, ImportTotal(found), found)
    }

    private func check(_ dao: any MessageStores, _ total: ImportTotal) async throws {
        #expect(total.saved.added == 5)
        #expect(total.refused == 1 && total.remarks == 1)
        #expect(total.saved.missingData == 1)
        let first = try #require(try await dao.message(1, of: ana))
        #expect(first.content == "hi\nthere 😀")
        #expect(first.displayName == "Alice")
        #expect(!first.isRead)
        #expect(try await dao.message(2, of: ana)?.status == .delivered)
        let group = try #require(try await dao.message(4, of: ana))
        #expect(group.address.text == "+15551234567~+15557654321")
        #expect(group.content == "to both")
        #expect(group.attachments.map(\.size) == [3, 0])
        let digest = try #require(group.attachments[0].digest)
        #expect(try await dao.bytes(of: digest, owner: ana) == [1, 2, 3])
        let other = try #require(try await dao.message(5, of: ana))
        #expect(other.address == group.address)
        #expect(other.sender == Address("+15557654321"))
        #expect(other.subject == "About")
    }

    @Test func linesOfJSONWithTheirFilesBesideThem() async throws {
        let (dao, total, files) = try await imported(
            [("messages.ndjson", Array(Self.lines.utf8)), ("data/PART_1.png", [1, 2, 3])], at: "messages.ndjson")
        try await check(dao, total)
        guard case .success(let report) = try #require(files.first).result else { return }
        #expect(report.refused == [RefusedRow(line: 3, reason: .brokenJSON)])
        #expect(report.remarks == [RowRemark(line: 4, reason: .dateBefore)])
        #expect(try await dao.message(3, of: ana)?.date == dao.message(2, of: ana)?.date)
    }

    @Test func anArchiveOfThem() async throws {
        var zip = ZipBytes()
        zip.add("messages.ndjson", Self.lines)
        zip.add("data/PART_1.png", [1, 2, 3])
        zip.add("data/../../gone.png.x", [9])
        let (dao, total, _) = try await imported([("messages.zip", zip.finished())], at: "messages.zip")
        try await check(dao, total)
        await #expect(throws: ImportFault.damagedArchive) {
            try await imported([("a.zip", [0x50, 0x4B, 3, 4, 0, 0])], at: "a.zip")
        }
        await #expect(throws: ImportFault.sealed) {
            try await imported([("a.zip", Array("SSEF....".utf8))], at: "a.zip")
        }
    }

    @Test func callsInAnArray() async throws {
        let calls = """
            [{"number":"+15551234567","date":"1600000000000","duration":"7","type":"1","new":"0","display_name":"Bob"},
             {"number":"+15551234567","date":"1600000001000","duration":"0","type":"3","new":"1"},
             {"number":"+15551234567","date":"1600000002000","duration":"0","type":"3","new":"0"}]
            """
        let (dao, total, _) = try await imported([("calls.json", Array(calls.utf8))])
        #expect(total.calls == 3)
        #expect(total.saved.added == 3)
        let thread = try #require(try await dao.conversation(with: Address("+15551234567"), of: ana))
        #expect(thread.unread == 1)
        #expect(thread.displayName == "Bob")
    }

    @Test(arguments: [
        ("[]", [], true), (" [\n]", [], true), ("", [], true), ("[", [], false),
        ("[{\"a\":\"]}\\\"[\"},\n2,[3,{}]]x", ["{\"a\":\"]}\\\"[\"}", "2", "[3,{}]", "x"], true),
        ("[]\n{\"a\":1}\n[1]\n 2\n", ["{\"a\":1}", "1", "2"], true), ("[{}][{}", ["{}", "{}"], false),
        ("[1],\n]\n3, 4", ["1", "]", "3, 4"], true),
        ("[{},}},{}]", ["{}", "}}", "{}"], true), ("[{\"a\":1},{\"a", ["{\"a\":1}", "{\"a"], false),
        ("[\"\\", ["\"\\"], false),
    ])
    func elementsOfAnArrayAsTheyAreWritten(_ text: String, _ expected: [String], _ isClosed: Bool) {
        var elements = JSONElements(Array(text.utf8), line: 1)
        var found: [String] = []
        while let element = elements.next() { found.append(String(decoding: element.text, as: UTF8.self)) }
        #expect(found == expected)
        #expect(elements.isClosed == isClosed)
    }

    @Test func sectionsOfGammu() async throws {
        func hex(_ text: String) -> String {
            text.utf16.map { String(format: "%04X", Int($0)) }.joined()
        }
        let text = """
            ; made by hand
            [Backup]
            IMEI = "0"

            [SMSBackup000]
            #hello
            PDU = Deliver
            SMSC = "+1999"
            DateTime = 20200913T122640Z
            State = UnRead
            Number = "+15551234567"
            Coding = Unicode_No_Compression
            Folder = 1
            Length = 5
            Text00 = \(hex("hello 😀"))
            [SMSBackup001]
            PDU = Submit
            DateTime = 20200913T142641+0200
            State = Sent
            Number = "+15551234567"
            UDH = 0500037A0202
            Coding = Default_No_Compression
            Text00 = \(hex("second"))
            [SMSBackup002]
            PDU = Submit
            DateTime = 20200913T122641Z
            State = Sent
            Number = "+15551234567"
            UDH = 0500037A0201
            Coding = Default_No_Compression
            Text00 = \(hex("first "))
            [SMSBackup003]
            PDU = Deliver
            DateTime = 20200913T122642
            State = Read
            Number = "+15551234567"
            UDH = 0500037A0301
            Coding = Unicode
            Text00 = \(hex("alone"))
            [SMSBackup004]
            PDU = Status_Report
            [SMSBackup005]
            PDU = Deliver
            Number = "5"
            DateTime = 20200913T122643Z
            Text00 = 0102FF
            [SMSBackup006]
            PDU = Submit
            State = UnSent
            Number = "+15557654321"
            Coding = Default
            Text00 = \(hex("later"))
            """
        let (dao, total, files) = try await imported([("x.smsbackup", Array(text.utf8))])
        #expect(total.saved.added == 5)
        #expect(try await dao.conversation(with: Address("+15557654321"), of: ana)?.last.status == .draft)
        let found = try await dao.messages(with: Address("+15551234567"), of: ana, page: .newest, limit: 9)
        #expect(found.map(\.content) == ["hello 😀", "first second", "alone"])
        #expect(found.map(\.isRead) == [false, true, true])
        #expect(found.map(\.date.milliseconds) == [1_600_000_000_000, 1_600_000_001_000, 1_600_000_002_000])
        #expect(try await dao.read(ana) { try $0.details(of: 1)?.centre } == "+1999")
        let binary = try await dao.messages(with: Address("5"), of: ana, page: .newest, limit: 9)
        #expect(binary.map { $0.attachments.map(\.size) } == [[3]])
        guard case .success(let report) = try #require(files.first).result else { return }
        #expect(report.refused.map(\.reason) == [.missingAddress])
        #expect(report.remarks.map(\.reason) == [.missingPieces(2), .missingDate])
    }

    @Test func `rows of JSON keep what is no character as one, and any word as a text`() async throws {
        func row(_ id: Int, _ body: String) -> String {
            "{\"_id\":\"\(id)\",\"address\":\"+1555\",\"date\":\"160000000000\(id)\",\"type\":\"1\",\"body\":\"\(body)\"}"
        }
        let lines = [
            row(1, #"\ud83d lone"#), row(2, "null"), row(3, #"a\u0000b"#), row(4, #"\uD83D\uDE00 \\ud83d \\\uDE00"#),
        ]
        let (dao, total, files) = try await imported([("messages.ndjson", Array(lines.joined(separator: "\n").utf8))])
        #expect(total.saved.added == 4 && total.refused == 0 && total.remarks == 0 && total.replaced == 3)
        #expect(files.count == 1)
        let said = try await dao.read(ana) { try $0.messages(.above(0), limit: 9).map(\.content) }
        #expect(said == ["\u{FFFD} lone", "null", "a\u{FFFD}b", "😀 \\ud83d \\\u{FFFD}"])
    }
}
