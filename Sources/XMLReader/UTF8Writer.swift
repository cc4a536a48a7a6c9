// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes scalars as UTF-8 (RFC 3629).
enum UTF8Writer {
    /// Writes a scalar up to U+10FFFF that is no surrogate, and answers how many bytes it took: 1 to 4.
    @inline(__always)
    static func write(_ scalar: UInt32, to output: UnsafeMutablePointer<UInt8>) -> Int {
        if scalar < 0x80 {
            output[0] = UInt8(truncatingIfNeeded: scalar)
            return 1
        }
        let count = scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4
        var rest = scalar
        for index in stride(from: count - 1, to: 0, by: -1) {
            output[index] = UInt8(truncatingIfNeeded: rest & 0x3F | 0x80)
            rest >>= 6
        }
        // The first byte starts with as many one bits as there are bytes.
        output[0] = UInt8(truncatingIfNeeded: rest) | ~(0xFF >> UInt8(count))
        return count
    }
}
