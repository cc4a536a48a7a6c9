// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSecrets
import AtriumSession

/// The second factor of an account, as it is stored: the secret of an authenticator program, and recovery codes.
///
/// The secret is stored as it is, since each login needs it; the codes as hashes, which suffice for 80 random bits.
package struct SecondFactor: Codable, Hashable, Sendable {
    /// The number of recovery codes.
    package static let recoveryCount = 10

    let secret: [UInt8]
    /// The last period whose code was used.
    private(set) var lastStep: Int64
    /// The hashes of the recovery codes that were not used.
    private(set) var recovery: [[UInt8]]

    /// The number of recovery codes that were not used.
    package var recoveryLeft: Int { recovery.count }

    init(secret: [UInt8], lastStep: Int64, recovery: [RecoveryCode]) {
        self.secret = secret
        self.lastStep = lastStep
        self.recovery = recovery.map(\.hash)
    }

    /// The kind of a code.
    package enum Use: Hashable, Sendable {
        case timeCode
        /// A recovery code; `left` remain.
        case recovery(left: Int)
    }

    /// Uses up a typed code; `nil` for a wrong one, and for one that was used.
    mutating func use(_ typed: Secret, at now: Timestamp) -> Use? {
        let letters = RecoveryCode.letters(of: typed)
        if let step = TimeCode(secret: secret).step(of: letters, at: now, after: lastStep) {
            lastStep = step
            return .timeCode
        }
        let hash = RecoveryCode(letters: letters).hash
        guard let place = recovery.firstIndex(where: { $0.isSame(as: hash) }) else { return nil }
        recovery.remove(at: place)
        return .recovery(left: recovery.count)
    }

    /// The same with other recovery codes.
    func renewed(_ codes: [RecoveryCode]) -> SecondFactor {
        SecondFactor(secret: secret, lastStep: lastStep, recovery: codes)
    }
}

/// A code that stands for the second factor once, when the authenticator program is lost.
package struct RecoveryCode: Hashable, Sendable {
    /// The random bytes of a code.
    private static let byteCount = 10

    /// The letters without what separates groups of them.
    let letters: String

    /// The code as it is shown: four groups of four letters.
    package var text: String { TimeCode.grouped(letters.lowercased(), by: "-") }

    init(random: any RandomBytes) { letters = Base32.text(random.bytes(Self.byteCount)) }

    init(letters: String) { self.letters = letters }

    var hash: [UInt8] { SHA256.hash(Array("recovery \(letters)".utf8)) }

    /// The letters and digits of a typed code, in capitals: blanks and hyphens in it do not matter.
    static func letters(of typed: Secret) -> String {
        String(decoding: typed.bytes, as: UTF8.self).uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    /// New codes.
    static func codes(random: any RandomBytes) -> [RecoveryCode] {
        (0..<SecondFactor.recoveryCount).map { _ in RecoveryCode(random: random) }
    }
}

/// A second factor that is being set up: it counts once a code of it was typed.
package struct FactorOffer: Sendable {
    /// The codes of the authenticator program.
    package let codes: TimeCode
    /// The address that the program reads.
    package let address: String
    /// The same without the issuer beside the one before the name, for a smaller picture.
    package var shortAddress: String { String(address.prefix { $0 != "&" }) }
}
