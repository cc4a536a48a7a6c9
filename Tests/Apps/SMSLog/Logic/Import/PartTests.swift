// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumSystems
import AtriumTesting
import AtriumXMLReader
import Foundation
@testable import SMSLogLogic
import Testing

@testable import MessageFormats
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
        #expect(report.remarks.map(\.reason) == [.damagedPart("text/plain"), .unknownElement("prt")])
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

    @Test func aMessageOfNobodyIsKept() async throws {
        let (dao, _) = try TestStore.memory.make()
        let row = BackupText.mms(
            "msg_box=\"1\" contact_name=\"Sarah\"", parts: "<part ct=\"text/plain\" text=\"see\"/>")
        let report = try await BackupText.importing(BackupText.file(row), into: dao)
        #expect(report.refusedCount == 0)
        #expect(report.remarks.map(\.reason) == [.missingNumber(name: "Sarah"), .missingAddress])
        #expect(try await dao.message(1, of: ana)?.content == "see")
        #expect(try await dao.message(1, of: ana)?.displayName == "(unknown)")
    }

    @Test("A message that was not fetched says so, and where it waits")
    func notFetched() async throws {
        let row = "address='+15551234567' msg_box='1' ct_l='http://m/x' sub='null' m_type="
        let (dao, _) = try TestStore.memory.make()
        let report = try await BackupText.importing(BackupText.file(BackupText.mms(row + "'130'")), into: dao)
        #expect(report.saved.added == 1)
        #expect(try await dao.message(1, of: ana)?.content == "(multimedia message that waits)\nhttp://m/x")
        let (other, _) = try TestStore.memory.make()
        _ = try await BackupText.importing(
            BackupText.file(
                BackupText.mms(row + "'132'"),
                BackupText.mms(row + "'130'", parts: "<part ct='text/plain' text='here'/>")), into: other)
        #expect(try await other.message(1, of: ana)?.content == "")
        #expect(try await other.message(2, of: ana)?.content == "here")
    }

    @Test func unknownSendersAndDraftsWithoutARecipientAreKept() async throws {
        let (dao, _) = try TestStore.memory.make()
        let rows = [
            BackupText.sms("hidden", address: "-1", rest: ""), BackupText.sms("to whom", address: "null", type: "3"),
            BackupText.sms("float", date: "1.262439709E12"), BackupText.sms("point", date: "1262439709329.0"),
        ]
        let report = try await BackupText.importing(BackupText.file(rows), into: dao)
        #expect(report.saved.added == 4)
        #expect(
            report.remarks == [
                RowRemark(line: 4, reason: .missingAddress),
                RowRemark(line: 4, reason: .missingNumber(name: "Alice")),
            ])
        #expect(try await dao.conversations(of: ana, .unknown, limit: 9).map(\.address.text) == ["(unknown)"])
        #expect(try await dao.message(4, of: ana)?.date == Timestamp(milliseconds: 1_262_439_709_329))
    }

    /// However its base64 is broken into lines, a picture is the same; another one of its size is not.
    @Test func base64IsReadAsFarAsItGoes() {
        func data(_ text: String) -> Base64Data { Base64Data(Array(text.utf8).span) }
        for length in 0..<70 {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ length) }
            let digits = Data(bytes).base64EncodedString()
            let broken = digits.enumerated().map { $0 % 7 == 3 ? "\($1)\r\n " : "\($1)" }.joined()
            for text in [digits, broken, digits.filter { $0 != "=" }] {
                #expect(data(text).bytes == bytes)
                #expect(!data(text).isDamaged)
            }
        }
        #expect(data("null").bytes.isEmpty)
        #expect(data("nul").bytes.count == 2)
        #expect(data("aGVsb").bytes == Array("hel".utf8))
        #expect(data("aGVsb").isDamaged)
        #expect(data("aGV!sbG8=").bytes == Array("hello".utf8))
        #expect(data("aGV!sbG8=").isDamaged)
    }

    @Test(arguments: TestStore.allCases)
    func aMultimediaMessageIsKeptWhole(_ kind: TestStore) async throws {
        let (dao, system) = try kind.make()
        let row = BackupText.mms(
            "address=\"+15551234567~+15557654321\" msg_box=\"1\" sub=\"About\" date_sent=\"1599999990\" sub_id=\"2\" "
                + "m_id=\"abc\" locked=\"1\"",
            parts: "<part seq=\"-1\" ct=\"application/smil\" text=\"LAYOUT\"/><part ct=\"text/plain\" text=\"hi\"/>"
                + "<part ct=\"image/png\" cl=\"a.png\" data=\"AAEC\"/><part ct=\"image/png\" cl=\"b.png\" data=\"AAEC\"/>",
            addresses: "<addr address=\"+15551234567\" type=\"137\"/><addr address=\"+15557654321\" type=\"151\"/>"
                + "<addr address=\"+15550000001\" type=\"130\"/>")
        let sms = BackupText.sms(
            "x", rest: "date_sent=\"1262439708329\" service_center=\"+199\" sub_id=\"-1\" subject=\"s\" locked=\"0\"")
        _ = try await BackupText.importing(BackupText.file(row, sms), into: dao)
        let message = try #require(try await dao.message(1, of: ana))
        #expect(message.sender == Address("+15551234567"))
        #expect(message.subject == "About")
        #expect(message.content == "hi")
        #expect(message.attachments.map(\.name) == ["a.png", "b.png"])
        #expect(try await dao.read(ana) { try $0.parts(of: 1).parts }.map(\.text) == ["LAYOUT", "hi", nil, nil])
        let digest = try #require(message.attachments[0].digest)
        #expect("\(digest)" == "ae4b3280e56e2faf83f414a6e3dabe9d5fbe18976544c05fed121accb85b53fc")
        #expect(try await dao.bytes(of: digest, owner: ana) == [0, 1, 2])
        let people = try await dao.read(ana) { try $0.parts(of: 1).participants }
        #expect(people.map(\.role) == [.from, .to, .cc])
        let details = try #require(try await dao.read(ana) { try $0.details(of: 1) })
        #expect(details.sent == Timestamp(seconds: 1_599_999_990))
        #expect(details.sim == "2")
        #expect(details.networkID == "abc")
        #expect(details.isLocked)
        let plain = try #require(try await dao.read(ana) { try $0.details(of: 2) })
        #expect(plain.sent == Timestamp(milliseconds: 1_262_439_708_329))
        #expect(plain.centre == "+199")
        #expect(plain.sim == nil)
        #expect(!plain.isLocked)
        _ = try await dao.remove(1, of: ana)
        #expect(try await dao.bytes(of: digest, owner: ana) == nil)
        let again = try await BackupText.importing(BackupText.file(row, sms), into: dao)
        #expect(again.saved.removed == 1)
        #expect(again.saved.duplicates == 1)
        withExtendedLifetime(system) {}
    }

    @Test(arguments: TestStore.allCases)
    func aGroupIsItsOthersWhereverTheUserIsNamed(_ kind: TestStore) async throws {
        let (dao, system) = try kind.make()
        func row(_ attributes: String, _ date: Int, from: String, to: [String]) -> String {
            let people =
                "<addr address=\"\(from)\" type=\"137\"/>"
                + to.map { "<addr address=\"\($0)\" type=\"151\"/>" }.joined()
            return "<mms date=\"\(date)\" \(attributes)><parts><part ct=\"text/plain\" text=\"t\(date)\"/></parts>"
                + "<addrs>\(people)</addrs></mms>"
        }
        let (me, ann, bob) = ("+15550000001", "+15550000002", "+15550000003")
        let rows = [
            // Nobody knows yet which number is the user’s.
            row("msg_box=\"1\"", 1, from: ann, to: [bob, me]),
            row("msg_box=\"1\" address=\"g1@rcs.google.com\"", 2, from: bob, to: [ann, me]),
            row("msg_box=\"1\" address=\"\(ann)\"", 3, from: ann, to: [me]),
            row("msg_box=\"2\"", 4, from: me, to: [bob, ann]),
            row(
                "msg_box=\"1\" address=\"\(ann)~\(bob)~\(me)\" contact_name=\"The three\"", 5, from: ann, to: [bob, me]),
        ]
        for piece in [rows, rows] { _ = try await BackupText.importing(BackupText.file(piece), into: dao) }
        let found = try await dao.conversations(of: ana, .all, limit: 9)
        #expect(found.map(\.address.text) == ["\(ann)~\(bob)", ann])
        #expect(found.map(\.count) == [4, 1])
        #expect(found.map(\.displayName) == ["The three", ann])
        #expect(try await dao.ownAddresses(of: ana) == [Address(me)])
        #expect(try await dao.message(2, of: ana)?.sender == Address(bob))
        #expect(try await dao.background(2, of: ana)?.rawAddress == "g1@rcs.google.com")
        // Known in a part of the file that comes later, and in a store that has it already.
        let (later, keeping) = try kind.make()
        for row in rows { _ = try await BackupText.importing(BackupText.file(row), into: later) }
        for row in rows {
            #expect(try await BackupText.importing(BackupText.file(row), into: later).saved.added == 0, "\(row)")
        }
        #expect(try await later.conversations(of: ana, .all, limit: 9).map(\.count) == [4, 1])
        withExtendedLifetime((system, keeping)) {}
    }

    @Test(arguments: TestStore.allCases)
    func aLaterBackupBringsStatesAndNames(_ kind: TestStore) async throws {
        let (dao, system) = try kind.make()
        func file(_ made: Int, _ name: String, _ rest: String, type: String = "2") -> String {
            "<smses backup_date=\"\(made)\">"
                + "<sms address=\"+15551234567\" date=\"5\" type=\"\(type)\" body=\"a\" contact_name=\"\(name)\" \(rest)/>"
                + "<sms address=\"+15551234567\" date=\"6\" type=\"1\" body=\"b\" contact_name=\"\(name)\" read=\"\(made / 10)\"/>"
                + "</smses>"
        }
        _ = try await BackupText.importing(file(5, "Al", "status=\"-1\"", type: "6"), into: dao)
        #expect(try await dao.message(1, of: ana)?.status == .pending)
        #expect(try await dao.unread(of: ana) == 1)
        let later = try await BackupText.importing(
            file(10, "Alice", "status=\"0\" locked=\"1\" sub_id=\"3\""), into: dao)
        #expect(later.saved.refreshed == 2)
        #expect(later.saved.added == 0)
        #expect(try await dao.message(1, of: ana)?.status == .delivered)
        #expect(try await dao.message(1, of: ana)?.displayName == "Alice")
        #expect(try await dao.unread(of: ana) == 0)
        #expect(try await dao.tally(of: ana).byStatus == [.delivered: 1, .received: 1])
        #expect(try await dao.read(ana) { try $0.details(of: 1)?.sim } == "3")
        // An older one takes nothing back, and what the user says stays.
        let older = try await BackupText.importing(file(5, "Al", "status=\"-1\"", type: "6"), into: dao)
        #expect(older.saved.refreshed == 0)
        #expect(try await dao.message(1, of: ana)?.status == .delivered)
        #expect(try await dao.message(1, of: ana)?.displayName == "Alice")
        try await dao.save(Contact(address: Address("+15551234567"), name: "Mine", kind: .local), of: ana)
        _ = try await BackupText.importing(file(99, "Alicia", "status=\"0\""), into: dao)
        #expect(try await dao.message(1, of: ana)?.displayName == "Mine")
        withExtendedLifetime(system) {}
    }

    @Test(arguments: TestStore.allCases)
    func aCheckStoresNothing(_ kind: TestStore) async throws {
        let (dao, system) = try kind.make()
        let rows = (1...1500).map { BackupText.sms("m", date: "\($0 / 2 + 1)") } + [BackupText.sms("x", type: "soon")]
        let text = Array(BackupText.file(rows).utf8)
        for _ in 0..<2 {
            let report = try await BackupText.importer(dao.copy()).run(backup: MemorySource(text))
            #expect(report.saved.added == 1500)
            #expect(report.refusedCount == 1)
        }
        #expect(try await dao.tally(of: ana) == Tally())
        _ = try await BackupText.importing(text, into: dao)
        let report = try await BackupText.importer(dao.copy()).run(backup: MemorySource(text))
        #expect(report.saved.duplicates == 1500 && report.saved.added == 0)
        withExtendedLifetime(system) {}
    }
}
