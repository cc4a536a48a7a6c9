// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSecrets
import AtriumSession
import Testing

@testable import AccountLogic

/// Codes by the time, and the codes drawn for them.
struct TimeCodeTests {
    private static func secret(_ count: Int) -> [UInt8] {
        Array(String(repeating: "1234567890", count: 7).utf8.prefix(count))
    }

    /// RFC 6238, appendix B.
    @Test(arguments: [
        (Int64(59), "94287082", "46119246", "90693936"), (1_111_111_109, "07081804", "68084774", "25091201"),
        (1_111_111_111, "14050471", "67062674", "99943326"), (1_234_567_890, "89005924", "91819424", "93441116"),
        (2_000_000_000, "69279037", "90698825", "38618901"), (20_000_000_000, "65353130", "77737706", "47863826"),
    ])
    func `the standard’s codes`(time: Int64, sha1: String, sha256: String, sha512: String) {
        let step = TimeCode.step(of: Timestamp(seconds: time))
        #expect(TimeCode(secret: Self.secret(20), digits: 8, hash: .sha1).code(at: step) == sha1)
        #expect(TimeCode(secret: Self.secret(32), digits: 8, hash: .sha256).code(at: step) == sha256)
        #expect(TimeCode(secret: Self.secret(64), digits: 8, hash: .sha512).code(at: step) == sha512)
        // Authenticator programs show the last six digits.
        #expect(TimeCode(secret: Self.secret(20)).code(at: step) == sha1.suffix(6))
    }

    @Test func `a code counts in its half minute and the ones beside it, and once`() {
        let codes = TimeCode(secret: Self.secret(20))
        let now = Timestamp(seconds: 3_000_000)
        let step = TimeCode.step(of: now)
        for near in step - 1...step + 1 { #expect(codes.step(of: codes.code(at: near), at: now, after: 0) == near) }
        for far in [step - 2, step + 2] { #expect(codes.step(of: codes.code(at: far), at: now, after: 0) == nil) }
        #expect(codes.step(of: codes.code(at: step), at: now, after: step) == nil)
        #expect(codes.step(of: codes.code(at: step + 1), at: now, after: step) == step + 1)
        #expect(codes.step(of: "", at: now, after: 0) == nil)
    }

    @Test func `an address has what an authenticator program needs`() {
        let codes = TimeCode(secret: Self.secret(20))
        #expect(
            codes.address(issuer: "Atrium", name: "ana").utf8.elementsEqual(KnownCodes.address))
        #expect(codes.address(issuer: "Two Apps", name: "王").contains("/Two%20Apps:%E7%8E%8B?secret="))
        #expect(codes.groups == "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ")
    }

    @Test func `a recovery code stands for a code once`() {
        let codes = RecoveryCode.codes(random: SeededRandom(seed: 1))
        #expect(Set(codes).count == 10)
        var factor = SecondFactor(secret: Self.secret(20), lastStep: 0, recovery: codes)
        let now = Timestamp(seconds: 3_000_000)
        // Blanks, hyphens and capitals do not matter.
        #expect(factor.use(Secret(codes[3].text.uppercased().replacing("-", with: " ")), at: now) == .recovery(left: 9))
        #expect(factor.use(Secret(codes[3].text), at: now) == nil)
        #expect(factor.use(Secret(String(codes[4].text.dropLast())), at: now) == nil)
        let code = TimeCode(secret: Self.secret(20)).code(at: TimeCode.step(of: now))
        #expect(factor.use(Secret(" \(code.prefix(3)) \(code.suffix(3))"), at: now) == .timeCode)
        #expect(factor.use(Secret(code), at: now) == nil)
        #expect(factor.recoveryLeft == 9)
    }
}

/// QR codes, against those of another encoder.
struct QRCodeTests {
    @Test(arguments: KnownCodes.all)
    func `known codes`(known: KnownCodes.Known) throws {
        let code = try #require(QRCode(known.text, correction: known.isLow ? .low : .medium, mask: known.mask))
        let rows = (0..<code.size).map { row in
            String(
                (0..<code.size).reduce(into: "1") { $0 += code[row, $1] ? "1" : "0" })
        }
        let expected = known.rows.split { $0 == " " || $0 == "\n" }.map { row in
            row.reduce(into: "") { bits, digit in
                let four = String(digit.hexDigitValue ?? 0, radix: 2)
                bits += String(repeating: "0", count: 4 - four.count) + four
            }
        }.map { String($0.drop { $0 == "0" }) }
        #expect(rows == expected)
    }

    /// The mask is chosen by the standard’s own penalty.
    @Test func `the best mask is chosen`() throws {
        let code = try #require(QRCode(KnownCodes.address))
        let all = (0..<8).compactMap { QRCode(KnownCodes.address, correction: .low, mask: $0) }
        #expect(all.contains(code))
        #expect(QRCode(Array(repeating: 0x61, count: 800)) == nil)
        #expect(QRCode([])?.size == 21)
    }

    @Test func `it is drawn in half blocks with a border`() throws {
        let lines = try #require(QRCode(KnownCodes.hello, correction: .medium)).lines()
        #expect(lines.count == 13 && lines.allSatisfy { $0.count == 25 })
        // The light border, and the dark frame of a corner below it.
        #expect(lines[0] == String(repeating: "█", count: 25))
        #expect(lines[1].hasPrefix("██ ▄▄▄▄▄ █"))
        #expect(lines[12] == String(repeating: "▀", count: 25))
    }
}
