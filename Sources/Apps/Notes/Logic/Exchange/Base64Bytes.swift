// SPDX-License-Identifier: GPL-3.0-or-later

/// Bytes that come as base64 (RFC 4648, 4) in pieces, with blanks and line breaks anywhere.
struct Base64Bytes {
    /// What came so far; no more than one byte above the limit.
    private(set) var bytes: [UInt8] = []
    private let limit: Int
    private var bits: UInt32 = 0
    private var count = 0
    private var hasEnded = false
    private var isBroken = false

    /// - Parameter limit: So many bytes are kept.
    init(limit: Int) { self.limit = limit }

    /// Whether there were more bytes than the limit.
    var isTooLong: Bool { bytes.count > limit }

    /// Whether everything was base64, and complete.
    var isSound: Bool { !isBroken && count % 4 != 1 && (count % 4 == 0 || bits == 0) }

    mutating func append(_ piece: String) {
        for byte in piece.utf8 {
            let value: UInt32
            switch byte {
            case 0x41...0x5A: value = UInt32(byte - 0x41)
            case 0x61...0x7A: value = UInt32(byte - 0x61) + 26
            case 0x30...0x39: value = UInt32(byte - 0x30) + 52
            case 0x2B: value = 62
            case 0x2F: value = 63
            case 0x3D:
                hasEnded = true
                continue
            case 0x20, 0x09, 0x0A, 0x0D: continue
            default:
                isBroken = true
                continue
            }
            if hasEnded { isBroken = true }
            bits = bits << 6 | value
            count += 1
            if count % 4 != 1, bytes.count <= limit {
                let shift = UInt32(6 - 2 * ((count - 1) % 4))
                bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
                bits &= (1 << shift) - 1
            }
        }
    }
}
