// SPDX-License-Identifier: GPL-3.0-or-later

/// A link in a text, with the places of its parts in bytes.
package struct MarkdownLink: Hashable, Sendable {
    /// How the link is written.
    package enum Kind: Hashable, Sendable {
        /// `[[title]]` or `[[title|shown]]`; with `!` before it where what it leads to is shown in its place.
        case title(isEmbed: Bool)
        /// `note:12`.
        case number(Int)
        /// `https://example.org`, or any address between angle brackets.
        case bare
        /// `[text](address)`, or `[text][label]` whose address is given elsewhere; a picture with `!` before it.
        case address(isPicture: Bool)
    }

    package internal(set) var kind: Kind
    /// All of the link, with its signs.
    package internal(set) var whole: Range<Int>
    /// What is shown for it.
    package internal(set) var label: Range<Int>
    /// What it leads to, as it is spelled: a title, the digits of a number, an address.
    ///
    /// Several links share the place of an address that is given elsewhere. Nil where that place is not known.
    package internal(set) var target: Range<Int>?
    /// The address without its escapes, where it has any.
    var resolved: String?
}
