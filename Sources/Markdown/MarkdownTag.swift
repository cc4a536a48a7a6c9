// SPDX-License-Identifier: GPL-3.0-or-later

/// A tag in a text, with its places in bytes.
package struct MarkdownTag: Hashable, Sendable {
    private let wholePlace: CompactRange
    private let namePlace: CompactRange

    init(whole: Range<Int>, name: Range<Int>) {
        (wholePlace, namePlace) = (CompactRange(whole), CompactRange(name))
    }

    /// The tag with its `#`, of which there may be one at its end too.
    package var whole: Range<Int> { wholePlace.range }
    /// Its name.
    package var name: Range<Int> { namePlace.range }

    /// Whether all of a text may stand behind one `#` and is read back from there.
    package static func isPlain(_ name: String) -> Bool { TextSigns.isTag(name) }
}
