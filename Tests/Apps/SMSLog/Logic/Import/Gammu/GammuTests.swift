// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumTesting
import Dice
import Foundation
@testable import SMSLogLogic
import Testing

import AtriumSecrets
@testable import MessageFormats
import SMSLogStore

/// Backups of Gammu: what is in no plain message.
@Suite struct GammuTests {
    private func imported(_ text: String) async throws -> (
        messages: [Message], report: ImportReport, dao: any MessageStores
    ) {
        let (dao, _) = try TestStore.memory.make()
        let importer = try BackupText.importer(dao)
        let source = WholeFile(Array(text.utf8), into: try await importer.rows()) { file in
            var reader = GammuReader(rows: file.rows, timeZone: .gmt)
            reader.read(file)
        }
        let report = try await importer.run(source) { _ in }
        var messages: [Message] = []
        while let message = try await dao.message(messages.count + 1, of: ana) { messages.append(message) }
        return (messages, report, dao)
    }

    private func hex(_ text: String) -> String { text.utf16.map { String(format: "%04X", Int($0)) }.joined() }

    private func digits(_ bytes: some Sequence<UInt8>) -> String { bytes.map(ConcatenatedPart.digits).joined() }

    private func section(_ number: Int, _ facts: String...) -> String {
        (["[SMSBackup\(number)]"] + facts).joined(separator: "\n") + "\n"
    }

    private func sent(_ number: Int, _ text: String, reference: Int, _ more: String = "") -> String {
        section(
            number, "PDU = Submit", "DateTime = 20200913T122640Z", "State = Sent", "Number = \"+15551234567\"",
            "Coding = Default", "MessageReference = \(reference)", "Text00 = \(hex(text))", more)
    }

    private func report(_ number: Int, _ text: String, reference: Int, _ more: String = "") -> String {
        section(
            number, "PDU = Status_Report", "DateTime = 20200913T122700Z", "State = Read",
            "Number = \"+1 555 123-4567\"",
            "Coding = Default_No_Compression", "MessageReference = \(reference)", "Text00 = \(hex(text))", more)
    }

    @Test("Reports say of messages that were sent how far they came; those of others are kept")
    func reports() async throws {
        let all = try await imported(
            report(0, "Delivered", reference: 7) + sent(1, "one", reference: 7) + sent(2, "two", reference: 8)
                + report(3, "?", reference: 8, "DeliveryStatus = 64")
                + sent(4, "long ", reference: 9, "UDH = 0500037A0201")
                + sent(5, "text", reference: 10, "UDH = 0500037A0202") + report(6, "Delivered", reference: 9)
                + report(7, "Pending", reference: 99)
                + section(8, "PDU = Status_Report", "Number = \"5\"", "Text00 = \(hex("Failed\0"))"))
        #expect(all.messages.map(\.content) == ["one", "two", "long text", "(report: Pending)", "(report: Failed)"])
        #expect(all.messages.map(\.status) == [.delivered, .failed, .sent, .received, .received])
        #expect(all.report.refusedCount == 0 && all.report.remarks.map(\.reason) == [.missingDate])
        let delivered = try await all.dao.read(ana) { try $0.details(of: 1)?.delivered }
        #expect(delivered == ISOTime.timestamp("2020-09-13T12:27:00Z", in: .gmt))
    }

    @Test("A push says its address and text, and its bytes are kept")
    func pushes() async throws {
        let text = { (text: String) in [0x03] + Array(text.utf8) + [0x00] }
        var indication: [UInt8] = [0x01, 0x06, 0x01, 0xAE, 0x02, 0x05, 0x6A, 0x00, 0x45, 0xC6, 0x0D]
        indication +=
            text("example") + [0x85] + text("x") + [0x0A, 0xC3, 0x02, 0x20, 0x20, 0x01] + text("Look") + [0x01, 0x01]
        let mms: [UInt8] = [0x02, 0x06, 0x22] + Array("application/vnd.wap.mms-message".utf8) + [0x00, 0xAF, 0x84]
        var notification = mms + [0x8C, 0x82, 0x98] + Array("id".utf8) + [0x00, 0x8D, 0x90]
        notification += [0x89, 0x10, 0x80] + Array("+15551234567/a".utf8) + [0x00, 0x8A, 0x80]
        notification += [0x96, 0x05, 0xEA] + Array("Hé".utf8) + [0x00, 0x8E, 0x02, 0x10, 0x00]
        notification += [0x83] + Array("http://m/x".utf8) + [0x00]
        notification[2] = UInt8(mms.count - 3)
        func section(_ number: Int, _ bytes: ArraySlice<UInt8>, _ header: String) -> String {
            self.section(
                number, "PDU = Deliver", "DateTime = 20200913T122640Z", "State = Read", "Number = \"5574\"",
                "UDH = \(header)", "Coding = 8bit", "Text00 = \(digits(bytes))")
        }
        let half = notification.count / 2
        let all = try await imported(
            section(0, indication[...], "0605040B8423F0")
                + section(1, notification[half...], "0B05040B8423F00003AA0202")
                + section(2, notification[..<half], "0B05040B8423F00003AA0201")
                + section(3, Array("BEGIN:VCARD".utf8)[...], "06050423F423F4")
                + section(4, [1, 2, 3], "0605040B8423F0"))
        #expect(
            all.messages.map(\.content) == [
                "Look\nhttp://www.example.com/x", "(multimedia message from +15551234567 that waits)\nHé\nhttp://m/x",
                "", "",
            ])
        #expect(
            all.messages.map { $0.attachments.map(\.contentType) } == [
                ["application/vnd.wap.sic"], ["application/vnd.wap.mms-message"], ["text/vcard"],
                ["application/octet-stream"],
            ])
        #expect(all.messages[1].attachments.map(\.size) == [notification.count])
        #expect(all.report.remarkCount == 0)
    }

    @Test("Numbers in letters that the file’s encoding lacks, and where one is not known at all")
    func names() async throws {
        let all = try await imported(
            section(
                0, "Sent = 20200913T122640Z", "Number = \"Stra?e\"", "NumberUnicode = \(hex("Straße"))",
                "NameUnicode =",
                "Coding = Unicode", "Text00 = \(hex("a"))"))
        #expect(all.messages.map(\.address.text) == ["Straße"] && all.messages[0].direction == .incoming)
    }

    @Test("Any bytes are read as a push or are none", arguments: [UInt64(1), 2, 3])
    func hostile(_ seed: UInt64) {
        var random = Dice(seed: seed)
        let heads: [[UInt8]] = [[0x01, 0x06, 0x01, 0xAE], [0x01, 0x06, 0x01, 0xB0], [0x01, 0x06, 0x01, 0xBE]]
        for round in 0..<500 {
            let rest = (0..<random.roll(60)).map { _ in UInt8(random.roll(256)) }
            _ = WAPPush(heads[round % 3] + rest)
            _ = UserDataHeader(digits(rest))
        }
    }
}
