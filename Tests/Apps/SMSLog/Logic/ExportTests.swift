// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTesting
import Dice
import Foundation
import SMSLogDomain
import Secrets
import Session
import Systems
import Testing
import XMLReader

@testable import SMSLogLogic
import SMSLogStore
import Stores

/// What is exported comes back as it was.
@Suite struct ExportTests {
    @Test(arguments: [UInt64(1), 2, 3, 4])
    func aFileBringsBackWhatWasWritten(_ seed: UInt64) async throws {
        var random = Dice(seed: seed)
        let (dao, system) = try (seed % 2 == 0 ? TestStore.memory : .sqlite).make()
        let folder = try TemporaryFolder()
        let drafts = (0..<150).map { Self.draft($0, &random) }
        #expect(try await dao.merge(drafts, of: ana).allSatisfy { $0 != nil })
        let service = SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock)
        let report = try await service.export(to: folder.path + "/sms.xml") { _, _ in }
        let calls = try await service.export(to: folder.path + "/calls.xml", calls: true) { _, _ in }
        #expect(report.written + calls.written == 150)
        #expect(report.left == calls.written)
        // Nothing is new where it comes from, and nothing is lost elsewhere.
        let again = ImportTotal(try await service.importFiles(at: folder.path) { _, _ in })
        #expect(again.saved.added == 0)
        #expect(again.saved.duplicates == 150)
        #expect(again.saved.refreshed == 0)
        let (other, otherSystem) = try TestStore.memory.make()
        let copy = SMSLogService(dao: other, owner: ana, clock: ManualClock.nineOClock)
        let total = ImportTotal(try await copy.importFiles(at: folder.path) { _, _ in })
        #expect(total.saved.added == 150)
        #expect(total.refused == 0)
        #expect(try await Self.whole(other) == Self.whole(dao))
        withExtendedLifetime((system, otherSystem)) {}
    }

    @Test func aFileThatIsThereStays() async throws {
        let (dao, _) = try TestStore.memory.make()
        let folder = try TemporaryFolder()
        let service = SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock)
        let path = folder.path + "/a.xml"
        _ = try await service.export(to: path) { _, _ in }
        await #expect(throws: ExportFault.exists(path: path)) { try await service.export(to: path) { _, _ in } }
        _ = try await service.export(to: path, isReplacing: true) { _, _ in }
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    /// All messages of a store in words, but for their numbers.
    private static func whole(_ dao: any MessageDAO) async throws -> [String] {
        try await dao.read(ana) { messages in
            try messages.messages(.above(0), limit: 1000).map { message in
                let parts = try messages.parts(of: message.id)
                let bytes = try parts.map { try $0.digest.flatMap(messages.bytes) ?? [] }
                return """
                    \(message.date.milliseconds) \(message.address) \(message.rawAddress) \(message.direction) \
                    \(message.status) \(message.isRead) \(message.kind) \(message.displayName) \
                    \(message.sender as Any) \(message.subject as Any) \(message.call as Any) \
                    \(Array(message.content.utf8)) \(parts) \(bytes) \(try messages.participants(of: message.id)) \
                    \(try messages.details(of: message.id) as Any)
                    """
            }.sorted()
        }
    }

    private static func text(_ random: inout Dice) -> String {
        let texts = [
            "hello", "", "👩‍👩‍👧 emoji 😀", "שלום \u{202E}abc\u{202C}", "a\tb\nc\r\nd", "<&\"'>", "\u{1}\u{7F}\u{B}end",
            "null",
            "\u{FFFD} as it is", "\u{FFFF}", "  blanks  ", "&#0; &amp;", "مرحبا",
        ]
        return texts[random.roll(texts.count)]
    }

    private static func draft(_ index: Int, _ random: inout Dice) -> MessageDraft {
        let numbers = ["+15551234567", "+15557654321", "12345", "Bank & Co", "+15550000009"]
        let kind = [MessageKind.sms, .mms, .call][random.roll(3)]
        let isGroup = kind == .mms && random.roll(2) == 0
        let raw = isGroup ? "+15551234567~+15557654321" : numbers[random.roll(numbers.count)]
        let isIncoming = random.roll(2) == 0
        var draft = MessageDraft(
            address: Address(raw), rawAddress: raw, content: kind == .sms ? text(&random) : "",
            date: Timestamp(milliseconds: Int64(1_600_000_000_000 + index / 2)),
            direction: isIncoming ? .incoming : .outgoing,
            status: isIncoming ? .received : [SendStatus.draft, .pending, .sent, .delivered, .failed][random.roll(5)],
            isRead: random.roll(2) == 0, kind: kind)
        draft.details.sent = random.roll(2) == 0 ? Timestamp(milliseconds: 1_600_000_000_123) : nil
        draft.details.sim = random.roll(2) == 0 ? "2" : nil
        if kind == .call {
            draft.direction = isIncoming ? .incoming : .outgoing
            draft.status = isIncoming ? .received : .sent
            draft.call = Call(isIncoming ? [.answered, .missed, .rejected][random.roll(3)] : .made, seconds: index)
            draft.isRead = !isIncoming || random.roll(2) == 0
            draft.details.sent = nil
            return draft
        }
        draft.details.isLocked = random.roll(3) == 0
        draft.details.centre = kind == .sms && random.roll(2) == 0 ? "+1999" : nil
        draft.subject = random.roll(3) == 0 ? "About <it>" : nil
        guard kind == .mms else { return draft }
        draft.details.networkID = random.roll(2) == 0 ? "id\(index)" : nil
        if isGroup, isIncoming {
            draft.sender = Address("+15551234567")
            draft.participants = [Participant(.from, "+15551234567"), Participant(.to, "+15557654321")]
        }
        var texts: [String] = []
        for position in 0...random.roll(3) {
            if random.roll(2) == 0 {
                let said = text(&random)
                if said.isEmpty { continue }
                texts.append(said)
                draft.parts.append(
                    MessagePart(name: nil, contentType: "text/plain", size: said.utf8.count, text: said))
            } else {
                let bytes = (0..<random.roll(40) + 1).map { _ in UInt8(random.roll(256)) }
                let digest = Digest(bytes: SHA256.hash(bytes))
                draft.parts.append(
                    MessagePart(
                        name: position == 0 ? "a \"b\".png" : nil, contentType: "image/png", size: bytes.count,
                        digest: digest))
                draft.data[digest] = bytes
            }
        }
        draft.content = texts.joined(separator: "\n")
        return draft
    }
}

/// A folder that is removed with it.
final class TemporaryFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "atrium-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
