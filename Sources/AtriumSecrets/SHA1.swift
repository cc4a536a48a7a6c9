// SPDX-License-Identifier: GPL-3.0-or-later

import CAtriumSodium

/// SHA-1 (FIPS 180-4), by which authenticator programs compute their codes, and other programs name files; libsodium
/// has none.
///
/// Collisions of it are known, so nothing is identified by it; as the hash of a keyed code it still holds (RFC 6194).
public enum SHA1 {
    static let blockCount = 64

    /// The 20 bytes of the hash.
    ///
    /// - Parameter bytes: The text that is hashed.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        let padded = padded(bytes)
        for start in stride(from: 0, to: padded.count, by: blockCount) {
            mix(padded[start..<start + blockCount], &state)
        }
        return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) } }
    }

    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        var padded = bytes + [0x80]
        while padded.count % blockCount != blockCount - 8 { padded.append(0) }
        let bits = UInt64(bytes.count) * 8
        return padded + (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
    }

    private static func mix(_ block: ArraySlice<UInt8>, _ state: inout [UInt32]) {
        var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { start in
            (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(block[start + $1]) }
        }
        for index in 16..<80 {
            words.append(turned(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], by: 1))
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for (index, word) in words.enumerated() {
            let (mixed, constant): (UInt32, UInt32) =
                switch index {
                case 0..<20: (b & c | ~b & d, 0x5A82_7999)
                case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
                case 40..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
                default: (b ^ c ^ d, 0xCA62_C1D6)
                }
            let next = turned(a, by: 5) &+ mixed &+ e &+ constant &+ word
            (e, d, c, b, a) = (d, c, turned(b, by: 30), a, next)
        }
        for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
    }

    private static func turned(_ word: UInt32, by bits: UInt32) -> UInt32 { word << bits | word >> (32 - bits) }
}

/// The code by which the holder of a key authenticates a message: HMAC (RFC 2104) with one of three hashes.
public enum HMACCode: Sendable {
    case sha1
    case sha256
    case sha512

    /// The bytes of the code: 20, 32 or 64.
    public func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        switch self {
        case .sha1: return Self.sha1(message, key)
        case .sha256: return HMACSHA256.code(of: message, key: key)
        case .sha512:
            Sodium.start()
            var state = crypto_auth_hmacsha512_state()
            var code = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha512_BYTES))
            crypto_auth_hmacsha512_init(&state, key, key.count)
            crypto_auth_hmacsha512_update(&state, message, UInt64(message.count))
            crypto_auth_hmacsha512_final(&state, &code)
            return code
        }
    }

    private static func sha1(_ message: [UInt8], _ key: [UInt8]) -> [UInt8] {
        let short = key.count > SHA1.blockCount ? SHA1.hash(key) : key
        let block = short + [UInt8](repeating: 0, count: SHA1.blockCount - short.count)
        return SHA1.hash(block.map { $0 ^ 0x5C } + SHA1.hash(block.map { $0 ^ 0x36 } + message))
    }
}

/// Bytes as letters and digits: base32 without padding (RFC 4648, section 6).
public enum Base32 {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".unicodeScalars)

    /// The text of bytes: a letter for each five bits, the last filled up with zeros.
    public static func text(_ bytes: [UInt8]) -> String {
        var (text, bits, count) = (String.UnicodeScalarView(), UInt32(0), 0)
        for byte in bytes {
            (bits, count) = (bits << 8 | UInt32(byte), count + 8)
            while count >= 5 {
                count -= 5
                text.append(letters[Int(bits >> UInt32(count) & 31)])
            }
        }
        if count > 0 { text.append(letters[Int(bits << UInt32(5 - count) & 31)]) }
        return String(text)
    }
}
