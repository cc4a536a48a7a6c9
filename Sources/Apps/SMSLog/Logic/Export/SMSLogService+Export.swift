// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation
import SMSLogDomain
import SMSLogStore
import Session

/// What an export has written.
package struct ExportReport: Sendable {
    /// How many messages, or calls.
    package let written: Int
    /// How many of the other kind there are, which go into a file of their own.
    package let left: Int
}

/// Messages to files.
extension SMSLogService {
    /// Writes all messages, or all calls, to a file as SMS Backup & Restore does, off the caller’s actor.
    ///
    /// The file has its name only when it is whole.
    ///
    /// - Parameters:
    ///   - isReplacing: Whether it may take the place of a file of this user’s.
    ///   - progress: is told how many were looked at, and how many there are.
    /// - Throws: `ExportFault`, `StoreFault`, `CancellationError`.
    @concurrent
    package func export(
        to path: String, calls: Bool = false, isReplacing: Bool = false,
        progress: @Sendable (_ done: Int, _ total: Int) async -> Void
    ) async throws -> ExportReport {
        let tally = try await tally()
        let called = tally.calls.values.reduce(0, +)
        let (count, left) = calls ? (called, tally.messages) : (tally.messages, called)
        let root = calls ? "calls" : "smses"
        var written = 0
        do {
            let file = try DraftWriter(for: path, replacing: isReplacing)
            try file.write(BackupRows.head(root, count: count, madeAt: clock.now))
            var (last, done) = (0, 0)
            while case let page = try await page(after: last), let end = page.last {
                try Task.checkCancellation()
                for row in page where (row.message.call != nil) == calls {
                    try await write(row, to: file)
                    written += 1
                }
                last = end.message.id
                done += page.count
                await progress(done, count + left)
            }
            try file.write("</\(root)>\n")
            try file.finish()
        } catch let fault as FileFault {
            throw ExportFault(fault)
        }
        return ExportReport(written: written, left: left)
    }

    /// A message with all that it is made of.
    private struct WholeMessage: Sendable {
        let message: Message
        let details: MessageDetails
        let parts: [MessagePart]
        let participants: [Participant]
    }

    private func page(after id: Int) async throws -> [WholeMessage] {
        try await dao.read(owner) { messages in
            try messages.messages(.above(id), limit: 500).map { message in
                let isPlain = message.kind != .mms
                return WholeMessage(
                    message: message, details: try messages.details(of: message.id) ?? MessageDetails(),
                    parts: isPlain ? [] : try messages.parts(of: message.id),
                    participants: isPlain ? [] : try messages.participants(of: message.id))
            }
        }
    }

    private func write(_ row: WholeMessage, to file: DraftWriter) async throws {
        var text = BackupRows()
        if let call = row.message.call {
            text.addCall(row.message, call, row.details)
        } else if row.message.kind == .sms {
            text.addSMS(row.message, row.details)
        } else {
            text.beginMMS(row.message, row.details)
            let parts =
                row.parts.isEmpty && !row.message.content.isEmpty
                ? [MessagePart(name: nil, contentType: "text/plain", text: row.message.content)] : row.parts
            for (seq, part) in parts.enumerated() {
                text.beginPart(part, seq: seq)
                if let digest = part.digest, let bytes = try await dao.bytes(of: digest, owner: owner) {
                    text.addRaw(" data=\"")
                    try file.write(text.text)
                    try file.write(base64: bytes)
                    text = BackupRows()
                    text.addRaw("\"")
                }
                text.endPart()
            }
            text.endMMS(row.participants)
        }
        try file.write(text.text)
    }
}

extension ExportFault {
    fileprivate init(_ fault: FileFault) {
        self =
            fault.reason == .system(EEXIST)
            ? .exists(path: fault.path) : .unwritable(path: fault.path, reason: fault.reason)
    }
}
