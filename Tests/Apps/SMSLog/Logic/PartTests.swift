// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTesting
import Foundation
import SMSLogDomain
import Session
import Systems
import Testing

@testable import SMSLogLogic
import SMSLogStore

/// What the parts and addresses of multimedia messages become.
@Suite struct PartTests {
    private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

    private func message(_ attributes: String, parts: String = "", addresses: String = "") async throws
        -> (message: Message, report: ImportReport)
    {
        let (dao, _) = try TestStore.memory.make()
        let row = BackupText.mms(attributes, parts: parts, addresses: addresses)
        let report = try await BackupText.importing(BackupText.file(row), into: dao)
        return (try #require(try await dao.message(1, of: ana)), report)
    }

    @Test(arguments: [
        "ct=\"text/plain\" text=\"héllo\"", "ct=\"TEXT/PLAIN\" text=\"héllo\"",
        "ct=\"text/plain; charset=utf-8\" text=\"héllo\"",
        "ct=\"text/plain\" text=\"null\" data=\"\(base64("héllo"))\"",
        "ct=\"text/plain;charset=UTF-8\" data=\"\(base64("héllo"))\"",
        "ct=\"text/plain\" chset=\"4\" data=\"aOlsbG8=\"",
        "ct=\"text/plain; charset=&quot;iso-8859-1&quot;\" data=\"aOlsbG8=\"",
        "ct=\"text/plain\" chset=\"1015\" data=\"//5oAOkAbABsAG8A\"",
    ])
    func aPlainTextIsTheMessage(_ part: String) async throws {
        let (message, report) = try await message("address=\"+1\" msg_box=\"1\"", parts: "<part \(part)/>")
        #expect(message.content == "héllo")
        #expect(message.attachments.isEmpty)
        #expect(report.remarkCount == 0)
    }

    @Test func otherTextsAreKeptWithTheirName() async throws {
        let card = "BEGIN:VCARD&#10;END:VCARD"
        let parts =
            "<part ct=\"text/x-vCard\" cl=\"a.vcf\" text=\"\(card)\"/><part ct=\"Text/HTML\" data=\"\(Self.base64("<b>x</b>"))\"/>"
        let (message, _) = try await message("address=\"+1\" msg_box=\"1\"", parts: parts)
        #expect(message.content == "BEGIN:VCARD\nEND:VCARD\n<b>x</b>")
        #expect(message.attachments.map(\.name) == ["a.vcf", nil])
        #expect(message.attachments.map(\.contentType) == ["text/x-vCard", "Text/HTML"])
        #expect(message.attachments.map(\.size) == [21, 8])
    }

    @Test func whatCannotBeReadIsTold() async throws {
        let parts =
            "<part ct=\"text/plain\" cl=\"t\" data=\"a\"/><prt ct=\"x\"/><part ct=\"APPLICATION/SMIL\" text=\"no\"/>"
        let (message, report) = try await message("address=\"+1\" msg_box=\"1\"", parts: parts)
        #expect(message.content == "")
        #expect(report.remarks.map(\.reason) == [.unknownElement("prt")])
        let broken = "<part ct=\"text/plain\" cl=\"t\" data=\"aGVsb\"/>"
        let (second, told) = try await self.message("address=\"+1\" msg_box=\"1\"", parts: broken)
        #expect(second.attachments.map(\.name) == ["t"])
        #expect(told.remarks == [RowRemark(line: 3, reason: .unreadablePart("text/plain"))])
    }

    @Test(arguments: [
        ("msg_box=\"1\"", [("+5", 137), ("insert-address-token", 151)], "+5"),
        ("msg_box=\"1\"", [("+5", 137), ("+9", 151)], "+5"),
        ("msg_box=\"2\"", [("insert-address-token", 137), ("+5", 151), ("+6", 130)], "+5~+6"),
        ("", [("insert-address-token", 137), ("+5", 151)], "+5"),
        ("msg_box=\"1\" address=\"null\"", [("+5", 137), ("+6", 151), ("insert-address-token", 151)], "+5~+6"),
        ("msg_box=\"1\" address=\"insert-address-token\"", [("+5", 137)], "+5"),
        ("msg_box=\"1\" address=\"insert-address-token~+7\"", [("+5", 137)], "+7"),
        ("msg_box=\"1\" address=\"insert-address-token\"", [], "(unknown)"), ("msg_box=\"3\"", [], "(unknown)"),
    ])
    func theAddressesNameTheParties(
        _ attributes: String, _ addresses: [(String, Int)], _ expected: String
    ) async throws {
        let addresses = addresses.map { "<addr address=\"\($0)\" type=\"\($1)\"/>" }.joined()
        let (message, _) = try await message(attributes, addresses: addresses)
        #expect(message.address.text == expected)
    }

    @Test func aMessageOfNobodyIsRefused() async throws {
        let (dao, _) = try TestStore.memory.make()
        let report = try await BackupText.importing(BackupText.file(BackupText.mms("msg_box=\"1\"")), into: dao)
        #expect(report.refused == [RefusedRow(line: 3, reason: .missingAddress)])
    }

    @Test func unknownSendersAndDraftsWithoutARecipientAreKept() async throws {
        let (dao, _) = try TestStore.memory.make()
        let rows = [
            BackupText.sms("hidden", address: "-1", rest: ""), BackupText.sms("to whom", address: "null", type: "3"),
            BackupText.sms("float", date: "1.262439709E12"), BackupText.sms("point", date: "1262439709329.0"),
        ]
        let report = try await BackupText.importing(BackupText.file(rows), into: dao)
        #expect(report.added == 4)
        #expect(report.remarks == [RowRemark(line: 4, reason: .missingAddress)])
        #expect(try await dao.conversations(of: ana, .unknown, limit: 9).map(\.address.text) == ["(unknown)"])
        #expect(try await dao.message(4, of: ana)?.date == Timestamp(milliseconds: 1_262_439_709_329))
    }

    /// However its base64 is broken into lines, a picture is the same; another one of its size is not.
    @Test func aDigestIsOfTheData() {
        func digest(_ text: String) -> DataDigest { Array(text.utf8).withUnsafeBytes { DataDigest(base64: $0) } }
        let digits = String(repeating: "aGVsbG8gd29ybGQh", count: 9)
        let broken = digits.enumerated().map { $0 % 7 == 3 ? "\($1)\r\n " : "\($1)" }.joined()
        #expect(digest(digits) == digest(broken))
        #expect(digest(digits + "YQ==") == digest(broken + "YQ"))
        #expect(digest(digits).size == 108)
        #expect(digest(digits) != digest(digits.replacing("d29y", with: "d29x")))
        #expect(digest("null") == DataDigest(text: ""))
        #expect(digest("") == digest("null"))
        #expect(digest("=== \n").size == 0)
    }
}
