// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Session

/// A text with gaps: `{{date}}`, `{{time}}`, `{{title}}`, and of the date `{{year}}`, `{{month}}`, `{{day}}`,
/// `{{yesterday}}`, `{{tomorrow}}`.
struct NoteTemplate {
    let text: String

    /// The notebook whose notes are templates, by their titles.
    static let notebook = "Templates"

    /// The templates that everybody has.
    static let builtIn = ["daily": NoteTemplate(text: "{{date}} {{title}}")]

    /// The text without gaps; a title that no gap takes comes first.
    func filled(title: String, now: Timestamp, in zone: TimeZone) -> String {
        let time = CivilTime(now, in: zone)
        let hasTitle = text.contains("{{title}}")
        // The title last: what a user types is no template.
        let today = Day(now, in: zone)
        let gaps = [
            ("date", time.date), ("time", time.time), ("year", String(time.date.prefix(4))),
            ("month", String(time.date.dropFirst(5).prefix(2))), ("day", String(time.date.suffix(2))),
            ("yesterday", today.adding(days: -1).text), ("tomorrow", today.adding(days: 1).text), ("title", title),
        ]
        let filled = gaps.reduce(text) { $0.replacing("{{\($1.0)}}", with: $1.1) }
        return hasTitle || title.isEmpty
            ? filled.trimmingCharacters(in: .whitespacesAndNewlines) : title + "\n" + filled
    }
}
