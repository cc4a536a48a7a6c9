// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSecrets
package import AtriumSession

/// Codes that follow from a secret and the time (TOTP, RFC 6238): those of an authenticator program.
package struct TimeCode: Hashable, Sendable {
    /// The seconds for which a code stands.
    package static let period: Int64 = 30
    /// The length of a secret, in bytes: that of the hash (RFC 4226, section 4).
    package static let secretCount = 20

    /// The shared secret.
    package let secret: [UInt8]
    /// The number of digits of a code.
    package let digits: Int

    private let hash: HMACCode

    /// Codes of this secret by SHA-1, with six digits: the default of authenticator programs.
    package init(secret: [UInt8]) { self.init(secret: secret, digits: 6, hash: .sha1) }

    init(secret: [UInt8], digits: Int, hash: HMACCode) {
        self.secret = secret
        self.digits = digits
        self.hash = hash
    }

    /// The number of the period that a time is in.
    package static func step(of time: Timestamp) -> Int64 { time.milliseconds / 1000 / period }

    /// The code of a period.
    package func code(at step: Int64) -> String {
        let message = (0..<8).map { UInt8(truncatingIfNeeded: step >> (56 - 8 * Int64($0))) }
        let code = hash.code(of: message, key: secret)
        // RFC 4226, section 5.3: the last four bits say where the 31 bits stand.
        let start = Int(code[code.count - 1] & 15)
        let bits = (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(code[start + $1]) } & 0x7FFF_FFFF
        let divisor = (0..<digits).reduce(UInt32(1)) { number, _ in number * 10 }
        return (bits % divisor).digits(digits)
    }

    /// The period whose code this is: the present one, or the one before or after, since clocks differ; `nil` for another
    /// code, and for one of a period up to `last`, since a code counts once.
    func step(of code: String, at now: Timestamp, after last: Int64) -> Int64? {
        let present = Self.step(of: now)
        // Each is compared, so that the time says nothing of which one it was.
        return (present - 1...present + 1).reduce(nil) { found, step in
            Array(self.code(at: step).utf8).isSame(as: Array(code.utf8)) && step > last ? step : found
        }
    }

    /// The secret as it is typed into an authenticator program, in groups of four.
    package var groups: String { Self.grouped(Base32.text(secret)) }

    /// The address that an authenticator program reads, also as a QR code: without the hash, the number of digits and the
    /// period, which are as such programs assume them.
    ///
    /// Source: the Key URI Format of Google Authenticator.
    package func address(issuer: String, name: String) -> String {
        "otpauth://totp/\(Self.escaped(issuer)):\(Self.escaped(name))?secret=\(Base32.text(secret))"
            + "&issuer=\(Self.escaped(issuer))"
    }

    /// A text in groups of four letters.
    static func grouped(_ text: String, by separator: Character = " ") -> String {
        var groups = ""
        for (index, letter) in text.enumerated() {
            if index > 0, index.isMultiple(of: 4) { groups.append(separator) }
            groups.append(letter)
        }
        return groups
    }

    private static func escaped(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return text.utf8.reduce(into: "") { escaped, byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            default: escaped += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
    }
}
