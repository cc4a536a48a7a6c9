// SPDX-License-Identifier: GPL-3.0-or-later

/// What the user has said of a conversation, and begun to write there.
package struct ConversationState: Hashable, Sendable {
    /// What the user has said of it.
    package let marks: ConversationMarks
    /// What the user has begun to write.
    package let draft: ConversationDraft?

    package init(marks: ConversationMarks = [], draft: ConversationDraft? = nil) {
        self.marks = marks
        self.draft = draft
    }

    /// What one conversation has that is made of several: the marks of all of them, but it is archived where all are that
    /// have messages; drafts are put one below the other.
    package init(uniting parts: [(conversation: ConversationState, hasMessages: Bool)]) {
        var marks = parts.reduce(into: ConversationMarks()) { $0.formUnion($1.conversation.marks) }
        if !parts.allSatisfy({ !$0.hasMessages || $0.conversation.marks.contains(.archived) }) {
            marks.remove(.archived)
        }
        let drafts = parts.compactMap(\.conversation.draft).sorted {
            ($0.savedAt, $0.text) < ($1.savedAt, $1.text)
        }
        self.marks = marks.listed
        draft = drafts.last.map {
            ConversationDraft(text: drafts.map(\.text).joined(separator: "\n"), savedAt: $0.savedAt)
        }
    }
}

extension ConversationMarks {
    /// The same where nothing is pinned and out of the list at once.
    package var listed: ConversationMarks { isDisjoint(with: [.archived, .blocked]) ? self : subtracting(.pinned) }
}
