// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import Session

extension Message {
    /// The text in one row: its lines joined, after its subject, its attachments named; of a call, how it went.
    func preview(in language: Language) -> String {
        if let call { return call.text.string(in: language) }
        // Most messages are one line of text, which needs no look at its characters.
        let isLine = content.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        let text =
            isLine
            ? content : content.split(omittingEmptySubsequences: false) { $0.isNewline }.joined(separator: "⏎")
        guard subject != nil || !attachments.isEmpty else { return text }
        let parts = attachments.map { "[\($0.name ?? $0.contentType)]" }
        let words = (text.isEmpty ? parts : [text] + parts).joined(separator: " ")
        return ([subject, words].compactMap { $0 }.filter { !$0.isEmpty }).joined(separator: "⏎")
    }

    /// The same for a reply, whose language is known later.
    var previewValue: Value {
        // What a call says is all that depends on the language.
        call.map { .word(key: $0.key, $0.text) } ?? .text(preview(in: .english))
    }
}
