// SPDX-License-Identifier: GPL-3.0-or-later

import CSodium

/// The cost of one Argon2id computation (RFC 9106), with one lane.
package struct Argon2Parameters: Sendable, Hashable {
    /// The number of passes over the memory; at least 1.
    package let passes: Int
    /// The memory filled, in bytes; at least 8192, used in whole KiB.
    package let memory: Int

    /// Takes the cost as given, raised to the least that Argon2id accepts.
    package init(passes: Int, memory: Int) {
        self.passes = max(passes, Int(crypto_pwhash_OPSLIMIT_MIN))
        self.memory = max(memory, Int(crypto_pwhash_MEMLIMIT_MIN))
    }

    /// What new passwords are hashed with: 2 passes over 19 MiB (OWASP Password Storage Cheat Sheet).
    package static let current = Argon2Parameters(passes: 2, memory: 19 << 20)

    /// What a store or a file may ask for: neither the machine’s memory nor minutes.
    private static let most = (passes: 64, memory: 1 << 30, work: 4 << 30)

    /// Whether a password may be asked for at this cost, which may come from a foreign file.
    package var isBearable: Bool {
        passes <= Self.most.passes && memory <= Self.most.memory && passes * memory <= Self.most.work
    }

    /// The least that Argon2id accepts: for tests only, since it protects nothing.
    package static let cheap = Argon2Parameters(passes: 0, memory: 0)
}

extension Argon2Parameters {
    /// Reads the cost out of a `$argon2id$v=19$m=<KiB>,t=<passes>,p=1$…` string; nil if it is none, or not bearable.
    init?(ofHash hash: String) {
        let fields = hash.split(separator: "$", omittingEmptySubsequences: false)
        guard fields.count == 6, fields[0].isEmpty, fields[1] == "argon2id", fields[2] == "v=19" else { return nil }
        let costs = fields[3].split(separator: ",")
        guard costs.count == 3, costs[0].hasPrefix("m="), costs[1].hasPrefix("t="), costs[2] == "p=1",
            let kibibytes = Int(costs[0].dropFirst(2)), let passes = Int(costs[1].dropFirst(2)),
            passes > 0, kibibytes > 0, kibibytes <= Int.max >> 10
        else { return nil }
        self.passes = passes
        memory = kibibytes << 10
        guard isBearable else { return nil }
    }
}
