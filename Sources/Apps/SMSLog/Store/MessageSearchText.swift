// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Search

/// The text by which a message is found: its subject, what it says, and the names of its files.
enum MessageSearchText {
    static func of(_ message: Message) -> String { of(message.content, message.subject, message.attachments) }

    static func of(_ draft: MessageDraft) -> String {
        // Nearly all are their text.
        draft.subject == nil && draft.parts.isEmpty
            ? draft.content : of(draft.content, draft.subject, draft.attachments)
    }

    static func of(_ content: String, _ subject: String?, _ attachments: [MessagePart]) -> String {
        let names = attachments.compactMap(\.name)
        guard subject != nil || !names.isEmpty else { return content }
        return ((subject.map { [$0] } ?? []) + [content] + names).joined(separator: "\n")
    }

    /// What of a text goes to the full-text index: people look for pictures in messages, too.
    static func index(of text: String) -> String { SearchText.indexText(of: text, .pictures) }
}
