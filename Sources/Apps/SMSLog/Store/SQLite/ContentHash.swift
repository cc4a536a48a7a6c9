// SPDX-License-Identifier: GPL-3.0-or-later

/// A number for a message’s text, attachments and sender, equal for equal ones; those of one number are still compared.
///
/// FNV-1a, 64 bits (RFC 9923): the files keep it, so that it must be the same in every process.
enum ContentHash {
    /// The hash of a text, of attachments as their column has them, and of a sender.
    static func of(_ content: String, attachments: String?, sender: String? = nil) -> Int64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        for byte in content.utf8 { add(byte) }
        // No byte of UTF-8: keeps the end of the text from counting as attachments.
        add(0xFF)
        for byte in (attachments ?? "").utf8 { add(byte) }
        // Without a sender it is the number that earlier versions gave.
        if let sender {
            add(0xFE)
            for byte in sender.utf8 { add(byte) }
        }
        return Int64(bitPattern: hash)
    }
}
