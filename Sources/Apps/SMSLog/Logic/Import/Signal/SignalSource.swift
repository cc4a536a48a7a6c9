// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import SMSLogDomain
import Session

/// What Signal exports without a password: `main.jsonl`, the frames of a backup as objects of JSON, one a line.
///
/// No document describes it. Source: Backups.proto and ts/services/backups of github.com/signalapp/Signal-Desktop.
final class SignalSource: ImportSource {
    /// What it calls the messages, and what it says of the export.
    static let name = "main.jsonl"
    static let metadata = "metadata.json"

    let rows: ImportedRows
    var line: Int { input.count }
    private let input: ByteLines
    private let files: SignalFiles
    private var people = SignalPeople()
    private var escapes = JSONEscapes()
    private var named: Set<Address> = []

    /// - Parameter notices: What a notice says in the user’s language, by its name.
    init(
        _ input: ByteLines, files: SignalFiles, into rows: ImportedRows,
        notices: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        people.notices = notices
        self.input = input
        self.files = files
        self.rows = rows
    }

    /// Whether a text begins as such an export does: with what the backup is, or with one of its frames.
    static func begins(_ text: some StringProtocol) -> Bool {
        let head = String(text.prefix { !$0.isNewline }.filter { !$0.isWhitespace })
        return head.contains("\"backupTimeMs\":")
            || ["account", "recipient", "chat", "chatItem"].contains { head.hasPrefix("{\"\($0)\":{") }
    }

    var bytesRead: Int { input.bytesRead }
    var replacedCharacters: Int { escapes.replaced }

    func step() throws -> Bool { try input.step(add) }

    private func add(_ text: [UInt8]) {
        guard text.contains(where: { $0 > 0x20 }) else { return }
        guard let frame = escapes.row(text) else {
            rows.report.refuse(RefusedRow(line: line, reason: .brokenJSON))
            return
        }
        if let recipient = frame.row("recipient") {
            people.add(recipient: recipient)
        } else if let chat = frame.row("chat") {
            people.add(chat: chat)
        } else if let item = frame.row("chatItem") {
            add(item)
        } else if let made = frame["backupTimeMs"].flatMap({ Int64($0) }), made > 0 {
            rows.madeAt = Timestamp(milliseconds: min(made, Int64(BackupElement.latest)))
        }
    }

    private func add(_ item: JSONRow) {
        do throws(RefusedRow) {
            let reader = SignalReader(people: people, data: files.bytes)
            let (drafts, remarks) = try reader.drafts(item, line: line, after: rows.lastDate)
            for draft in drafts {
                rows.append(draft)
                name(draft, item)
            }
            for reason in remarks { rows.report.remark(RowRemark(line: line, reason: reason)) }
        } catch {
            rows.report.refuse(error)
        }
    }

    /// Names whoever wrote in a group.
    private func name(_ draft: MessageDraft, _ item: JSONRow) {
        guard let sender = draft.sender, let author = people.recipient(item["authorId"]), let name = author.name,
            Address(author.address) == sender, name != author.address, named.insert(sender).inserted
        else { return }
        rows.append(Contact(address: sender, name: name, kind: .local))
    }
}
