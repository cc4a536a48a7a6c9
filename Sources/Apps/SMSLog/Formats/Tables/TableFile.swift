// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSession
import AtriumStores
import SMSLogLogic

/// A table of messages (RFC 4180): a header, then a line each.
///
/// Every field has the message’s own text. Numbers begin with `+`, which spreadsheets may take for a formula:
/// any protection from that changes the field, so the program has to read the columns as text.
struct TableFile: ExportedFile {
    private static let columns = [
        "id", "date", "kind", "direction", "status", "read", "address", "name", "sender", "subject", "text",
        "attachments", "types", "sha256", "participants", "sent", "delivered", "sim", "centre", "locked", "call",
        "seconds", "failure", "written", "network", "undated",
    ]

    private let draft: DraftWriter

    /// Begins a table.
    ///
    /// - Throws: `FileFault`.
    init(_ draft: DraftWriter, hasByteOrderMark: Bool) throws {
        self.draft = draft
        try draft.write((hasByteOrderMark ? "\u{FEFF}" : "") + TableLine.text(Self.columns))
    }

    func write(_ row: WholeMessage) throws {
        let (message, details) = (row.message, row.details)
        let attachments = message.attachments
        try draft.write(
            TableLine.text([
                String(message.id), message.date.iso, "\(message.kind)", "\(message.direction)", "\(message.status)",
                message.isRead ? "1" : "0", message.address.text, message.contact?.name ?? row.background.importedName,
                message.sender?.text, message.subject, message.content,
                TableLine.list(attachments.map { $0.name ?? "" }), TableLine.list(attachments.map(\.contentType)),
                TableLine.list(attachments.map { $0.digest?.description ?? "" }),
                TableLine.list(row.participants.map { "\($0.role) \($0.rawAddress)" }), details.sent?.iso,
                details.delivered?.iso, details.sim, details.centre, details.isLocked ? "1" : "0",
                message.call.map { "\($0.outcome)" }, message.call.map { String($0.seconds) }, message.failure,
                row.background.rawAddress, details.networkID,
                details.isUndated ? "1" : nil,
            ]))
    }

    func finish() throws { try draft.finish() }
}
