// SPDX-License-Identifier: GPL-3.0-or-later

/// How long a text is as a short message, and how many of them it takes.
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
    /// How many places it takes: septets, or units of UTF-16.
    package let units: Int
    /// How many messages it takes.
    package let parts: Int
    /// How many places are left in the last of them.
    package let room: Int

    /// A text in more parts is not sent: their number has one byte.
    package static let mostParts = 255

    /// The length of a text.
    package init(_ text: String) {
        let septets = text.unicodeScalars.map(GSMAlphabet.septets)
        if septets.contains(nil) {
            // No part ends within a pair of surrogates.
            let sizes = text.unicodeScalars.map { $0.value > 0xFFFF ? 2 : 1 }
            self.init(.ucs2, sizes, alone: 70, part: 67)
        } else {
            // Nor behind the escape.
            self.init(.gsm7, septets.compactMap { $0 }, alone: 160, part: 153)
        }
    }

    private init(_ coding: Coding, _ sizes: [Int], alone: Int, part: Int) {
        self.coding = coding
        units = sizes.reduce(0, +)
        guard units > alone else {
            parts = 1
            room = alone - units
            return
        }
        var (count, used) = (1, 0)
        for size in sizes {
            if used + size > part { (count, used) = (count + 1, 0) }
            used += size
        }
        parts = count
        room = part - used
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

    /// How many places a sign takes; nil for one that is not in the alphabet.
    static func septets(_ scalar: Unicode.Scalar) -> Int? {
        basic.contains(scalar) ? 1 : extended.contains(scalar) ? 2 : nil
    }
}
