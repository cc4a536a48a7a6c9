// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Session
import Testing

@testable import Gateways

/// Gateways that are folders, in which the test does what the other program does.
@Suite final class SpoolTests {
    private let root = NSTemporaryDirectory() + "gateways-\(UUID().uuidString)"
    private let clock = ManualClock(now: Timestamp(seconds: 1_767_258_000))
    private let hello = OutgoingMessage(
        key: "00112233445566778899aabbccddeeff", number: "+15551000000", text: "Grüße 😀\n2",
        date: Timestamp(seconds: 1_767_258_000), order: 7, parts: 1, isOfSevenBits: false)

    init() throws {
        for name in ["", "/outbox", "/sent", "/error", "/failed", "/inbox", "/incoming"] {
            try FileManager.default.createDirectory(atPath: root + name, withIntermediateDirectories: true)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    private var gammu: GammuSpool { GammuSpool(path: root, clock: clock, timeZone: .gmt) }
    private var folder: OutboxFolder { OutboxFolder(path: root, timeZone: .gmt) }

    private func names(_ place: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root + place).filter { $0.contains("0011") }
    }

    private func move(_ name: String, _ from: String, _ to: String) throws {
        try FileManager.default.moveItem(atPath: "\(root)\(from)/\(name)", toPath: "\(root)\(to)/\(name)")
    }

    private func write(_ bytes: [UInt8], _ path: String) throws {
        try Data(bytes).write(to: URL(filePath: root + path))
    }

    @Test func gammuGetsAFileThatSaysEverything() throws {
        let receipt = try gammu.submit(hello)
        #expect(
            try names("/outbox") == ["OUTC20260101_090000_000000007_+15551000000_00112233445566778899aabbccddeeff.txt"])
        let bytes = Array(try Data(contentsOf: URL(filePath: root + "/outbox/" + receipt.reference)))
        #expect(bytes.prefix(4) == [0xFE, 0xFF, 0x00, 0x47])
        #expect(UTF16Text.decode(bytes) == hello.text)
    }

    @Test(arguments: ["/outbox", "/sent", "/error"])
    func gammuKnowsWhatItHas(_ place: String) throws {
        #expect(try gammu.recover(hello) == .notTaken)
        let receipt = try gammu.submit(hello)
        if place != "/outbox" { try move(receipt.reference, "/outbox", place) }
        #expect(try gammu.recover(hello) == .taken(receipt))
        let taken = TakenMessage(reference: receipt.reference, key: hello.key)
        let outcomes = gammu.reports(on: [taken]).map(\.outcome)
        #expect(
            outcomes == (place == "/sent" ? [.sent] : place == "/error" ? [.failed(reason: "gammu-smsd: error")] : []))
    }

    @Test func gammuKnowsAMessageWhoseNumberIsReadInAnotherWayMeanwhile() throws {
        let receipt = try gammu.submit(hello)
        let other = OutgoingMessage(
            key: hello.key, number: "5551000000", text: hello.text, date: hello.date, order: hello.order,
            parts: hello.parts, isOfSevenBits: hello.isOfSevenBits)
        #expect(try gammu.recover(other) == .taken(receipt))
    }

    @Test func withoutItsFoldersNobodyCanTell() throws {
        try FileManager.default.removeItem(atPath: root + "/sent")
        #expect(try gammu.recover(hello) == .unknown)
        #expect(try folder.recover(hello) == .unknown)
        try FileManager.default.removeItem(atPath: root)
        #expect(throws: GatewayFault.unreachable(reason: .said(root + "/outbox"))) { try gammu.recover(hello) }
        #expect { try gammu.submit(hello) } throws: { ($0 as? GatewayFault)?.isOfGateway == true }
        #expect { try folder.test() } throws: { ($0 as? GatewayFault)?.isOfGateway == true }
    }

    @Test func gammuHandsOutPartsAsOneMessage() throws {
        try write(UTF16Text.encode("Hello "), "/inbox/IN20260101_080000_00_+1555_00.txt")
        try write(Array("you".utf8), "/inbox/IN20260101_080000_00_+1555_01.txt")
        try write(Array("x".utf8), "/inbox/IN20260230_080000_00_+1555_00.txt")
        try write(Array("x".utf8), "/inbox/other.txt")
        let arrivals = try gammu.arrivals()
        #expect(arrivals.count == 2)
        let message = try #require(try gammu.message(arrived: arrivals[0]))
        #expect(message.text == "Hello you")
        #expect(message.sender == "+1555")
        #expect(message.date == Timestamp(seconds: 1_767_254_400))
        // No day of a calendar.
        #expect(try gammu.message(arrived: arrivals[1]) == nil)
        // What is just being written is not taken.
        clock.set(to: Timestamp(seconds: Int64(Date().timeIntervalSince1970)))
        #expect(try gammu.message(arrived: arrivals[0]) == nil)
    }

    @Test func aFolderGetsAFileThatSaysEverything() throws {
        let receipt = try folder.submit(hello)
        let text = try String(contentsOfFile: root + "/" + receipt.reference, encoding: .utf8)
        #expect(text.hasPrefix("To: +15551000000\nAlphabet: UTF-8\n"))
        #expect(text.hasSuffix("\n\nGrüße 😀\n2"))
        let taken = [TakenMessage(reference: receipt.reference, key: hello.key)]
        #expect(folder.reports(on: taken).isEmpty)
        #expect(try folder.recover(hello) == .taken(receipt))
        try move(receipt.reference, "", "/failed")
        try write(Array("To: 1\nFail_reason: no route\n\nx".utf8), "/failed/" + receipt.reference)
        #expect(folder.reports(on: taken).map(\.outcome) == [.failed(reason: "no route")])
        try move(receipt.reference, "/failed", "/sent")
        #expect(folder.reports(on: taken).map(\.outcome) == [.sent])
        try FileManager.default.removeItem(atPath: root + "/sent/" + receipt.reference)
        #expect(try folder.recover(hello) == .notTaken)
    }

    @Test func aFolderHandsOutWhatCameIn() throws {
        let file =
            "From: 4915\r\nFrom_TOA: 91 international, ISDN/telephone\r\nFrom_SMSC: 49171\r\nSent: 26-01-01 08:00:00\r\nReceived: 26-01-01 08:00:09\r\n\r\nHi\r\nyou"
        try write(Array(file.utf8), "/incoming/GSM1.a")
        try write(Array("Received: x\n\nno sender".utf8), "/incoming/GSM1.b")
        #expect(try folder.arrivals() == ["GSM1.a", "GSM1.b"])
        let message = try #require(folder.message(arrived: "GSM1.a"))
        #expect(message.text == "Hi\r\nyou")
        #expect(message.sender == "+4915")
        #expect(message.date == Timestamp(seconds: 1_767_254_409))
        #expect(message.sent == Timestamp(seconds: 1_767_254_400))
        #expect(message.centre == "49171")
        #expect(folder.message(arrived: "GSM1.b") == nil)
        #expect(folder.message(arrived: "gone") == nil)
    }
}
