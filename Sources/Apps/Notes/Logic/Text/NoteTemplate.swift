// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Session

/// A text with gaps: `{{date}}`, `{{time}}`, `{{title}}`, and of the date `{{year}}`, `{{month}}`, `{{day}}`,
/// `{{yesterday}}`, `{{tomorrow}}`.
///
/// A date may be in a form of its own, as `DatePattern` reads it: `{{date:dddd D MMMM}}`, `{{time:HH.mm}}`. What is no
/// such gap stays as it is.
struct NoteTemplate {
    let text: String

    /// The notebook whose notes are templates, by their titles.
    static let notebook = "Templates"

    /// The templates that everybody has.
    static let builtIn = ["daily": NoteTemplate(text: "{{date}} {{title}}")]

    /// What is known of the note that a template is filled for.
    struct Occasion {
        /// Its title; empty for none.
        var title: String
        /// When it is made.
        var now: Timestamp
        /// Where the user’s wall clock hangs.
        var zone: TimeZone
        /// The language of the names of months and days.
        var language: Language
    }

    /// The text without gaps; a title that no gap takes comes first.
    func filled(for occasion: Occasion) -> FilledTemplate {
        var result = ""
        var unknown: [String] = []
        var hasTitle = false
        var rest = text[...]
        // What is put in is no template: each gap is filled once.
        while let open = rest.firstRange(of: "{{") {
            result += rest[..<open.lowerBound]
            guard let close = rest[open.upperBound...].firstRange(of: "}}"),
                case let gap = rest[open.upperBound..<close.lowerBound], !gap.contains(where: \.isNewline)
            else {
                result += "{{"
                rest = rest[open.upperBound...]
                continue
            }
            let name = gap.trimmingCharacters(in: .whitespaces)
            if let value = Self.value(of: name, occasion) {
                result += value
                hasTitle = hasTitle || name == "title"
            } else {
                let whole = String(rest[open.lowerBound..<close.upperBound])
                result += whole
                if !unknown.contains(whole) { unknown.append(whole) }
            }
            rest = rest[close.upperBound...]
        }
        result += rest
        let filled =
            hasTitle || occasion.title.isEmpty
            ? result.trimmingCharacters(in: .whitespacesAndNewlines) : occasion.title + "\n" + result
        return FilledTemplate(text: filled, unknown: unknown)
    }

    private static func value(of gap: String, _ occasion: Occasion) -> String? {
        let time = CivilTime(occasion.now, in: occasion.zone)
        let today = Day(occasion.now, in: occasion.zone)
        let parts = gap.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        if parts.count == 2 {
            let days = ["date": 0, "time": 0, "yesterday": -1, "tomorrow": 1][parts[0]]
            guard let days, !parts[1].isEmpty else { return nil }
            let then = days == 0 ? occasion.now : today.adding(days: days).start(in: occasion.zone)
            return DatePattern(parts[1], in: occasion.language).text(of: then, in: occasion.zone)
        }
        return switch gap {
        case "date": time.date
        case "time": time.time
        case "year": String(time.date.prefix(4))
        case "month": String(time.date.dropFirst(5).prefix(2))
        case "day": String(time.date.suffix(2))
        case "yesterday": today.adding(days: -1).text
        case "tomorrow": today.adding(days: 1).text
        case "title": occasion.title
        default: nil
        }
    }
}

/// A template whose gaps are filled.
package struct FilledTemplate: Hashable, Sendable {
    /// The text.
    package let text: String
    /// What looked like a gap and is none that is known, each once, as it stands in the text still.
    package let unknown: [String]
}
