// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// A text that the user has begun to write to somebody, and not sent.
///
/// It is no message: it has no number, and no query finds it.
package struct ConversationDraft: Hashable, Sendable {
    /// What there is of it.
    package let text: String
    /// When it was kept last.
    package let savedAt: Timestamp

    package init(text: String, savedAt: Timestamp) {
        self.text = text
        self.savedAt = savedAt
    }

    /// Its first line.
    package var firstLine: String { String(text.prefix { !$0.isNewline }) }
}

/// A text that was not sent, and whom it is for.
package struct KeptDraft: Hashable, Sendable {
    /// Whom it is for.
    package let party: Party
    /// The text.
    package let draft: ConversationDraft

    package init(party: Party, draft: ConversationDraft) {
        self.party = party
        self.draft = draft
    }

    /// The contact’s name, or else the address.
    package var displayName: String { party.name ?? party.address.text }
}
