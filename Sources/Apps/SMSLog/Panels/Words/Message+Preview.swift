// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import Session
import Terminal

extension Message {
    /// The text in one row: its lines joined, after its subject, its attachments named; of a call, how it went.
    func preview(in language: Language) -> String {
        if let call { return call.text.string(in: language) }
        let text = mayHaveLines ? contentLines.joined(separator: "⏎") : content
        guard subject != nil || !attachments.isEmpty else { return text }
        let parts = attachments.map { "[\($0.name ?? $0.contentType)]" }
        let words = (text.isEmpty ? parts : [text] + parts).joined(separator: " ")
        return ([subject, words].compactMap { $0 }.filter { !$0.isEmpty }).joined(separator: "⏎")
    }

    /// The lines of the text, of which there is always one.
    var contentLines: [Substring] {
        mayHaveLines ? content.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) : [content[...]]
    }

    /// Whether the text may have several lines.
    ///
    /// Most messages are one line, which is known by bytes: those of line ends, or the first ones of U+0085, U+2028 and
    /// U+2029. Looking at characters takes ten times as long.
    private var mayHaveLines: Bool {
        content.utf8.withContiguousStorageIfAvailable { bytes in
            !DisplayWidth.isPlain(bytes) && bytes.contains { $0 &- 0x0A < 4 || $0 == 0xC2 || $0 == 0xE2 }
        } ?? true
    }

    /// The same for a reply, whose language is known later.
    var previewValue: Value {
        // What a call says is all that depends on the language.
        call.map { .word(key: $0.key, $0.text) } ?? .text(preview(in: .english))
    }
}
