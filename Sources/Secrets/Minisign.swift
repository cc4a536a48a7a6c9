// SPDX-License-Identifier: GPL-3.0-or-later

import CSodium

/// Signatures of files as minisign writes and checks them.
///
/// What is signed is the BLAKE2b-512 of the file; a comment is signed with it. Eight bytes of the hash of the key name it.
///
/// Source: https://jedisct1.github.io/minisign, “Signature format”, “Public key format”.
package enum Minisign {
    /// What minisign puts in front of a comment that nobody has signed.
    private static let untrusted = "untrusted comment: "
    private static let trusted = "trusted comment: "

    /// The text of a signature’s file.
    ///
    /// - Parameter comment: One line, which is signed, too.
    package static func text(signing file: [UInt8], comment: String, with key: SigningKey) -> String {
        let signature = key.signature(of: hash(file))
        let whole = key.signature(of: signature + Array(comment.utf8))
        return """
            \(untrusted)signature by Atrium
            \(base64(Array("ED".utf8) + name(of: key.verifyingKey) + signature))
            \(trusted)\(comment)
            \(base64(whole))

            """
    }

    /// The comment of a signature’s file, if the signature is one of a file, made with this key; nil otherwise.
    package static func comment(of text: String, signing file: [UInt8], by key: VerifyingKey) -> String? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count == 4 || lines.count == 5 && lines[4].isEmpty, lines[2].hasPrefix(trusted),
            let first = bytes(of: lines[1]), let whole = bytes(of: lines[3]),
            first.count == 10 + VerifyingKey.signatureCount,
            first.starts(with: "ED".utf8)
        else { return nil }
        let comment = String(lines[2].dropFirst(trusted.count))
        let signature = Array(first.dropFirst(10))
        guard key.verifies(signature, of: hash(file)), key.verifies(whole, of: signature + Array(comment.utf8)) else {
            return nil
        }
        return comment
    }

    /// A key on one line.
    package static func text(of key: VerifyingKey) -> String { base64(Array("Ed".utf8) + name(of: key) + key.bytes) }

    /// The text of a key’s file.
    package static func file(of key: VerifyingKey) -> String { "\(untrusted)public key of Atrium\n\(text(of: key))\n" }

    /// The key of a line, or of a key’s file; nil for what is none.
    package static func key(of text: String) -> VerifyingKey? {
        let line = text.split(separator: "\n").first { !$0.hasPrefix(untrusted) } ?? ""
        guard let bytes = bytes(of: String(line)), bytes.starts(with: "Ed".utf8) else { return nil }
        return VerifyingKey(Array(bytes.dropFirst(10)))
    }

    private static func name(of key: VerifyingKey) -> [UInt8] { Array(hash(key.bytes).prefix(8)) }

    private static func hash(_ bytes: [UInt8]) -> [UInt8] {
        Sodium.start()
        var hash = [UInt8](repeating: 0, count: Int(crypto_generichash_BYTES_MAX))
        crypto_generichash(&hash, hash.count, bytes, UInt64(bytes.count), nil, 0)
        return hash
    }

    private static let variant = sodium_base64_VARIANT_ORIGINAL

    private static func base64(_ bytes: [UInt8]) -> String {
        Sodium.start()
        var text = [CChar](repeating: 0, count: sodium_base64_encoded_len(bytes.count, variant))
        sodium_bin2base64(&text, text.count, bytes, bytes.count, variant)
        return String(decoding: text.lazy.map(UInt8.init(bitPattern:)).prefix { $0 != 0 }, as: UTF8.self)
    }

    private static func bytes(of text: String) -> [UInt8]? {
        Sodium.start()
        var bytes = [UInt8](repeating: 0, count: text.utf8.count)
        var count = 0
        let status = sodium_base642bin(&bytes, bytes.count, text, text.utf8.count, nil, &count, nil, variant)
        return status == 0 ? Array(bytes.prefix(count)) : nil
    }
}
