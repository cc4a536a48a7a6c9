// SPDX-License-Identifier: GPL-3.0-or-later

import CAtriumSodium

/// A key that signs: Ed25519 (RFC 8032).
///
/// It is made of 32 random bytes, the seed, which are wiped at the end.
public final class SigningKey {
    /// The length of a seed, in bytes.
    public static let seedCount = Int(crypto_sign_SEEDBYTES)

    /// The key that checks its signatures.
    public let verifyingKey: VerifyingKey
    private var secret = [UInt8](repeating: 0, count: Int(crypto_sign_SECRETKEYBYTES))

    /// The key that a seed always gives; `nil` for another number of bytes.
    public init?(seed: [UInt8]) {
        Sodium.start()
        guard seed.count == Self.seedCount else { return nil }
        var bytes = [UInt8](repeating: 0, count: VerifyingKey.count)
        crypto_sign_seed_keypair(&bytes, &secret, seed)
        verifyingKey = VerifyingKey(trusted: bytes)
    }

    deinit { wipe(&secret) }

    /// The 64 bytes that only this key gives for a message.
    package func signature(of message: [UInt8]) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: VerifyingKey.signatureCount)
        crypto_sign_detached(&signature, nil, message, UInt64(message.count), secret)
        return signature
    }
}

/// A key that signatures are checked with, which is no secret: Ed25519 (RFC 8032).
public struct VerifyingKey: Hashable, Sendable {
    /// The length of a key, in bytes.
    package static let count = Int(crypto_sign_PUBLICKEYBYTES)
    /// The length of a signature, in bytes.
    package static let signatureCount = Int(crypto_sign_BYTES)

    /// The 32 bytes.
    public let bytes: [UInt8]

    /// A key of these bytes; `nil` for another number of them.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.count else { return nil }
        self.bytes = bytes
    }

    fileprivate init(trusted bytes: [UInt8]) { self.bytes = bytes }

    /// Whether a signature of a message was made with the secret half of this key.
    package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        Sodium.start()
        guard signature.count == Self.signatureCount else { return false }
        return crypto_sign_verify_detached(signature, message, UInt64(message.count), bytes) == 0
    }
}

/// Signatures of files as minisign writes and checks them.
///
/// The BLAKE2b-512 of the file is signed, and a comment with it. The signature names its key by an id.
///
/// Source: https://jedisct1.github.io/minisign, “Signature format”, “Public key format”.
public enum Minisign {
    /// The text that minisign puts in front of an unsigned comment.
    static let untrusted = "untrusted comment: "
    private static let trusted = "trusted comment: "

    /// The text of a signature’s file.
    ///
    /// - Parameter comment: One line, which is signed, too.
    public static func text(signing file: [UInt8], comment: String, with key: SigningKey) -> String {
        let signature = key.signature(of: hash(file))
        let whole = key.signature(of: signature + Array(comment.utf8))
        return """
            \(untrusted)signature by Atrium
            \(base64(Array("ED".utf8) + MinisignKey(key.verifyingKey).idBytes + signature))
            \(trusted)\(comment)
            \(base64(whole))

            """
    }

    /// The verdict on a signature’s file for a file and a key.
    public enum Verdict: Hashable, Sendable {
        /// A signature of the file and of the comment, made with the key.
        case signed(comment: String)
        /// A signature that names another key, of this id.
        case otherKey(id: String)
        /// No signature of the file made with the key.
        case invalid
    }

    /// The verdict on a signature’s file for a file and a key.
    public static func verdict(on text: String, signing file: [UInt8], by key: MinisignKey) -> Verdict {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count == 4 || lines.count == 5 && lines[4].isEmpty, lines[2].hasPrefix(trusted),
            let first = bytes(of: lines[1]), let whole = bytes(of: lines[3]),
            first.count == 2 + MinisignKey.idCount + VerifyingKey.signatureCount, first.starts(with: "ED".utf8)
        else { return .invalid }
        let id = first.dropFirst(2).prefix(MinisignKey.idCount)
        guard id.elementsEqual(key.idBytes) else { return .otherKey(id: MinisignKey.id(of: id)) }
        let comment = String(lines[2].dropFirst(trusted.count))
        let signature = Array(first.suffix(VerifyingKey.signatureCount))
        guard key.key.verifies(signature, of: hash(file)),
            key.key.verifies(whole, of: signature + Array(comment.utf8))
        else { return .invalid }
        return .signed(comment: comment)
    }

    static func hash(_ bytes: [UInt8]) -> [UInt8] {
        Sodium.start()
        var hash = [UInt8](repeating: 0, count: Int(crypto_generichash_BYTES_MAX))
        crypto_generichash(&hash, hash.count, bytes, UInt64(bytes.count), nil, 0)
        return hash
    }

    private static let variant = sodium_base64_VARIANT_ORIGINAL

    static func base64(_ bytes: [UInt8]) -> String {
        Sodium.start()
        var text = [CChar](repeating: 0, count: sodium_base64_encoded_len(bytes.count, variant))
        sodium_bin2base64(&text, text.count, bytes, bytes.count, variant)
        return String(decoding: text.lazy.map(UInt8.init(bitPattern:)).prefix { $0 != 0 }, as: UTF8.self)
    }

    static func bytes(of text: String) -> [UInt8]? {
        Sodium.start()
        var bytes = [UInt8](repeating: 0, count: text.utf8.count)
        var count = 0
        let status = sodium_base642bin(&bytes, bytes.count, text, text.utf8.count, nil, &count, nil, variant)
        return status == 0 ? Array(bytes.prefix(count)) : nil
    }
}

/// A key that checks signatures as minisign keeps it: with an id by which signatures name it.
///
/// Keys of minisign have ids at random; those that are made here have the beginning of their hash.
public struct MinisignKey: Hashable, Sendable {
    static let idCount = 8

    /// The key that checks signatures.
    package let key: VerifyingKey
    let idBytes: [UInt8]

    /// A key that is made here.
    public init(_ key: VerifyingKey) {
        self.key = key
        idBytes = Array(Minisign.hash(key.bytes).prefix(Self.idCount))
    }

    /// The key of a line, or of a key’s file; `nil` if it is none.
    public init?(text: String) {
        let line = text.split(separator: "\n").first { !$0.hasPrefix(Minisign.untrusted) } ?? ""
        guard let bytes = Minisign.bytes(of: String(line)), bytes.starts(with: "Ed".utf8),
            let key = VerifyingKey(Array(bytes.dropFirst(2 + Self.idCount)))
        else { return nil }
        self.key = key
        idBytes = Array(bytes.dropFirst(2).prefix(Self.idCount))
    }

    /// The key on one line.
    public var text: String { Minisign.base64(Array("Ed".utf8) + idBytes + key.bytes) }

    /// The text of the key’s file.
    public var file: String { "\(Minisign.untrusted)public key of Atrium\n\(text)\n" }

    /// The id as minisign prints it.
    public var id: String { Self.id(of: idBytes) }

    static func id(of bytes: some BidirectionalCollection<UInt8>) -> String {
        bytes.reversed().hexadecimal.uppercased()
    }
}
