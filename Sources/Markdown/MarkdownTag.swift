// SPDX-License-Identifier: GPL-3.0-or-later

/// A tag in a text, with its places in bytes.
package struct MarkdownTag: Hashable, Sendable {
    /// The tag with its `#`, of which there may be one at its end too.
    package let whole: Range<Int>
    /// Its name.
    package let name: Range<Int>

    /// Whether all of a text may stand behind one `#` and is read back from there.
    package static func isPlain(_ name: String) -> Bool { name.unicodeScalars.allSatisfy(TextSigns.isTagCharacter) }
}
