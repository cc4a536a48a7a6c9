// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain

extension Message {
    /// The text in one row: its lines joined, its attachments named.
    var preview: String {
        // Most messages are one line of text, which needs no look at its characters.
        let isLine = content.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        let text =
            isLine
            ? content : content.split(omittingEmptySubsequences: false) { $0.isNewline }.joined(separator: "⏎")
        guard !attachments.isEmpty else { return text }
        let parts = attachments.map { "[\($0.name ?? $0.contentType)]" }
        return (text.isEmpty ? parts : [text] + parts).joined(separator: " ")
    }
}
