// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import Session

extension MessageDirection {
    /// The arrow that points the message’s way: out of the shell, or into it.
    var arrow: String { self == .incoming ? "←" : "→" }

    /// The word for programs.
    var key: String { self == .incoming ? "incoming" : "outgoing" }

    /// The arrow for people, a word for programs.
    var word: Value { self == .incoming ? Self.incomingWord : Self.outgoingWord }

    // Made once: each row of a list has one of them.
    private static let incomingWord = Value.word(
        key: MessageDirection.incoming.key, LocalizedText(verbatim: MessageDirection.incoming.arrow))
    private static let outgoingWord = Value.word(
        key: MessageDirection.outgoing.key, LocalizedText(verbatim: MessageDirection.outgoing.arrow))

    /// The word for people too.
    var title: LocalizedText { self == .incoming ? Strings.directionIncoming : Strings.directionOutgoing }
}
