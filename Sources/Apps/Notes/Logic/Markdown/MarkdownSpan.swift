// SPDX-License-Identifier: GPL-3.0-or-later

import NotesStore

/// A piece of a line of Markdown.
package enum MarkdownSpan: Hashable, Sendable {
    /// What a marked piece is.
    package enum Emphasis: Hashable, Sendable {
        /// `**strong**`, `__strong__`.
        case strong
        /// `*stressed*`, `_stressed_`.
        case stressed
        /// `~~struck~~`.
        case struck
    }

    /// Text as it is.
    case text(String)
    /// Code within a line.
    case code(String)
    /// Text between marks.
    case emphasis(Emphasis, [MarkdownSpan])
    /// A link to a note, as it is shown.
    case note(LinkTarget, shown: String)
    /// A link to an address; empty where none is said.
    case link([MarkdownSpan], address: String)
    /// A picture, and what it shows.
    case picture(String, address: String)
}
