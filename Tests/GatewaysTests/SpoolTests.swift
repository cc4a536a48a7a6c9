// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import Foundation
import Testing

@testable import AtriumGateways

/// Gateways that are folders, in which the test does what the other program does.
@Suite final class SpoolTests {
    private let root = NSTemporaryDirectory() + "gateways-\(UUID().uuidString)"
    private let hello = OutgoingMessage(
        key: "00112233445566778899aabbccddeeff", number: "+15551000000", text: "Grüße 😀\n2",
        date: Timestamp(seconds: 1_767_258_000), order: 7, parts: 1, isOfSevenBits: false)

    init() throws {
        for name in ["", "/sent", "/failed", "/incoming"] {
            try FileManager.default.createDirectory(atPath: root + name, withIntermediateDirectories: true)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    private var folder: OutboxFolder { OutboxFolder(path: root, timeZone: .gmt) }

    private func move(_ name: String, _ from: String, _ to: String) throws {
        try FileManager.default.moveItem(atPath: "\(root)\(from)/\(name)", toPath: "\(root)\(to)/\(name)")
    }

    private func write(_ bytes: [UInt8], _ path: String) throws {
        try Data(bytes).write(to: URL(filePath: root + path))
    }

    @Test func `what is no folder of the user’s own holds no messages`() throws {
        try write([1], "/file")
        try FileManager.default.createSymbolicLink(atPath: root + "/outside", withDestinationPath: "/etc")
        for path in [
            "/", "/dev", "/proc/self", "/usr/lib/none", root + "/file", root + "/file/out", root + "/outside/x",
        ] {
            #expect(!SpoolFolder(path: path).canHoldMessages, "\(path)")
        }
        for path in [root, root + "/sent/later/on", "/none/at/all"] {
            #expect(SpoolFolder(path: path).canHoldMessages, "\(path)")
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: root + "/sent")
        // Nothing keeps root from writing.
        #expect(SpoolFolder(path: root + "/sent").canHoldMessages == (geteuid() == 0))
    }

    @Test func withoutItsFoldersNobodyCanTell() throws {
        try FileManager.default.removeItem(atPath: root + "/sent")
        #expect(try folder.recover(hello) == .unknown)
        try FileManager.default.removeItem(atPath: root)
        #expect { try folder.test() } throws: { ($0 as? GatewayFault)?.isOfGateway == true }
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
