// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import SMSLogDomain
import Session

/// A file of messages, or of calls, as SMS Backup & Restore writes it.
struct BackupFile: ExportedFile {
    private let draft: DraftWriter
    private let root: String
    private let bytes: PartBytes

    /// Begins a file.
    ///
    /// - Parameter count: How many there are going to be, which stands in front.
    /// - Throws: `FileFault`.
    init(_ draft: DraftWriter, ofCalls calls: Bool, count: Int, madeAt: Timestamp, bytes: @escaping PartBytes) throws {
        self.draft = draft
        self.bytes = bytes
        root = calls ? "calls" : "smses"
        try draft.write(BackupRows.head(root, count: count, madeAt: madeAt))
    }

    func write(_ row: WholeMessage) async throws {
        var text = BackupRows()
        if let call = row.message.call {
            text.addCall(row, call)
        } else if row.message.kind == .sms {
            text.addSMS(row)
        } else {
            text.beginMMS(row)
            for (seq, part) in Self.parts(of: row).enumerated() {
                text.beginPart(part, seq: seq)
                if let digest = part.digest, let bytes = try await bytes(digest) {
                    text.addRaw(" data=\"")
                    try draft.write(text.text)
                    try draft.write(base64: bytes)
                    text = BackupRows()
                    text.addRaw("\"")
                }
                text.endPart()
            }
            text.endMMS(row.participants)
        }
        try draft.write(text.text)
    }

    /// The parts; of a message that was kept without them, its text.
    private static func parts(of row: WholeMessage) -> [MessagePart] {
        row.parts.isEmpty && !row.message.content.isEmpty
            ? [MessagePart(name: nil, contentType: "text/plain", text: row.message.content)] : row.parts
    }

    func finish() throws {
        try draft.write("</\(root)>\n")
        try draft.finish()
    }
}
