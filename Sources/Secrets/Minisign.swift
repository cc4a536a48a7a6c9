// SPDX-License-Identifier: GPL-3.0-or-later

import CSodium

/// Signatures of files as minisign writes and checks them.
///
/// What is signed is the BLAKE2b-512 of the file; a comment is signed with it. The signature names its key by an id.
///
/// Source: https://jedisct1.github.io/minisign, “Signature format”, “Public key format”.
package enum Minisign {
    /// What minisign puts in front of a comment that nobody has signed.
    static let untrusted = "untrusted comment: "
    private static let trusted = "trusted comment: "

    /// The text of a signature’s file.
    ///
    /// - Parameter comment: One line, which is signed, too.
    package static func text(signing file: [UInt8], comment: String, with key: SigningKey) -> String {
        let signature = key.signature(of: hash(file))
        let whole = key.signature(of: signature + Array(comment.utf8))
        return """
            \(untrusted)signature by Atrium
            \(base64(Array("ED".utf8) + MinisignKey(key.verifyingKey).idBytes + signature))
            \(trusted)\(comment)
            \(base64(whole))

            """
    }

    /// What a signature’s file is to a file and a key.
    package enum Verdict: Hashable, Sendable {
        /// A signature of the file, made with the key, and of what was said with it.
        case signed(comment: String)
        /// A signature that names another key, of this id.
        case otherKey(id: String)
        /// None of the file, made with the key.
        case invalid
    }

    /// What a signature’s file is to a file and a key.
    package static func verdict(on text: String, signing file: [UInt8], by key: MinisignKey) -> Verdict {
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
