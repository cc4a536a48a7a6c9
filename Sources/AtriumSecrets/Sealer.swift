// SPDX-License-Identifier: GPL-3.0-or-later

import CAtriumSodium

/// Seals bytes with a key, and opens them again: XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03).
///
///     let sealed = sealer.seal(text, context: noteID)
///     let text = try sealer.open(sealed, context: noteID)
///
/// Sealed bytes cannot be read without the key nor changed unnoticed. The context is not stored: it ties the sealed
/// bytes to their place, so that those of one note do not open as another's. Each seal draws its own random nonce of
/// 192 bits, which may be done without counting.
public struct Sealer: Sendable {
    private let key: SealingKey
    private let random: any RandomBytes

    /// The additional bytes of the sealed form: one for the format, 24 of nonce, 16 of authentication.
    public static let overhead = 1 + nonceCount + tagCount

    /// Makes a sealer with this key, and with this source of nonces.
    public init(key: SealingKey, random: any RandomBytes = SodiumRandom()) {
        self.key = key
        self.random = random
    }

    /// Seals the bytes; the same bytes give another result each time.
    public func seal(_ plain: [UInt8], context: [UInt8] = []) -> [UInt8] {
        Sodium.start()
        let nonce = random.bytes(Sealer.nonceCount)
        var sealed = [UInt8](repeating: 0, count: plain.count + Sealer.tagCount)
        // The function fails only for more bytes than an array can hold.
        _ = key.withBytes { key in
            crypto_aead_xchacha20poly1305_ietf_encrypt(
                &sealed, nil, plain, UInt64(plain.count), context, UInt64(context.count), nil, nonce, key)
        }
        return [Sealer.format] + nonce + sealed
    }

    /// Opens bytes that `seal` gave with the same key and context.
    ///
    /// - Throws: `SecretsFault.notSealed` for bytes that never were a sealed form, `SecretsFault.notAuthentic` for
    ///   another key, another context or a single changed bit; no byte of the plain text is given out then.
    public func open(_ sealed: [UInt8], context: [UInt8] = []) throws(SecretsFault) -> [UInt8] {
        Sodium.start()
        guard sealed.count >= Sealer.overhead, sealed[0] == Sealer.format else { throw .notSealed }
        let nonce = [UInt8](sealed[1...Sealer.nonceCount])
        let body = [UInt8](sealed[(1 + Sealer.nonceCount)...])
        var plain = [UInt8](repeating: 0, count: body.count - Sealer.tagCount)
        let status = key.withBytes { key in
            crypto_aead_xchacha20poly1305_ietf_decrypt(
                &plain, nil, nil, body, UInt64(body.count), context, UInt64(context.count), nonce, key)
        }
        guard status == 0 else { throw .notAuthentic }
        return plain
    }

    /// A code of 32 bytes by which the holder of the key recognises the same bytes, and which reveals nothing to
    /// others: BLAKE2b with the key (RFC 7693).
    public func code(of bytes: [UInt8]) -> [UInt8] {
        Sodium.start()
        var code = [UInt8](repeating: 0, count: Int(crypto_generichash_BYTES))
        // The function fails only for lengths that these are not.
        _ = key.withBytes { key in
            crypto_generichash(&code, code.count, bytes, UInt64(bytes.count), key, SealingKey.count)
        }
        return code
    }

    private static let format: UInt8 = 1
    private static let nonceCount = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
    private static let tagCount = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)
}

/// A 256-bit key to seal with; its memory is guarded, kept out of swap where the system allows, and wiped at the end.
///
/// `@unchecked Sendable`: the bytes are written in `init` alone, before any other code sees the key, and released in
/// `deinit`, when none does; in between they are only read.
public final class SealingKey: @unchecked Sendable {
    private let bytes: UnsafeMutableRawPointer

    /// The length of a key, in bytes.
    public static let count = Int(crypto_aead_xchacha20poly1305_ietf_KEYBYTES)
    /// The length of a salt for `init(password:salt:parameters:)`, in bytes.
    public static let saltCount = Int(crypto_pwhash_SALTBYTES)

    /// Takes the bytes of a key that was made before.
    ///
    /// - Throws: `SecretsFault.notSealed` for another number of them, `SecretsFault.outOfMemory`.
    public init(bytes key: [UInt8]) throws(SecretsFault) {
        guard key.count == SealingKey.count else { throw .notSealed }
        bytes = try SealingKey.allocate()
        bytes.copyMemory(from: key, byteCount: SealingKey.count)
    }

    /// Derives the key that this password and this salt always give, with Argon2id.
    ///
    /// Takes the time and the memory of the parameters on the caller's thread. Keep the salt (random, `saltCount`
    /// bytes) and the parameters beside what the key seals: it opens with the same ones only.
    ///
    /// - Throws: `SecretsFault.saltLength`, `.excessiveCost` or `.outOfMemory`.
    package init(
        password: [UInt8], salt: [UInt8], parameters: Argon2Parameters = .current
    ) throws(SecretsFault) {
        guard salt.count == SealingKey.saltCount else {
            throw .saltLength(salt.count, expected: SealingKey.saltCount)
        }
        guard parameters.isBearable else { throw .excessiveCost(parameters) }
        bytes = try SealingKey.allocate()
        let key = bytes.assumingMemoryBound(to: UInt8.self)
        let status = password.withCharacters { characters in
            crypto_pwhash(
                key, UInt64(SealingKey.count), characters, UInt64(password.count), salt,
                UInt64(parameters.passes), parameters.memory, crypto_pwhash_ALG_ARGON2ID13)
        }
        guard status == 0 else { throw .outOfMemory(bytes: parameters.memory) }
    }

    deinit {
        sodium_free(bytes)
    }

    /// Lends the bytes of the key for the length of a call.
    func withBytes<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
        withExtendedLifetime(self) { body(UnsafePointer(bytes.assumingMemoryBound(to: UInt8.self))) }
    }

    private static func allocate() throws(SecretsFault) -> UnsafeMutableRawPointer {
        Sodium.start()
        guard let bytes = sodium_malloc(count) else { throw .outOfMemory(bytes: count) }
        return bytes
    }
}

/// A key that a password gives, with what it takes to derive it again.
public struct PasswordKey: Sendable {
    /// The salt of the password; random.
    public let salt: [UInt8]
    /// The cost of the derivation.
    public let cost: Argon2Parameters
    let key: SealingKey

    /// Derives a key, off the caller’s actor.
    ///
    /// Takes the time and the memory of the cost.
    ///
    /// - Throws: `SecretsFault.saltLength`, `.excessiveCost` or `.outOfMemory`.
    @concurrent
    package static func derive(
        _ password: [UInt8], salt: [UInt8], cost: Argon2Parameters
    ) async throws(SecretsFault) -> PasswordKey {
        PasswordKey(
            salt: salt, cost: cost, key: try SealingKey(password: password, salt: salt, parameters: cost))
    }

    /// Derives a key with a new salt, off the caller’s actor.
    ///
    /// - Throws: `SecretsFault.outOfMemory`.
    public static func new(
        _ password: [UInt8], cost: Argon2Parameters, random: any RandomBytes = SodiumRandom()
    ) async throws(SecretsFault) -> PasswordKey {
        try await derive(password, salt: random.bytes(SealingKey.saltCount), cost: cost)
    }

    /// Seals with this key.
    package func sealer(random: any RandomBytes = SodiumRandom()) -> Sealer { Sealer(key: key, random: random) }
}

/// A secret that is sealed under a key from a password, with what it takes to derive that key again.
public struct PasswordSealed: Hashable, Sendable {
    /// The salt of the password; random.
    public let salt: [UInt8]
    /// The cost of the derivation.
    public let cost: Argon2Parameters
    /// The sealed secret.
    public let sealed: [UInt8]

    /// A sealed key of these parts.
    public init(salt: [UInt8], cost: Argon2Parameters, sealed: [UInt8]) {
        self.salt = salt
        self.cost = cost
        self.sealed = sealed
    }

    /// Seals a secret.
    ///
    /// Takes the time and the memory of the cost, off the caller’s actor.
    ///
    /// - Parameter context: Ties the secret to its place.
    /// - Throws: `SecretsFault.outOfMemory`.
    @concurrent
    public static func seal(
        _ secret: [UInt8], password: [UInt8], cost: Argon2Parameters, context: [UInt8],
        random: any RandomBytes = SodiumRandom()
    ) async throws(SecretsFault) -> PasswordSealed {
        let key = try await PasswordKey.new(password, cost: cost, random: random)
        return PasswordSealed(secret, under: key, context: context, random: random)
    }

    /// Seals a secret under a key that is derived already.
    public init(
        _ secret: [UInt8], under key: PasswordKey, context: [UInt8], random: any RandomBytes = SodiumRandom()
    ) {
        self.init(salt: key.salt, cost: key.cost, sealed: key.sealer(random: random).seal(secret, context: context))
    }

    /// The secret, off the caller’s actor.
    ///
    /// - Throws: `SecretsFault.notAuthentic` for another password, `SecretsFault`.
    public func open(password: [UInt8], context: [UInt8]) async throws(SecretsFault) -> [UInt8] {
        try open(with: try await key(from: password), context: context)
    }

    /// The key that a password gives here, the right one or not.
    ///
    /// - Throws: `SecretsFault.saltLength`, `.excessiveCost` or `.outOfMemory`.
    public func key(from password: [UInt8]) async throws(SecretsFault) -> PasswordKey {
        try await PasswordKey.derive(password, salt: salt, cost: cost)
    }

    /// The secret.
    ///
    /// - Throws: `SecretsFault.notAuthentic` for another key, `SecretsFault`.
    public func open(with key: PasswordKey, context: [UInt8]) throws(SecretsFault) -> [UInt8] {
        try key.sealer().open(sealed, context: context)
    }
}
