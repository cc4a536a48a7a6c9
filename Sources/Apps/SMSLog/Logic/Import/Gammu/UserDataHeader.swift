// SPDX-License-Identifier: GPL-3.0-or-later

/// What stands before the text of a short message: which piece of a longer one it is, and for which program on the phone
/// (3GPP TS 23.040, 9.2.3.24).
struct UserDataHeader {
    /// The number that all pieces have in common, as it is written, how many there are, and which one this is.
    private(set) var piece: (reference: String, total: Int, number: Int)?
    /// The number of the program; nil for what is to be read.
    private(set) var port: Int?

    /// Of hexadecimal digits; the first two say how many bytes follow.
    init(_ digits: String) {
        let bytes = HexDigits.bytes(digits)
        var index = 1
        while index + 1 < bytes.count {
            let (kind, length) = (bytes[index], Int(bytes[index + 1]))
            let start = index + 2
            guard start + length <= bytes.count else { return }
            let value = Array(bytes[start..<start + length])
            switch (kind, length) {
            case (0x00, 3): piece = (HexDigits.text(value[..<1]), Int(value[1]), Int(value[2]))
            case (0x08, 4): piece = (HexDigits.text(value[..<2]), Int(value[2]), Int(value[3]))
            case (0x04, 2): port = Int(value[0])
            case (0x05, 4): port = Int(value[0]) << 8 | Int(value[1])
            default: break
            }
            index = start + length
        }
    }
}

/// Bytes in hexadecimal digits.
enum HexDigits {
    /// The bytes of digits; what is no digit is left out.
    static func bytes(_ digits: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var high: UInt8?
        for digit in digits.utf8 {
            guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else { continue }
            if let first = high {
                bytes.append(first << 4 | UInt8(value))
                high = nil
            } else {
                high = UInt8(value)
            }
        }
        return bytes
    }

    /// The digits of bytes.
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }

    /// The text of bytes in UTF-16, the higher byte first.
    static func wideText(_ bytes: [UInt8]) -> String {
        var units: [UInt16] = []
        for index in stride(from: 0, to: bytes.count - 1, by: 2) {
            units.append(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]))
        }
        return String(decoding: units, as: UTF16.self).replacing("\0", with: "\u{FFFD}")
    }
}
