// SPDX-License-Identifier: GPL-3.0-or-later

/// Names of files made of any text.
public enum SafeFileName {
    /// So many bytes leave room for endings within the 255 of most file systems.
    private static let longest = 228

    /// The text with everything but ASCII letters, digits, `-` and `_` written as `%` and two digits, so that it leaves
    /// no folder and no two texts share a name.
    ///
    /// Of a long text the end is given by its hash; such a name does not give the text back.
    public static func of(_ text: String) -> String {
        let name = whole(text)
        guard name.utf8.count > longest else { return name }
        // FNV-1a, 64 bits: the texts are names of users and apps behind a number.
        let hash = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        let digits = String(hash, radix: 36)
        return name.prefix(longest - digits.utf8.count - 1) + "~" + digits
    }

    private static func whole(_ text: String) -> String {
        var name = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: name.unicodeScalars.append(Unicode.Scalar(byte))
            default: name += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return name
    }

    /// The text that a name was made of; nil for a name that was made otherwise.
    public static func text(of name: String) -> String? {
        var bytes: [UInt8] = []
        var rest = name.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == 0x25 else {
                bytes.append(byte)
                continue
            }
            guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        // `%4`, `%+1` and `a.b` are names of something else.
        return String(validating: bytes, as: UTF8.self).flatMap { of($0) == name ? $0 : nil }
    }
}
