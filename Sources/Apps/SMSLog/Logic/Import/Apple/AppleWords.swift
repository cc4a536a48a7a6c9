// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogStore

/// What a conversation says of a row that nobody wrote: a reaction, or that something in a group has changed.
///
/// It is in English in each language, as it is part of what is stored, and by it the same message is known again.
/// Reactions read as those without iMessage get them.
enum AppleWords {
    /// What a quotation has at most, in characters.
    private static let longestQuotation = 200

    /// A reaction to a message; nil for a row that is none.
    ///
    /// - Parameter quoted: The text of that message, or what it is.
    static func reaction(_ row: AppleRow, to quoted: String) -> String? {
        guard let type = row.integer("associated_message_type") else { return nil }
        let emoji = row.text("associated_message_emoji") ?? "an emoji"
        return switch type {
        case 1000, 2007: "Placed a sticker on \(quoted)"
        case 2000: "Loved \(quoted)"
        case 2001: "Liked \(quoted)"
        case 2002: "Disliked \(quoted)"
        case 2003: "Laughed at \(quoted)"
        case 2004: "Emphasized \(quoted)"
        case 2005: "Questioned \(quoted)"
        case 2006: "Reacted \(emoji) to \(quoted)"
        case 3000: "Removed a heart from \(quoted)"
        case 3001: "Removed a like from \(quoted)"
        case 3002: "Removed a dislike from \(quoted)"
        case 3003: "Removed a laugh from \(quoted)"
        case 3004: "Removed an exclamation from \(quoted)"
        case 3005: "Removed a question mark from \(quoted)"
        case 3006: "Removed \(emoji) from \(quoted)"
        case 3007: "Removed a sticker from \(quoted)"
        default: nil
        }
    }

    /// A text in quotation marks, shortened.
    static func quotation(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return "“" + line.prefix(longestQuotation) + (line.count > longestQuotation ? "…" : "") + "”"
    }

    /// What has changed; nil for a row that somebody wrote.
    ///
    /// - Parameter other: Whom it is about.
    static func notice(_ row: AppleRow, about other: String?) -> String? {
        let other = other ?? "somebody"
        let action = row.integer("group_action_type") ?? 0
        return switch row.integer("item_type") ?? 0 {
        case 1: action == 1 ? "(removed \(other))" : "(added \(other))"
        case 2:
            row.text("group_title").map { "(named the conversation “\($0)”)" } ?? "(removed the conversation’s name)"
        case 3 where action == 0: "(left the conversation)"
        case 3 where action == 1: "(changed the group photo)"
        case 3 where action == 2: "(removed the group photo)"
        case 3: "(changed the conversation)"
        case 4: row.isSet("share_status") ? "(stopped sharing location)" : "(started sharing location)"
        case 5: "(kept an audio message)"
        case 6: "(FaceTime call)"
        default: nil
        }
    }

    /// That the sender took back the message.
    static let retracted = "(unsent)"

    /// That the sender has changed the message, and what it said before.
    static func edited(before: [String]) -> String {
        guard !before.isEmpty else { return "(edited)" }
        return "(edited; before: " + before.map { "“\($0)”" }.joined(separator: ", ") + ")"
    }

    /// What comes from an app and has no text.
    static func app(_ name: String) -> String {
        "(from the app \(name.split(separator: ":").last.map(String.init) ?? name))"
    }
}
