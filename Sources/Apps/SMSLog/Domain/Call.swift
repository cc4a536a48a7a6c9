// SPDX-License-Identifier: GPL-3.0-or-later

/// A call, which stands among the messages of a conversation.
package struct Call: Hashable, Sendable {
    /// How it went; the numbers are those of Android.
    package enum Outcome: Int, Hashable, Sendable, CaseIterable {
        /// Somebody called, and was answered.
        case answered = 1
        /// The user called.
        case made = 2
        /// Somebody called, and nobody answered.
        case missed = 3
        /// Somebody called, and spoke to the mailbox.
        case voicemail = 4
        /// Somebody called, and was refused by hand.
        case rejected = 5
        /// Somebody called, and was refused by the phone.
        case blocked = 6
    }

    /// How it went.
    package let outcome: Outcome
    /// How long it took, in seconds.
    package let seconds: Int

    package init(_ outcome: Outcome, seconds: Int) {
        self.outcome = outcome
        self.seconds = min(max(0, seconds), 1 << 32)
    }
}
