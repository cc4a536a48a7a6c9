// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import SMSLogLogic

/// The text of a message in Apple’s Messages, and its changes.
struct AppleText {
    /// The sign in the text in place of a file.
    static let file: Character = "\u{FFFC}"
    /// The sign in the text in place of an app’s content.
    private static let appPlace: Character = "\u{FFFD}"

    /// The text, with the places of its files.
    let text: String
    private let app: String?
    private let isEdited: Bool
    /// Whether the sender has withdrawn it.
    let isRetracted: Bool
    private let former: [String]

    init(_ row: AppleRow) {
        let app = row.text("balloon_bundle_id")
        self.app = app
        let history = EditHistory(row.bytes("message_summary_info"))
        let written = row.text("text") ?? row.bytes("attributedBody").flatMap { TypedStream.text(of: $0) }
        let whole = (written ?? history.versions.last ?? "")
        text = app == nil ? whole : whole.filter { $0 != Self.appPlace }
        let hasText = text.contains { !$0.isWhitespace }
        let isChanged = row.isSet("date_edited")
        isRetracted = row.isSet("date_retracted") || (isChanged && !hasText) || history.isRetracted
        isEdited = isChanged && hasText && !history.isRetracted
        let current = text
        former = history.versions.dropLast().filter { $0 != current }
    }

    /// The text with marks of its changes.
    var marked: String {
        var lines = [text].filter { !$0.isEmpty }
        if isEdited { lines.append(ChatWords.edited(before: former)) }
        if isRetracted { lines.append(ChatWords.retracted) }
        if lines.isEmpty, let app { lines.append(AppleWords.app(app)) }
        return lines.joined(separator: "\n")
    }

    /// The identifier of the message that a reaction is for: without `p:PART/` or `bp:`, which name the part of it.
    static func plainName(_ name: String) -> String {
        if name.hasPrefix("bp:") { return String(name.dropFirst(3)) }
        guard name.hasPrefix("p:"), let slash = name.firstIndex(of: "/") else { return name }
        return String(name[name.index(after: slash)...])
    }
}

/// The earlier texts of a changed message.
///
/// A property list: `ec` has the versions of each part, with the text of each as `t`; `rp` names the parts taken back.
private struct EditHistory {
    /// All versions, the oldest first.
    var versions: [String] = []
    /// Whether a part was taken back.
    var isRetracted = false

    init(_ bytes: [UInt8]?) {
        guard let bytes,
            let values = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [String: Any]
        else { return }
        isRetracted = !((values["rp"] as? [Any])?.isEmpty ?? true)
        guard let parts = values["ec"] as? [String: Any] else { return }
        for (_, part) in parts.sorted(by: { $0.key < $1.key }) {
            for version in part as? [Any] ?? [] {
                guard let data = (version as? [String: Any])?["t"] as? Data,
                    let text = TypedStream.text(of: [UInt8](data))
                else { continue }
                versions.append(text)
            }
        }
    }
}

/// The texts for rows without one: a reaction, or a change in a group.
///
/// They are in English in each language, as they are part of the stored message, which is matched by them.
/// Reactions read as those without iMessage get them.
enum AppleWords {
    /// A reaction to a message; `nil` for a row that is none.
    ///
    /// - Parameter quoted: The text of that message, or its kind.
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

    /// The change; `nil` for a row that a person wrote.
    ///
    /// - Parameter other: The person that it concerns.
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

    /// The text for an app’s content without one.
    static func app(_ name: String) -> String {
        "(from the app \(name.split(separator: ":").last.map(String.init) ?? name))"
    }
}

/// Reads the text of an attributed string that NSArchiver has written, all that a conversation shows of it.
///
/// The first string of such a stream is the text: the name of its class, the mark of a string of bytes (`84 01 2B`), the
/// number of bytes (one byte; `81` and two; `82` and four, the lowest first), and UTF-8. Nothing within is trusted:
/// invalid data are not text. Source of the format: https://github.com/ReagentX/crabstep
enum TypedStream {
    private static let className = Array("NSString".utf8)
    /// `84`: something new; `01 2B`: its type, “+”, for bytes.
    private static let mark: [UInt8] = [0x84, 0x01, 0x2B]
    /// The longest gap between the name of the class and the mark: its version, and whether its ancestors are known.
    private static let longestGap = 32

    /// The text; `nil` for bytes that hold none.
    ///
    /// Bytes that are not UTF-8 become U+FFFD.
    static func text(of bytes: [UInt8]) -> String? {
        guard let name = place(of: className, in: bytes[...]) else { return nil }
        let behind = name + className.count
        let near = bytes[behind..<min(bytes.count, behind + longestGap + mark.count)]
        guard let found = place(of: mark, in: near) else { return nil }
        var rest = bytes[(found + mark.count)...]
        guard let count = count(&rest), count <= rest.count else { return nil }
        return String(decoding: rest.prefix(count), as: UTF8.self)
    }

    private static func count(_ rest: inout ArraySlice<UInt8>) -> Int? {
        guard let first = rest.popFirst() else { return nil }
        let width: Int
        switch first {
        case 0x81: width = 2
        case 0x82: width = 4
        case ..<0x80: return Int(first)
        // The other ones are marks, and numbers below zero.
        default: return nil
        }
        guard rest.count >= width else { return nil }
        let number = rest.prefix(width).reversed().reduce(0) { $0 << 8 | Int($1) }
        rest.removeFirst(width)
        return number
    }

    private static func place(of pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= pattern.count else { return nil }
        return (bytes.startIndex...(bytes.endIndex - pattern.count)).first { start in
            bytes[start] == pattern[0] && bytes[start..<(start + pattern.count)].elementsEqual(pattern)
        }
    }
}
