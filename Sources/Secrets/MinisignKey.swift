// SPDX-License-Identifier: GPL-3.0-or-later

/// A key that checks signatures as minisign keeps it: with an id by which signatures name it.
///
/// Keys of minisign have ids at random; those that are made here have the beginning of their hash.
package struct MinisignKey: Hashable, Sendable {
    static let idCount = 8

    /// What checks.
    package let key: VerifyingKey
    let idBytes: [UInt8]

    /// A key that is made here.
    package init(_ key: VerifyingKey) {
        self.key = key
        idBytes = Array(Minisign.hash(key.bytes).prefix(Self.idCount))
    }

    /// The key of a line, or of a key’s file; nil for what is none.
    package init?(text: String) {
        let line = text.split(separator: "\n").first { !$0.hasPrefix(Minisign.untrusted) } ?? ""
        guard let bytes = Minisign.bytes(of: String(line)), bytes.starts(with: "Ed".utf8),
            let key = VerifyingKey(Array(bytes.dropFirst(2 + Self.idCount)))
        else { return nil }
        self.key = key
        idBytes = Array(bytes.dropFirst(2).prefix(Self.idCount))
    }

    /// The key on one line.
    package var text: String { Minisign.base64(Array("Ed".utf8) + idBytes + key.bytes) }

    /// The text of the key’s file.
    package var file: String { "\(Minisign.untrusted)public key of Atrium\n\(text)\n" }

    /// The id as minisign prints it.
    package var id: String { Self.id(of: idBytes) }

    static func id(of bytes: some BidirectionalCollection<UInt8>) -> String {
        bytes.reversed().hexadecimal.uppercased()
    }
}
