// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// How control characters, which no parser of XML lets through, come to the reader of a document all the same.
///
/// XML allows the 32 noncharacters from U+FDD0 on: the second to the last stand for U+0001 to U+001F, and the first says
/// that the one behind it stands for itself.
enum KeptControls {
    /// Stands before one that stands for itself.
    static let escape: UInt32 = 0xFDD0

    private static let lead: [CChar] = [0xEF, 0xB7, 0].map { CChar(bitPattern: $0) }

    /// What stands for a control character from U+0001 to U+001F.
    static func standIn(for control: UInt32) -> UInt32 { escape + control }

    /// Whether a character has another meaning here.
    static func isReserved(_ scalar: UInt32) -> Bool { (escape..<escape + 0x20).contains(scalar) }

    /// A value as it was in the document.
    static func restored(_ value: UnsafePointer<CChar>) -> String {
        let text = String(cString: value)
        // Hardly any value has one: all of them begin with these two bytes.
        guard strstr(value, lead) != nil else { return text }
        var restored = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped || !isReserved(scalar.value) {
                restored.append(scalar)
                isEscaped = false
            } else if scalar.value == escape {
                isEscaped = true
            } else {
                restored.append(Unicode.Scalar(UInt8(scalar.value - escape)))
            }
        }
        return String(restored)
    }
}
