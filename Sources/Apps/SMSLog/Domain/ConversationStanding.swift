// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// What a transaction that adds messages has to know of a conversation.
package struct ConversationStanding: Hashable, Sendable {
    /// What the user has said of it.
    package let marks: ConversationMarks
    /// The date of its newest message; nil where there is none.
    package let newest: Timestamp?

    package init(marks: ConversationMarks = [], newest: Timestamp? = nil) {
        self.marks = marks
        self.newest = newest
    }
}
