// SPDX-License-Identifier: GPL-3.0-or-later

/// A numeric character reference, such as `&#55357;` or `&#xD83D;`.
enum CharacterReference: Equatable {
    /// The reference to this number, and its length in bytes. Numbers beyond Unicode are all 0x110000.
    case number(UInt32, length: Int)
    /// The bytes end before one can tell.
    case incomplete
    /// Anything else.
    case none

    /// The longest reference looked at, so that one that never ends does not have to be kept.
    static let longest = 32
}

extension CharacterReference {
    /// Reads the reference that begins at this index, which may be the end of the bytes.
    init(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
        for (offset, expected) in zip(start..., "&#".utf8) {
            guard offset < bytes.count else {
                self = .incomplete
                return
            }
            guard bytes[offset] == expected else {
                self = .none
                return
            }
        }
        var index = start + 2
        var radix: UInt32 = 10
        var number: UInt32 = 0
        var digits = 0
        while index - start < CharacterReference.longest {
            guard index < bytes.count else {
                self = .incomplete
                return
            }
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "x"), radix == 10, digits == 0 {
                radix = 16
            } else if let digit = CharacterReference.value(of: byte), digit < radix {
                number = min(number * radix + digit, 0x110000)
                digits += 1
            } else {
                self = byte == UInt8(ascii: ";") && digits > 0 ? .number(number, length: index - start) : .none
                return
            }
        }
        self = .none
    }

    /// Whether XML 1.0 allows a reference to this number (its production `Char`).
    static func isCharacter(_ number: UInt32) -> Bool {
        switch number {
        case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    private static func value(of byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte & 0x0F)
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte & 0x0F) + 9
        default: nil
        }
    }
}
