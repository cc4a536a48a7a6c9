// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Session

/// A text with gaps: `{{date}}`, `{{time}}`, `{{title}}`.
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
        let filled = text.replacing("{{date}}", with: time.date).replacing("{{time}}", with: time.time)
            .replacing("{{title}}", with: title)
        return hasTitle || title.isEmpty
            ? filled.trimmingCharacters(in: .whitespacesAndNewlines) : title + "\n" + filled
    }
}
