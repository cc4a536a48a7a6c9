// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Foundation
import Session

/// One item of a Joplin export: a title, a text, and fields behind the last empty line.
struct JoplinItem {
    /// What an item is, as `type_` says.
    enum Kind: Int {
        case note = 1
        case folder = 2
        case resource = 4
        case tag = 5
        case noteTag = 6
        /// Anything else: settings, revisions, keys.
        case other = 0
    }

    let kind: Kind
    let title: String
    let body: String
    private let fields: [String: String]

    /// Reads an item; nil for what is none.
    init?(_ text: String) {
        let lines = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
        var end = lines.count
        while end > 0, lines[end - 1].allSatisfy(\.isWhitespace) { end -= 1 }
        var start = end
        var fields: [String: String] = [:]
        while start > 0, !lines[start - 1].allSatisfy(\.isWhitespace) {
            start -= 1
            guard let colon = lines[start].firstIndex(of: ":") else { return nil }
            let name = lines[start][..<colon].trimmingCharacters(in: .whitespaces)
            fields[name] = lines[start][lines[start].index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        guard let number = fields["type_"].flatMap({ Int($0) }), fields["id"] != nil else { return nil }
        kind = Kind(rawValue: number) ?? .other
        self.fields = fields
        // The text is what stands between the title with its empty line, and the empty line before the fields.
        let above = lines[..<max(0, start - 1)]
        title = above.first.map { String($0).trimmingCharacters(in: .whitespaces) } ?? ""
        body = above.dropFirst(2).joined(separator: "\n")
    }

    /// The item’s own number: 32 hexadecimal digits.
    var id: String { text("id") }

    /// A field as it stands; empty where it is missing.
    func text(_ name: String) -> String { fields[name] ?? "" }

    /// Whether a field says 1.
    func isTrue(_ name: String) -> Bool { fields[name] == "1" }

    /// A point in time: ISO 8601, or milliseconds since 1970 of which 0 means none.
    func time(_ name: String) -> Timestamp? {
        guard let text = fields[name], !text.isEmpty else { return nil }
        if let number = Int64(text) { return number == 0 ? nil : Timestamp(milliseconds: number) }
        return ISOTime.timestamp(text, in: .gmt)
    }

    /// A place on the globe that is not the zero of a missing one.
    func degrees(_ name: String) -> String? {
        guard let text = fields[name], let value = Double(text), value != 0 else { return nil }
        return text
    }
}
