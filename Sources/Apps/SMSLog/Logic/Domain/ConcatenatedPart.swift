// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession

/// The place of a short message in a long one, from its header.
///
/// Source: 3GPP TS 23.040, 9.2.3.24.1 (one byte for the reference) and 9.2.3.24.8 (two).
package struct ConcatenatedPart: Hashable, Sendable {
    /// The common reference of the parts of one message, in hexadecimal digits.
    package let reference: String
    /// The number of parts.
    package let total: Int
    /// The number of this part, from 1.
    package let number: Int

    /// A part with a reference of one byte.
    package init(reference: UInt8, total: Int, number: Int) {
        self.reference = Self.digits(reference)
        self.total = total
        self.number = number
    }

    /// A part as the three or four bytes of its element state it, valid or not.
    package init(element: [UInt8]) {
        let size = element.count - 2
        reference = element.prefix(size).map(Self.digits).joined()
        (total, number) = (Int(element[size]), Int(element[size + 1]))
    }

    /// Reads a whole header in hexadecimal digits; `nil` if it has no parts.
    package init?(_ header: String) {
        guard let piece = UserDataHeader(header).piece, piece.total > 0, (1...piece.total).contains(piece.number)
        else { return nil }
        self = piece
    }

    /// The header in hexadecimal digits.
    package var header: String {
        let size = reference.utf8.count / 2
        return [UInt8(size + 4), size == 1 ? 0 : 8, UInt8(size + 2)].map(Self.digits).joined() + reference
            + [total, number].map { Self.digits(UInt8(clamping: $0)) }.joined()
    }

    /// The two digits of a byte.
    package static func digits(_ byte: UInt8) -> String { byte.digits(2, radix: 16, uppercase: true) }
}

extension Array {
    /// Joins parts to messages, in their order; a second part of one number begins another message.
    ///
    /// - Parameters:
    ///   - part: The part that an element is; `nil` for a whole message.
    ///   - origin: The other value that all parts of a message have in common.
    package func joined(
        part: (Element) -> ConcatenatedPart?, origin: (Element) -> String
    ) -> [[Element]] {
        var messages: [[(element: Element, number: Int)]] = []
        var places: [String: Int] = [:]
        for element in self {
            guard let piece = part(element) else {
                messages.append([(element, 0)])
                continue
            }
            let key = "\(piece.reference) \(piece.total) \(origin(element))"
            if let place = places[key], messages[place].count < piece.total,
                !messages[place].contains(where: { $0.number == piece.number })
            {
                messages[place].append((element, piece.number))
            } else {
                places[key] = messages.count
                messages.append([(element, piece.number)])
            }
        }
        return messages.map { $0.sorted { $0.number < $1.number }.map(\.element) }
    }
}

extension [UInt8] {
    /// The bytes that digits stand for; other characters are left out.
    package init(hexadecimalDigits text: String) {
        self = []
        var high: UInt8?
        for digit in text.utf8 {
            guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else { continue }
            if let first = high {
                append(first << 4 | UInt8(value))
                high = nil
            } else {
                high = UInt8(value)
            }
        }
    }
}
