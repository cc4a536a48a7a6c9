// SPDX-License-Identifier: GPL-3.0-or-later

/// The size of a part’s data, and a number by which other data of the same size are told from it.
///
/// Stores keep the number, so that it must be the same in every process. It tells pictures apart; who makes two with the
/// same number on purpose gains nothing.
struct DataDigest: Equatable {
    /// How many bytes the data have.
    let size: Int
    /// Equal for equal data; nil where there are none.
    let digest: UInt64?

    /// Of the data that base64 stands for (RFC 4648), without making them: they may be many megabytes.
    ///
    /// Blanks and padding do not count. The word `null` stands for no data.
    init(base64 bytes: UnsafeRawBufferPointer) {
        guard !bytes.elementsEqual("null".utf8) else {
            size = 0
            digest = nil
            return
        }
        var mixer = Mixer()
        let end = (bytes.lastIndex { $0 != UInt8(ascii: "=") && $0 > 0x20 } ?? -1) + 1
        let digits = UnsafeRawBufferPointer(rebasing: bytes[..<end])
        if mixer.mixUnbroken(digits) {
            size = digits.count * 3 / 4
        } else {
            mixer = Mixer()
            let plain = digits.filter { $0 > 0x20 && $0 != UInt8(ascii: "=") }
            plain.withUnsafeBytes { _ = mixer.mixUnbroken($0) }
            size = plain.count * 3 / 4
        }
        digest = size > 0 ? mixer.value : nil
    }

    /// Of a text in UTF-8.
    init(text: String) {
        var mixer = Mixer()
        let bytes = Array(text.utf8)
        bytes.withUnsafeBytes { mixer.mixAll($0) }
        size = bytes.count
        digest = size > 0 ? mixer.value : nil
    }

    private struct Mixer {
        private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

        private mutating func mix(_ word: UInt64) {
            value = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
            value ^= value >> 32
        }

        /// Mixes the bytes eight at a time; false as soon as one is no digit of base64.
        mutating func mixUnbroken(_ bytes: UnsafeRawBufferPointer) -> Bool {
            var offset = 0
            while offset + 8 <= bytes.count {
                let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                // Bytes up to 0x20 borrow from their highest bit, "=" becomes zero and does too.
                let padding = word ^ 0x3D3D_3D3D_3D3D_3D3D
                let blanks = (word &- 0x2121_2121_2121_2121) & ~word
                let equals = (padding &- 0x0101_0101_0101_0101) & ~padding
                if (blanks | equals) & 0x8080_8080_8080_8080 != 0 { return false }
                mix(word)
                offset += 8
            }
            let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
            if rest.contains(where: { $0 <= 0x20 || $0 == UInt8(ascii: "=") }) { return false }
            mixEnd(rest, of: bytes.count)
            return true
        }

        mutating func mixAll(_ bytes: UnsafeRawBufferPointer) {
            var offset = 0
            while offset + 8 <= bytes.count {
                mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
                offset += 8
            }
            mixEnd(UnsafeRawBufferPointer(rebasing: bytes[offset...]), of: bytes.count)
        }

        private mutating func mixEnd(_ rest: UnsafeRawBufferPointer, of count: Int) {
            mix(rest.reduce(0) { $0 << 8 | UInt64($1) })
            mix(UInt64(count))
        }
    }
}
