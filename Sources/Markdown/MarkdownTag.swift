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

    /// The most characters of a tag, and the most levels: what is longer or deeper is text.
    package static let longest = 120
    package static let deepest = 32

    /// Whether a tag of this name can stand in a text, with regard to its length and depth.
    package static func fits(_ name: String) -> Bool {
        name.unicodeScalars.count <= longest && name.utf8.count { $0 == UInt8(ascii: "/") } < deepest
    }

    /// Whether all of a text may stand behind one `#` and is read back from there.
    package static func isPlain(_ name: String) -> Bool { TextSigns.isTag(name) && fits(name) }
}
