// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import Session

extension ConversationMarks {
    /// Each by itself, in the order in which they are told.
    private static let each: [(mark: ConversationMarks, key: String, title: LocalizedText)] = [
        (.pinned, "pinned", Strings.markPinned), (.archived, "archived", Strings.markArchived),
        (.muted, "muted", Strings.markMuted), (.blocked, "blocked", Strings.markBlocked),
    ]

    /// The words for programs and for people.
    var words: Value {
        .list(Self.each.filter { contains($0.mark) }.map { .word(key: $0.key, $0.title) })
    }

    /// Stands before the name of one that is pinned.
    var sign: String { contains(.pinned) ? "★ " : "" }

    /// The words for people, for one that stands in a list that says some of them already.
    func note(in language: Language, without known: ConversationMarks = []) -> String {
        Self.each.filter { contains($0.mark) && !known.contains($0.mark) && $0.mark != .pinned }
            .map { $0.title.string(in: language) }.joined(separator: ", ")
    }
}
