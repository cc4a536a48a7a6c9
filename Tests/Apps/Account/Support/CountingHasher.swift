// SPDX-License-Identifier: GPL-3.0-or-later

import AccountLogic
import AtriumSecrets
import Synchronization

/// Hashes that cost nothing and are counted.
final class CountingHasher: PasswordHashing {
    private let count = Mutex(0)
    private let strength: Int

    init(strength: Int = 1) { self.strength = strength }

    /// How many hashes were computed, to make one or to check one.
    var computations: Int { count.withLock { $0 } }

    func hash(_ password: [UInt8]) throws(SecretsFault) -> String {
        count.withLock { $0 += 1 }
        return "\(strength)$" + Self.digest(password)
    }

    func verify(_ password: [UInt8], against hash: String) -> Bool {
        count.withLock { $0 += 1 }
        return hash.split(separator: "$").last.map(String.init) == Self.digest(password)
    }

    func needsRehash(_ hash: String) -> Bool { (hash.split(separator: "$").first.flatMap { Int($0) } ?? 0) < strength }

    private static func digest(_ password: [UInt8]) -> String {
        String(password.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 })
    }
}
