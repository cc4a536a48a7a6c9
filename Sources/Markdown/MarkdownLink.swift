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

    private let wholePlace: CompactRange
    private let labelPlace: CompactRange
    private let targetPlace: CompactRange
    /// The number of a link by number; of another the place, from 1, that its address has among those without escapes.
    private let value: Int
    private let code: UInt8
    private let hasTarget: Bool

    /// - Parameter resolved: Where among the resolved addresses that of the link stands, for one that has escapes.
    init(kind: Kind, whole: Range<Int>, label: Range<Int>, target: Range<Int>?, resolved: Int? = nil) {
        (wholePlace, labelPlace) = (CompactRange(whole), CompactRange(label))
        targetPlace = CompactRange(target ?? 0..<0)
        hasTarget = target != nil
        switch kind {
        case .number(let number): (code, value) = (0, number)
        case .bare: (code, value) = (1, resolved.map { $0 + 1 } ?? 0)
        case .title(let isEmbed): (code, value) = (isEmbed ? 3 : 2, 0)
        case .address(let isPicture): (code, value) = (isPicture ? 5 : 4, resolved.map { $0 + 1 } ?? 0)
        }
    }

    package var kind: Kind {
        switch code {
        case 0: .number(value)
        case 1: .bare
        case 2, 3: .title(isEmbed: code == 3)
        default: .address(isPicture: code == 5)
        }
    }

    /// All of the link, with its signs.
    package var whole: Range<Int> { wholePlace.range }
    /// What is shown for it.
    package var label: Range<Int> { labelPlace.range }
    /// What it leads to, as it is spelled: a title, the digits of a number, an address.
    ///
    /// Several links share the place of an address that is given elsewhere. Nil where that place is not known.
    package var target: Range<Int>? { hasTarget ? targetPlace.range : nil }
    /// Where among the resolved addresses that of the link stands, where it has escapes.
    var resolved: Int? { code == 0 || value == 0 ? nil : value - 1 }
}
