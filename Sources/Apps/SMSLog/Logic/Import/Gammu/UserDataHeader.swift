// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain

/// What stands before the text of a short message: which piece of a longer one it is, and for which program on the phone
/// (3GPP TS 23.040, 9.2.3.24).
struct UserDataHeader {
    /// Which piece it is, as it is written, be it none that there can be; nil for a whole one.
    private(set) var piece: ConcatenatedPart?
    /// The number of the program; nil for what is to be read.
    private(set) var port: Int?

    /// Of hexadecimal digits; the first two say how many bytes follow.
    init(_ digits: String) {
        let bytes = [UInt8](hexadecimalDigits: digits)
        var index = 1
        while index + 1 < bytes.count {
            let (kind, length) = (bytes[index], Int(bytes[index + 1]))
            let start = index + 2
            guard start + length <= bytes.count else { return }
            let value = Array(bytes[start..<start + length])
            switch (kind, length) {
            case (0x00, 3), (0x08, 4): piece = ConcatenatedPart(element: value)
            case (0x04, 2): port = Int(value[0])
            case (0x05, 4): port = Int(value[0]) << 8 | Int(value[1])
            default: break
            }
            index = start + length
        }
    }
}
