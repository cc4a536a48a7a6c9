// SPDX-License-Identifier: GPL-3.0-or-later

/// The length of a text as a short message, and the number of messages that it takes.
///
/// Sources: 3GPP TS 23.038 (the alphabet of 7 bits and its extension), TS 23.040, 9.2.3.24.1 (parts). No national
/// alphabets: a text with anything else goes in UCS-2.
package struct MessageLength: Hashable, Sendable {
    /// In what a text travels.
    package enum Coding: String, Hashable, Sendable, CaseIterable {
        /// The alphabet of 7 bits, of which a few signs take two places.
        case gsm7 = "GSM 7-bit"
        /// UTF-16.
        case ucs2 = "UCS-2"
    }

    /// In what it travels.
    package let coding: Coding
    /// The number of places it takes: septets, or units of UTF-16.
    package let units: Int
    /// The number of messages it takes.
    package let parts: Int
    /// The number of places left in the last of them.
    package let room: Int

    /// A text in more parts is not sent: their number has one byte.
    package static let mostParts = 255

    /// The length of a text.
    package init(_ text: String) { self.init(Layout(text)) }

    private init(_ layout: Layout) {
        coding = layout.coding
        units = layout.sizes.reduce(0, +)
        parts = layout.starts.count
        room = layout.places - layout.sizes[(layout.starts.last ?? 0)...].reduce(0, +)
    }

    /// The texts of the parts in which a text travels: one if it is not longer than that.
    package static func split(_ text: String) -> [String] {
        let (starts, scalars) = (Layout(text).starts, Array(text.unicodeScalars))
        return zip(starts, starts.dropFirst() + [scalars.count]).map { start, end in
            String(String.UnicodeScalarView(scalars[start..<end]))
        }
    }
}

/// The starts of the parts of a text.
private struct Layout {
    let coding: MessageLength.Coding
    /// The number of places each sign takes.
    let sizes: [Int]
    /// The first sign of each part.
    let starts: [Int]
    /// The number of places in a part.
    let places: Int

    init(_ text: String) {
        let septets = text.unicodeScalars.map(GSMAlphabet.septets)
        if septets.contains(nil) {
            // No part ends within a pair of surrogates.
            self.init(.ucs2, text.unicodeScalars.map { $0.value > 0xFFFF ? 2 : 1 }, alone: 70, part: 67)
        } else {
            // Nor behind the escape.
            self.init(.gsm7, septets.compactMap { $0 }, alone: 160, part: 153)
        }
    }

    private init(_ coding: MessageLength.Coding, _ sizes: [Int], alone: Int, part: Int) {
        self.coding = coding
        self.sizes = sizes
        var (starts, used) = ([0], 0)
        guard sizes.reduce(0, +) > alone else {
            (self.starts, places) = (starts, alone)
            return
        }
        for (index, size) in sizes.enumerated() {
            if used + size > part {
                starts.append(index)
                used = 0
            }
            used += size
        }
        (self.starts, places) = (starts, part)
    }
}

/// The alphabet of 7 bits (3GPP TS 23.038, 6.2.1).
private enum GSMAlphabet {
    private static let basic = Set(
        """
        @£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿\
        abcdefghijklmnopqrstuvwxyzäöñüà
        """.unicodeScalars)
    private static let extended = Set("\u{0C}^{}\\[~]|€".unicodeScalars)

    /// The number of places a sign takes; `nil` for one that is not in the alphabet.
    static func septets(_ scalar: Unicode.Scalar) -> Int? {
        basic.contains(scalar) ? 1 : extended.contains(scalar) ? 2 : nil
    }
}
