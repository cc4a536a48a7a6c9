// SPDX-License-Identifier: GPL-3.0-or-later

/// Bytes of which some are written as a sign and two hexadecimal digits, as in addresses (RFC 3986, 2.1) and in
/// quoted-printable (RFC 2045, 6.7).
public enum EscapedBytes {
    /// Whether a byte is safe anywhere in an address (RFC 3986, 2.3).
    public static func isUnreserved(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "-._~".utf8.contains(byte)
    }

    /// The text of bytes, with `%` and two digits for all that are not kept.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - isKept: Whether a byte, one of ASCII, stays as it is.
    public static func encoded(_ bytes: some Sequence<UInt8>, keeping isKept: (UInt8) -> Bool) -> String {
        var text = ""
        for byte in bytes {
            if isKept(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }

    /// A path in an address, whose slashes stay.
    ///
    /// - Parameter path: The path.
    public static func path(_ path: String) -> String {
        encoded(path.utf8) { isUnreserved($0) || $0 == UInt8(ascii: "/") }
    }

    /// The bytes that others stand for; a sign before anything but two digits stands for itself.
    ///
    /// - Parameters:
    ///   - bytes: The bytes as they are written.
    ///   - sign: The sign before two digits.
    public static func decoded(_ bytes: some Sequence<UInt8>, sign: UInt8 = UInt8(ascii: "%")) -> [UInt8] {
        var plain: [UInt8] = []
        var rest = Array(bytes)[...]
        while let byte = rest.popFirst() {
            let digits = byte == sign ? rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue } : []
            plain.append(digits.count == 2 ? UInt8(digits[0] * 16 + digits[1]) : byte)
            if digits.count == 2 { rest = rest.dropFirst(2) }
        }
        return plain
    }
}
