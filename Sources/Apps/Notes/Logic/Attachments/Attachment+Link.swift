// SPDX-License-Identifier: GPL-3.0-or-later

import Files
package import NotesDomain

extension Attachment {
    /// How a text refers to it in Markdown: a picture is shown, anything else is a link with its name.
    package var link: String { Self.link(to: name, isPicture: MediaType.isPicture(type)) }

    /// What a text shows of it: nothing for a picture, which shows itself.
    var label: String { MediaType.isPicture(type) ? "" : name }

    /// A reference to an attachment; `label` is its text, or says what the picture shows.
    static func link(to name: String, isPicture: Bool, label: String? = nil) -> String {
        // CommonMark 6.3: brackets hold an address with blanks or parentheses.
        let isPlain = !name.contains { $0.isWhitespace || "()".contains($0) }
        let address = isPlain ? name : "<\(name)>"
        return isPicture ? "![\(label ?? "")](\(address))" : "[\(label ?? name)](\(address))"
    }
}
