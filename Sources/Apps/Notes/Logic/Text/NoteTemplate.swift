// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import FrontMatter
package import NotesDomain
import NotesStore
import Session

/// A text with gaps: `{{date}}`, `{{time}}`, `{{title}}`, and of the date `{{year}}`, `{{month}}`, `{{day}}`,
/// `{{yesterday}}`, `{{tomorrow}}`.
///
/// A date may be in a form of its own, as `DatePattern` reads it: `{{date:dddd D MMMM}}`, `{{time:HH.mm}}`. What is no
/// such gap stays as it is.
struct NoteTemplate {
    let text: String
    /// The block of front matter above it, with gaps too; empty for none.
    var head = ""

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
        var zone: Zone
        /// The language of the names of months and days.
        var language: Language
    }

    /// The text without gaps; a title that no gap takes comes first.
    func filled(for occasion: Occasion) -> FilledTemplate {
        let (result, unknown, hasTitle) = Self.filling(text, for: occasion)
        let filled =
            hasTitle || occasion.title.isEmpty
            ? result.trimmingCharacters(in: .whitespacesAndNewlines) : occasion.title + "\n" + result
        var marks = NoteMarks()
        if !head.isEmpty { marks.take(front: Self.filling(head, for: occasion).text) }
        return FilledTemplate(text: filled, marks: marks, unknown: unknown)
    }

    /// A text with its gaps filled, what looked like one and is none, and whether one of them takes the title.
    private static func filling(
        _ text: String, for occasion: Occasion
    ) -> (text: String, unknown: [String], hasTitle: Bool) {
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
            if let value = value(of: name, occasion) {
                result += value
                hasTitle = hasTitle || name == "title"
            } else {
                let whole = String(rest[open.lowerBound..<close.upperBound])
                result += whole
                if !unknown.contains(whole) { unknown.append(whole) }
            }
            rest = rest[close.upperBound...]
        }
        return (result + rest, unknown, hasTitle)
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
    /// What a note of it has beside its text: tags and properties.
    package let marks: NoteMarks
    /// What looked like a gap and is none that is known, each once, as it stands in the text still.
    package let unknown: [String]
}

extension NoteMarks {
    /// Takes the tags and the properties that a block of front matter gives every note of a template; what says which note
    /// the template itself is says nothing of others.
    fileprivate mutating func take(front block: String) {
        // What another program says of its notes may be a date or a name of theirs.
        guard let page = try? FrontMatter(reading: block, knowing: NoteFields.understood) else { return }
        tags = NoteFields(page.fields, in: .gmt).marks.tags
        others = page.others
    }
}
