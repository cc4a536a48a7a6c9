// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSecrets
import AtriumSession
import AtriumStores
import Dice
@testable import SMSLogLogic
import SMSLogStore

@testable import MessageFormats

/// Messages of all kinds, and stores as they are compared.
enum ExportSamples {
    /// All messages of a store in words, but for their numbers.
    static func whole(_ dao: any MessageStores) async throws -> [String] {
        try await dao.read(ana) { messages in
            try messages.messages(.above(0), limit: 1000).map { message in
                let (parts, participants) = try messages.parts(of: message.id)
                let bytes = try parts.map { try $0.digest.flatMap(messages.bytes) ?? [] }
                return """
                    \(message.date.milliseconds) \(message.address) \(message.direction) \
                    \(message.status) \(message.isRead) \(message.kind) \(message.displayName) \
                    \(message.sender as Any) \(message.subject as Any) \(message.call as Any) \
                    \(Array(message.content.utf8)) \(parts) \(bytes) \(participants) \
                    \(try messages.background(of: message.id) as Any)
                    """
            }.sorted()
        }
    }

    static func text(_ random: inout Dice) -> String {
        let texts = [
            "hello", "", "👩‍👩‍👧 emoji 😀", "שלום \u{202E}abc\u{202C}", "a\tb\nc\r\nd", "<&\"'>", "\u{1}\u{7F}\u{B}end",
            "null",
            "\u{FFFD} as it is", "\u{FFFF}", "  blanks  ", "&#0; &amp;", "مرحبا", "\u{FEFF}", "\u{FEFF}\u{1}end",
            "\u{1}\u{FEFF}", "\u{FEFF}null",
        ]
        return texts[random.roll(texts.count)]
    }

    static func draft(_ index: Int, _ random: inout Dice) -> MessageDraft {
        let numbers = ["+15551234567", "+15557654321", "12345", "Bank & Co", "+15550000009", "Bank\u{B}\u{FFFF}Co"]
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
        draft.details.sim = random.roll(2) == 0 ? ["2", "e\u{1}"][random.roll(2)] : nil
        if kind == .call {
            draft.direction = isIncoming ? .incoming : .outgoing
            draft.status = isIncoming ? .received : .sent
            draft.call = Call(isIncoming ? [.answered, .missed, .rejected][random.roll(3)] : .made, seconds: index)
            draft.isRead = !isIncoming || random.roll(2) == 0
            draft.details.sent = nil
            return draft
        }
        draft.details.isLocked = random.roll(3) == 0
        draft.details.centre = kind == .sms && random.roll(2) == 0 ? ["+1999", "\u{1B}c"][random.roll(2)] : nil
        draft.subject = random.roll(3) == 0 ? ["About <it>", "\u{FEFF}\u{1}", "null"][random.roll(3)] : nil
        guard kind == .mms else { return draft }
        draft.details.networkID = random.roll(2) == 0 ? "id\(index)\u{1}" : nil
        if isGroup, isIncoming {
            draft.sender = Address("+15551234567")
            draft.participants = [Participant(.from, "+15551234567"), Participant(.to, "\u{1}+15557654321")]
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
                        name: position == 0 ? ["a \"b\".png", "a\u{8}.png"][random.roll(2)] : nil,
                        contentType: "image/png", size: bytes.count,
                        digest: digest))
                draft.data[digest] = bytes
            }
        }
        draft.content = texts.joined(separator: "\n")
        return draft
    }

    /// Pages in English whose texts are plain.
    static let texts = PageTexts(
        language: "en", title: "Messages", count: { "\($0) messages" }, status: { "\($0.status)" },
        call: { "call \($0.outcome)" }, missing: "missing", visible: { $0 })
}

extension SMSLogService {
    /// Exports without telling how far it has come.
    func export(_ path: String, as format: ExportFormat, _ change: (inout ExportRequest) -> Void = { _ in })
        async throws -> ExportReport
    {
        var request = ExportRequest(to: path, as: format)
        change(&request)
        return try await exports.export(request, texts: ExportSamples.texts) { _, _ in }
    }
}
