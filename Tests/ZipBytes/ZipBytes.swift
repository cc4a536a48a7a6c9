// SPDX-License-Identifier: GPL-3.0-or-later

/// A zip archive that a test makes, of files that are stored as they are (APPNOTE.TXT 6.3.10).
public struct ZipBytes {
    /// The archive as far as it is made; without its end until `finished()`.
    private var bytes: [UInt8] = []
    private var list: [UInt8] = []
    private var count: UInt16 = 0

    /// An archive of no files.
    public init() {}

    /// Adds a file; a name that ends with a slash is a folder.
    ///
    /// - Parameters:
    ///   - flags: The general purpose bits, of which 1 says that the file is encrypted.
    ///   - mode: The mode of Unix.
    ///   - isLarge: Whether the size stands where those of very large files do.
    ///   - claimed: The size that the archive says; nil: the true one.
    ///   - isDamaged: Whether the sum of the bytes is another.
    public mutating func add(
        _ name: String, _ content: [UInt8], flags: UInt16 = 0x800, mode: UInt32 = 0o100644, isLarge: Bool = false,
        claimed: UInt32? = nil, isDamaged: Bool = false
    ) {
        let name = Array(name.utf8)
        let size = claimed ?? UInt32(content.count)
        let sum = Self.sum(content) ^ (isDamaged ? 1 : 0)
        let shown = isLarge ? UInt32.max : size
        let extra: [UInt8] =
            isLarge ? le(1, 2) + le(16, 2) + le(UInt64(size), 8) + le(UInt64(content.count), 8) : []
        // 2020-01-02 03:04:06.
        let common =
            le(UInt64(flags), 2) + le(0, 2) + le(3 << 11 | 4 << 5 | 3, 2) + le(40 << 9 | 1 << 5 | 2, 2)
            + le(UInt64(sum), 4) + le(UInt64(isLarge ? .max : UInt32(content.count)), 4) + le(UInt64(shown), 4)
            + le(UInt64(name.count), 2) + le(UInt64(extra.count), 2)
        let start = bytes.count
        bytes += le(0x0403_4B50, 4) + le(20, 2) + common + name + extra + content
        list += le(0x0201_4B50, 4) + le(3 << 8 | 20, 2) + le(20, 2) + common + le(0, 2) + le(0, 2) + le(0, 2)
        list += le(UInt64(mode) << 16, 4) + le(UInt64(start), 4) + name + extra
        count += 1
    }

    /// Adds a text.
    public mutating func add(_ name: String, _ text: String) { add(name, Array(text.utf8)) }

    /// The whole archive.
    public func finished() -> [UInt8] {
        bytes + list + le(0x0605_4B50, 4) + le(0, 2) + le(0, 2) + le(UInt64(count), 2) + le(UInt64(count), 2)
            + le(UInt64(list.count), 4) + le(UInt64(bytes.count), 4) + le(0, 2)
    }

    /// Bytes as a file of gzip that compresses nothing (RFC 1952, RFC 1951 3.2.4).
    public static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        func le(_ number: Int, _ width: Int) -> [UInt8] {
            (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        var result: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        for start in stride(from: 0, to: max(bytes.count, 1), by: 60_000) {
            let block = bytes[start..<min(start + 60_000, bytes.count)]
            result += [start + 60_000 >= bytes.count ? 1 : 0] + le(block.count, 2) + le(~block.count, 2) + block
        }
        return result + le(Int(sum(bytes)), 4) + le(bytes.count, 4)
    }

    private func le(_ number: UInt64, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    }

    private static func sum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
    }
}
