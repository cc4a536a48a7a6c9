// SPDX-License-Identifier: GPL-3.0-or-later

/// How often a document had to be mended to be legal XML.
package struct XMLRepairs: Hashable, Sendable {
    /// Pairs of references to the halves of a surrogate pair, such as `&#55357;&#56834;`, joined into one character.
    package var joinedPairs = 0
    /// References to what is no character of XML, such as `&#0;` or half a pair, replaced by U+FFFD.
    package var replacedReferences = 0
    /// Raw characters that XML forbids, such as escape or half a pair in UTF-16, and runs of bytes that are no UTF-8,
    /// replaced by U+FFFD.
    package var replacedCharacters = 0

    /// Starts with no repairs.
    package init() {}
}
