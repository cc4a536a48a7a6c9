// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import SMSLogStore

/// What somebody wrote in Apple’s Messages, and what became of it.
struct AppleText {
    /// Stands in the text where a file is.
    static let file: Character = "\u{FFFC}"
    /// Stands in the text where an app shows something.
    private static let appPlace: Character = "\u{FFFD}"

    /// The text, with the places of its files.
    let text: String
    private let app: String?
    private let isEdited: Bool
    /// Whether whoever wrote it has taken it back.
    let isRetracted: Bool
    private let former: [String]

    init(_ row: AppleRow) {
        let app = row.text("balloon_bundle_id")
        self.app = app
        let history = EditHistory(row.bytes("message_summary_info"))
        let written = row.text("text") ?? row.bytes("attributedBody").flatMap { TypedStream.text(of: $0) }
        let whole = (written ?? history.versions.last ?? "").replacing("\0", with: "\u{FFFD}")
        text = app == nil ? whole : whole.filter { $0 != Self.appPlace }
        let hasText = text.contains { !$0.isWhitespace }
        let isChanged = row.isSet("date_edited")
        isRetracted = row.isSet("date_retracted") || (isChanged && !hasText) || history.isRetracted
        isEdited = isChanged && hasText && !history.isRetracted
        let current = text
        former = history.versions.dropLast().filter { $0 != current }
    }

    /// The text with marks of what became of it.
    var marked: String {
        var lines = [text].filter { !$0.isEmpty }
        if isEdited { lines.append(AppleWords.edited(before: former)) }
        if isRetracted { lines.append(AppleWords.retracted) }
        if lines.isEmpty, let app { lines.append(AppleWords.app(app)) }
        return lines.joined(separator: "\n")
    }

    /// The identifier of the message that a reaction is for: without `p:PART/` or `bp:`, which say what of it is meant.
    static func plainName(_ name: String) -> String {
        if name.hasPrefix("bp:") { return String(name.dropFirst(3)) }
        guard name.hasPrefix("p:"), let slash = name.firstIndex(of: "/") else { return name }
        return String(name[name.index(after: slash)...])
    }
}

/// What a message said before it was changed.
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
                versions.append(text.replacing("\0", with: "\u{FFFD}"))
            }
        }
    }
}
