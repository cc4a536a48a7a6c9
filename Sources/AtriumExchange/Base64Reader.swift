// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads base64 (RFC 4648) of either alphabet, in pieces, with blanks and line breaks anywhere.
public struct Base64Reader: Sendable {
    /// The bytes so far, without those of the last digits until these are finished; one piece above the limit at most.
    public private(set) var bytes: [UInt8] = []
    private let limit: Int
    private var group: UInt32 = 0
    /// The number of digits in the group.
    private var count = 0
    /// The number of digits before the first padding.
    private var padding: Int?
    private var hasOthers = false
    /// Whether the last digits say more than their bytes.
    private var hasRest = false
    /// The number of digits in all.
    private var digits = 0

    /// - Parameter limit: The most bytes that are kept.
    public init(limit: Int = .max) { self.limit = limit }

    /// Whether there were more bytes than the limit.
    public var isTooLong: Bool { bytes.count > limit }

    /// Whether the digits break off in the middle of a byte, or something else stands among them.
    public var isDamaged: Bool { hasOthers || count == 1 }

    /// Whether everything was base64, and complete; said once it is finished.
    public var isSound: Bool {
        !isDamaged && !hasRest && (padding ?? digits) == digits
    }

    /// Adds digits.
    public mutating func append(_ piece: Span<UInt8>) {
        guard !isTooLong else { return }
        let start = bytes.count
        var (group, count, padding, hasOthers) = (group, count, padding, hasOthers)
        let added = [UInt8](unsafeUninitializedCapacity: piece.count / 4 * 3 + 3) { bytes, size in
            for index in piece.indices {
                let value = Self.values[Int(piece[index])]
                if value > 63 {
                    if value == Self.other { hasOthers = true }
                    if value == Self.padding { padding = padding ?? (start + size) / 3 * 4 + count }
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
        }
        (self.group, self.count, self.padding, self.hasOthers) = (group, count, padding, hasOthers)
        if bytes.isEmpty { bytes = added } else { bytes += added }
    }

    /// Adds the bytes of the last digits: two are one byte, three are two, and one is the beginning of nothing.
    public mutating func finish() {
        digits = bytes.count / 3 * 4 + count
        guard count > 1 else { return }
        group <<= UInt32(6 * (4 - count))
        for index in 0..<count - 1 { bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(16 - 8 * index))) }
        hasRest = group & (count == 2 ? 0xFFFF : 0xFF) != 0
    }

    private static let blank: UInt8 = 64
    private static let padding: UInt8 = 65
    private static let other: UInt8 = 66
    /// The value of each digit, in both alphabets.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: other, count: 256)
        for (value, digit) in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8.enumerated() {
            values[Int(digit)] = UInt8(value)
        }
        values[Int(UInt8(ascii: "-"))] = 62
        values[Int(UInt8(ascii: "_"))] = 63
        for byte in " \t\r\n".utf8 { values[Int(byte)] = blank }
        values[Int(UInt8(ascii: "="))] = padding
        return values
    }()
}
