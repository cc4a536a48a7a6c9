// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain

extension Message {
    /// The text in one row: its lines joined, its attachments named.
    var preview: String {
        let text = content.split(omittingEmptySubsequences: false) { $0.isNewline }.joined(separator: "⏎")
        let parts = attachments.map { "[\($0.name ?? $0.contentType)]" }
        return (text.isEmpty ? parts : [text] + parts).joined(separator: " ")
    }
}
