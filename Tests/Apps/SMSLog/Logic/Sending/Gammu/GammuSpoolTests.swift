// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumGateways
import AtriumSession
import AtriumTesting
import Foundation
@testable import MessageGateways
@testable import SMSLogLogic
import SMSLogStore
import Testing

/// The folders of gammu-smsd, in which the test does what the daemon does.
@Suite final class GammuSpoolTests {
    private let root = NSTemporaryDirectory() + "gammu-\(UUID().uuidString)"
    private let clock = ManualClock(now: Timestamp(seconds: 1_767_258_000))
    private var spool: GammuSpool { GammuSpool(path: root, clock: clock, timeZone: .gmt) }

    init() throws {
        for name in ["/outbox", "/sent", "/error", "/inbox"] {
            try FileManager.default.createDirectory(atPath: root + name, withIntermediateDirectories: true)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    private func outgoing(_ text: String, to number: String = "+15551000000") -> OutgoingMessage {
        let length = MessageLength(text)
        return OutgoingMessage(
            key: "00112233445566778899aabbccddeeff", number: number, text: text,
            date: Timestamp(seconds: 1_767_258_000), order: 7, parts: length.parts,
            isOfSevenBits: length.coding == .gsm7)
    }

    private func arrive(_ name: String, _ text: String, writtenAt second: Double = 0) throws {
        try arrive(name, bytes: Array(text.utf8), writtenAt: second)
    }

    private func arrive(_ name: String, bytes: [UInt8], writtenAt second: Double = 0) throws {
        let path = "\(root)/inbox/IN20260101_\(name).txt"
        try Data(bytes).write(to: URL(filePath: path))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000 + second)], ofItemAtPath: path)
    }

    private func texts() throws -> [String] {
        let spool = spool
        return try spool.arrivals().compactMap { try spool.message(arrived: $0)?.text }
    }

    @Test func `what the daemon writes just now is waited for`() async throws {
        try arrive("120000_00_+1555_00", "now", writtenAt: 67_258_000)
        #expect(try texts().isEmpty)
        let start = ContinuousClock.now
        clock.advance(by: .milliseconds(1_900))
        await spool.settle()
        #expect(ContinuousClock.now - start >= .milliseconds(90))
        clock.advance(by: .milliseconds(100))
        #expect(try texts() == ["now"])
    }

    @Test func `a message goes out as a backup that names the coding of each part`() throws {
        let receipt = try spool.submit(outgoing("Привет 😀"))
        #expect(
            receipt.reference
                == "OUTC20260101_090000_000000007_+15551000000_00112233445566778899aabbccddeeff.smsbackup")
        #expect(
            try String(contentsOfFile: root + "/outbox/" + receipt.reference, encoding: .utf8) == """
                [SMSBackup000]
                PDU = Submit
                State = UnSent
                Number = "+15551000000"
                Text00 = 041F044004380432043504420020D83DDE00
                Coding = Unicode_No_Compression
                Length = 9
                Class = -1

                """)
    }

    @Test(arguments: [
        ("plain", "Default_No_Compression", 1), (String(repeating: "ab]", count: 60), "Default_No_Compression", 2),
        (String(repeating: "你好", count: 40), "Unicode_No_Compression", 2),
    ])
    func `what goes out is read again as it was written`(_ text: String, _ coding: String, _ parts: Int) throws {
        let receipt = try spool.submit(outgoing(text))
        let file = URL(filePath: root + "/outbox/" + receipt.reference)
        let sections = GammuSection.all(in: Array(try Data(contentsOf: file)))
        #expect(sections.count == parts)
        #expect(sections.map(\.text).joined() == text)
        #expect(sections.allSatisfy { $0["coding"] == coding })
        #expect(sections.map { $0.piece?.number ?? 1 } == Array(1...parts))
        #expect(Set(sections.map { $0.piece?.reference ?? "" }).count == 1)
    }

    @Test func `what the daemon would cut off is refused`() throws {
        #expect(throws: GatewayFault.refused(reason: .fact(.tooManyParts, "50"))) {
            try spool.submit(outgoing(String(repeating: "你", count: 67 * 51)))
        }
    }

    @Test(arguments: ["/outbox", "/sent", "/error"])
    func `it knows what it has, whatever its number is read as meanwhile`(_ place: String) throws {
        let hello = outgoing("Grüße")
        #expect(try spool.recover(hello) == .notTaken)
        let receipt = try spool.submit(hello)
        if place != "/outbox" {
            try FileManager.default.moveItem(
                atPath: "\(root)/outbox/\(receipt.reference)", toPath: "\(root)\(place)/\(receipt.reference)")
        }
        #expect(try spool.recover(hello) == .taken(receipt))
        #expect(try spool.recover(outgoing("Grüße", to: "5551000000")) == .taken(receipt))
        let taken = TakenMessage(reference: receipt.reference, key: hello.key)
        #expect(
            spool.reports(on: [taken]).map(\.outcome)
                == (place == "/sent" ? [.sent] : place == "/error" ? [.failed(reason: "gammu-smsd: error")] : []))
    }

    @Test func `without its folders nothing is known`() throws {
        try FileManager.default.removeItem(atPath: root + "/sent")
        #expect(try spool.recover(outgoing("x")) == .unknown)
        try FileManager.default.removeItem(atPath: root)
        #expect(throws: GatewayFault.unreachable(reason: .said(root + "/outbox"))) { try spool.recover(outgoing("x")) }
        #expect { try spool.submit(outgoing("x")) } throws: { ($0 as? GatewayFault)?.isOfGateway == true }
    }

    @Test func `parts of a message are one, whatever their times`() throws {
        try arrive("120101_00_+1555_01", "two.")
        try arrive("120100_00_+1555_00", "One, ")
        // Another sender, another message of the same second, and another day’s.
        try arrive("120100_00_+1666_00", "other")
        try arrive("120100_01_+1555_00", "twin")
        try arrive("180000_00_+1555_01", "lone")
        try arrive("120203_00_+1777_02", "c")
        try arrive("120159_00_+1777_01", "b ")
        try arrive("120200_00_+1777_00", "a ")
        #expect(try texts() == ["One, two.", "other", "twin", "a b c", "lone"])
        let spool = spool
        let first = try #require(try spool.arrivals().first)
        let message = try #require(try spool.message(arrived: first))
        #expect(message.sender == "+1555")
        #expect(message.date == Timestamp(seconds: 1_767_268_860))
        #expect(message.key == "IN20260101_120100_00_+1555_00.txt/20260101_120101")
        #expect(
            message.earlierKeys == ["IN20260101_120100_00_+1555_00.txt", "IN20260101_120101_00_+1555_01.txt"])
    }

    @Test func `two long messages within a minute keep their own parts`() throws {
        try arrive("120000_00_+1555_00", "a1 ")
        try arrive("120002_00_+1555_01", "a2 ", writtenAt: 0.1)
        try arrive("120030_00_+1555_02", "a3", writtenAt: 0.2)
        try arrive("120001_00_+1555_00", "b1 ", writtenAt: 40)
        try arrive("120003_00_+1555_01", "b2", writtenAt: 40.1)
        #expect(try texts() == ["a1 a2 a3", "b1 b2"])
    }

    @Test func `the halves of a character in two parts are one`() throws {
        try arrive("120000_00_+1555_00", bytes: [0xFE, 0xFF, 0x00, 0x41, 0xD8, 0x3D])
        try arrive("120001_00_+1555_01", bytes: [0xFE, 0xFF, 0xDE, 0x00])
        #expect(try texts() == ["A😀"])
    }

    @Test func `a file in the detailed form says its text`() throws {
        func section(_ number: Int, _ units: String) -> String {
            """
            [SMSBackup00\(number - 1)]
            ; a comment
            PDU = Deliver
            Number = "+1555"
            UDH = 0500037A030\(number)
            Text00 = \(units)
            Coding = Unicode_No_Compression


            """
        }
        try arrive("120000_00_+1555_00", "; This file format\n\n" + section(1, "0048") + section(3, "D83DDE00"))
        try arrive("120100_00_+1555_00", "[SMSBackup000]\nPDU = Status_Report\nText00 = 0044\n")
        #expect(try texts() == ["H … 😀"])
    }

    @Test func `what is no name, no day, or just being written is no message yet`() throws {
        try arrive("120000_00_+1555_00", "x")
        try Data("x".utf8).write(to: URL(filePath: root + "/inbox/IN20260230_080000_00_+1555_00.txt"))
        try Data("x".utf8).write(to: URL(filePath: root + "/inbox/other.txt"))
        #expect(try spool.arrivals().count == 2)
        #expect(try texts() == ["x"])
        clock.set(to: Timestamp(seconds: 1_700_000_001))
        #expect(try texts() == [])
    }

    @Test(arguments: TestStore.allCases)
    func `a part that comes later joins what is there`(_ kind: TestStore) async throws {
        let (dao, system) = try kind.make()
        let spool = spool
        let service = SMSLogService(
            dao: dao, owner: ana, clock: clock,
            worker: LocalWorker(stores: dao, clock: clock, timeZone: .gmt) { (_, _) throws(GatewayFault) in spool })
        try await service.gateways.add(Gateway(name: "phone", kind: .gammu, place: root))
        func received() async throws -> [String] {
            _ = try await service.gateways.receive()
            return try await dao.read(ana) { try $0.messages(.above(0), limit: 99).map(\.content) }
        }
        try arrive("120000_00_+1555_00", "One, ")
        try arrive("120002_00_+1555_02", "three.")
        #expect(try await received() == ["One, ", "three."])
        _ = try await dao.markRead([1, 2], of: ana)
        try arrive("120001_00_+1555_01", "two, ")
        #expect(try await received() == ["One, two, three."])
        #expect(try await dao.message(1, of: ana)?.isRead == false)
        #expect(try await dao.tally(of: ana).messages == 1)
        #expect(try await received() == ["One, two, three."])
        // A part of which the ones before are gone is no message of its own, unless another one is meant.
        for part in ["120000_00_+1555_00", "120001_00_+1555_01"] {
            try FileManager.default.removeItem(atPath: "\(root)/inbox/IN20260101_\(part).txt")
        }
        #expect(try await received() == ["One, two, three."])
        try arrive("120003_00_+1555_02", "Other.")
        #expect(try await received() == ["One, two, three.", "Other."])
        withExtendedLifetime(system) {}
    }
}
