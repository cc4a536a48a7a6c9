// SPDX-License-Identifier: GPL-3.0-or-later

/// The bytes that base64 stands for (RFC 4648), as far as it does: blanks, padding and what is no digit are left out.
struct Base64Data {
    /// The bytes.
    let bytes: [UInt8]
    /// Whether the digits break off in the middle of a byte, or something else stands among them.
    let isDamaged: Bool

    /// Of the digits; the word `null` stands for no data.
    init(_ digits: Span<UInt8>) {
        guard !Self.isNull(digits) else {
            bytes = []
            isDamaged = false
            return
        }
        var (group, count, isDamaged) = (UInt32(0), 0, false)
        bytes = [UInt8](unsafeUninitializedCapacity: digits.count / 4 * 3 + 3) { bytes, size in
            for index in digits.indices {
                let value = Self.values[Int(digits[index])]
                if value > 63 {
                    if value == Self.wrong { isDamaged = true }
                    continue
                }
                group = group << 6 | UInt32(value)
                count += 1
                guard count == 4 else { continue }
                bytes[size] = UInt8(truncatingIfNeeded: group >> 16)
                bytes[size + 1] = UInt8(truncatingIfNeeded: group >> 8)
                bytes[size + 2] = UInt8(truncatingIfNeeded: group)
                size += 3
                (group, count) = (0, 0)
            }
            // Two digits are one byte, three are two; one is the beginning of nothing that is there.
            if count > 1 {
                group <<= UInt32(6 * (4 - count))
                for index in 0..<count - 1 {
                    bytes[size] = UInt8(truncatingIfNeeded: group >> UInt32(16 - 8 * index))
                    size += 1
                }
            }
        }
        self.isDamaged = isDamaged || count == 1
    }

    private static func isNull(_ digits: Span<UInt8>) -> Bool {
        digits.count == 4 && zip(digits.indices, "null".utf8).allSatisfy { digits[$0] == $1 }
    }

    /// Stands for what may be between digits.
    private static let filler: UInt8 = 64
    /// Stands for what may not.
    private static let wrong: UInt8 = 65
    /// The value of each digit, in both alphabets of the standard.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: wrong, count: 256)
        for (value, digit) in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8.enumerated() {
            values[Int(digit)] = UInt8(value)
        }
        values[Int(UInt8(ascii: "-"))] = 62
        values[Int(UInt8(ascii: "_"))] = 63
        for byte in "= \t\r\n".utf8 { values[Int(byte)] = filler }
        return values
    }()
}
