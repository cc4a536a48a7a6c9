// SPDX-License-Identifier: GPL-3.0-or-later

/// Hashes by which other programs name files, in lower-case hexadecimal digits; they prove nothing.
public enum FileHash {
    /// The MD5 of bytes (RFC 1321).
    public static func md5(_ bytes: [UInt8]) -> String {
        hash(bytes, from: [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476], isBigEndian: false) { words, state in
            var (a, b, c, d) = (state[0], state[1], state[2], state[3])
            for step in 0..<64 {
                let (value, word): (UInt32, Int) =
                    switch step / 16 {
                    case 0: (b & c | ~b & d, step)
                    case 1: (d & b | ~d & c, (5 * step + 1) % 16)
                    case 2: (b ^ c ^ d, (3 * step + 5) % 16)
                    default: (c ^ (b | ~d), 7 * step % 16)
                    }
                let sum = a &+ value &+ sines[step] &+ words[word]
                (a, d, c, b) = (d, c, b, b &+ rotated(sum, by: shifts[step / 16 * 4 + step % 4]))
            }
            for (place, value) in [a, b, c, d].enumerated() { state[place] &+= value }
        }
    }

    /// The SHA-1 of a text (FIPS 180-4, 6.1).
    public static func sha1(_ text: String) -> String {
        let start: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        return hash(Array(text.utf8), from: start, isBigEndian: true) { words, state in
            var words = words
            for place in 16..<80 {
                words.append(
                    rotated(words[place - 3] ^ words[place - 8] ^ words[place - 14] ^ words[place - 16], by: 1))
            }
            var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
            for (round, word) in words.enumerated() {
                let (mixed, constant): (UInt32, UInt32) =
                    switch round {
                    case ..<20: ((b & c) | (~b & d), 0x5A82_7999)
                    case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
                    case ..<60: ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC)
                    default: (b ^ c ^ d, 0xCA62_C1D6)
                    }
                let next = rotated(a, by: 5) &+ mixed &+ e &+ constant &+ word
                (a, b, c, d, e) = (next, a, rotated(b, by: 30), c, d)
            }
            for (place, value) in [a, b, c, d, e].enumerated() { state[place] &+= value }
        }
    }

    /// Mixes the bytes into the state, sixteen words at a time, with a one and the number of bits behind them.
    private static func hash(
        _ bytes: [UInt8], from start: [UInt32], isBigEndian: Bool, _ mix: ([UInt32], inout [UInt32]) -> Void
    ) -> String {
        var state = start
        var words = [UInt32](repeating: 0, count: 16)
        func take(_ bytes: ArraySlice<UInt8>) {
            bytes.withUnsafeBytes { buffer in
                for block in stride(from: 0, to: buffer.count, by: 64) {
                    for place in words.indices {
                        let word = buffer.loadUnaligned(fromByteOffset: block + place * 4, as: UInt32.self)
                        words[place] = isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
                    }
                    mix(words, &state)
                }
            }
        }
        let whole = bytes.count / 64 * 64
        take(bytes[..<whole])
        let zeros = (119 - bytes.count % 64) % 64
        let bits = UInt64(bytes.count) &* 8
        let end = withUnsafeBytes(of: isBigEndian ? bits.bigEndian : bits.littleEndian) { Array($0) }
        take(bytes[whole...] + [0x80] + [UInt8](repeating: 0, count: zeros) + end)
        return state.map { word in
            let digits = String(isBigEndian ? word : word.byteSwapped, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 { word << count | word >> (32 - count) }

    private static let shifts: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]

    /// The first 32 bits of the fraction of |sin(i + 1)|: the RFC’s own definition of its table.
    private static let sines: [UInt32] = [
        0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613, 0xfd46_9501,
        0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193, 0xa679_438e, 0x49b4_0821,
        0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d, 0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8,
        0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed, 0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a,
        0xfffa_3942, 0x8771_f681, 0x6d9d_6122, 0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70,
        0x289b_7ec6, 0xeaa1_27fa, 0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665,
        0xf429_2244, 0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
        0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb, 0xeb86_d391,
    ]
}
