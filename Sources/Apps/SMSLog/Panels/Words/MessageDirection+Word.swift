// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import Session

extension MessageDirection {
    /// The arrow that points the message’s way: out of the shell, or into it.
    var arrow: String { self == .incoming ? "←" : "→" }

    /// The arrow for people, a word for programs.
    var word: Value {
        .word(key: self == .incoming ? "incoming" : "outgoing", LocalizedText(verbatim: arrow))
    }

    /// The word for people too.
    var title: LocalizedText { self == .incoming ? Strings.directionIncoming : Strings.directionOutgoing }
}
