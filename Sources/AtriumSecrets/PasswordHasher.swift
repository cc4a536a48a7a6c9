// SPDX-License-Identifier: GPL-3.0-or-later

import CAtriumSodium

/// Hashes passwords with Argon2id, and checks them against stored hashes.
///
///     let hasher = PasswordHasher()
///     let stored = try hasher.hash(password)
///     if hasher.verify(attempt, against: stored), hasher.needsRehash(stored) { … }
///
/// Each call takes the time and the memory of its parameters on the caller's thread: about 30 ms with the current
/// ones, so keep it off the main actor. Passwords are bytes, since no rule of text comparison may apply to them.
public struct PasswordHasher: Sendable {
    /// The cost of new hashes.
    package let parameters: Argon2Parameters

    /// Makes a hasher with this cost for new hashes.
    public init(parameters: Argon2Parameters = .current) {
        self.parameters = parameters
    }

    /// Hashes a password with a new random salt.
    ///
    /// - Returns: An ASCII string `$argon2id$v=19$m=…,t=…,p=1$<salt>$<hash>`, which holds all that `verify` needs.
    /// - Throws: `SecretsFault.outOfMemory`.
    public func hash(_ password: [UInt8]) throws(SecretsFault) -> String {
        Sodium.start()
        var text = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        let status = password.withCharacters { characters in
            crypto_pwhash_str_alg(
                &text, characters, UInt64(password.count), UInt64(parameters.passes),
                parameters.memory, crypto_pwhash_ALG_ARGON2ID13)
        }
        guard status == 0 else { throw .outOfMemory(bytes: parameters.memory) }
        return String(decoding: text.lazy.map(UInt8.init(bitPattern:)).prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Whether this password gave this hash; false for a string that is no Argon2id hash.
    ///
    /// The cost is the one written in the hash. The comparison takes constant time. Lack of memory also answers
    /// false: no user gets in because the machine is short of it.
    public func verify(_ password: [UInt8], against hash: String) -> Bool {
        Sodium.start()
        guard Argon2Parameters(ofHash: hash) != nil, hash.utf8.count < Int(crypto_pwhash_STRBYTES) else { return false }
        return password.withCharacters { characters in
            crypto_pwhash_str_verify(hash, characters, UInt64(password.count)) == 0
        }
    }

    /// Whether the hash was made with less memory or fewer passes than new ones, or is no Argon2id hash at all.
    ///
    /// A stronger hash stays: a parameter that was lowered must not weaken what is stored.
    public func needsRehash(_ hash: String) -> Bool {
        guard let stored = Argon2Parameters(ofHash: hash) else { return true }
        // Argon2 fills whole KiB, so the rest of a KiB in the parameters cannot be seen in the hash.
        return stored.passes < parameters.passes || stored.memory >> 10 < parameters.memory >> 10
    }
}

/// The cost of one Argon2id computation (RFC 9106), with one lane.
public struct Argon2Parameters: Sendable, Hashable {
    /// The number of passes over the memory; at least 1.
    public let passes: Int
    /// The memory filled, in bytes; at least 8192, used in whole KiB.
    public let memory: Int

    /// Takes the cost as given, raised to the least that Argon2id accepts.
    public init(passes: Int, memory: Int) {
        self.passes = max(passes, Int(crypto_pwhash_OPSLIMIT_MIN))
        self.memory = max(memory, Int(crypto_pwhash_MEMLIMIT_MIN))
    }

    /// The cost for new passwords: 2 passes over 19 MiB (OWASP Password Storage Cheat Sheet).
    public static let current = Argon2Parameters(passes: 2, memory: 19 << 20)

    /// The most that a store or a file may ask for: neither the machine’s memory nor minutes.
    private static let most = (passes: 64, memory: 1 << 30, work: 4 << 30)

    /// Whether a password may be asked for at this cost, which may come from a foreign file.
    public var isBearable: Bool {
        passes <= Self.most.passes && memory <= Self.most.memory && passes * memory <= Self.most.work
    }

    /// The least that Argon2id accepts: for tests only, since it protects nothing.
    public static let cheap = Argon2Parameters(passes: 0, memory: 0)
}

extension Argon2Parameters {
    /// Reads the cost out of a `$argon2id$v=19$m=<KiB>,t=<passes>,p=1$…` string; `nil` if it is none, or too expensive.
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
