// SPDX-License-Identifier: GPL-3.0-or-later

import Search
import SMSLogDomain
import Stores

/// Numbers for what a message says, equal for equal ones; those of one number are still compared where they can be.
///
/// The files keep them, so that they must be the same in every process.
enum ContentHash {
    /// The number of a text, of the parts by their own number, and of a sender.
    static func of(_ content: String, parts: Int64?, sender: String?) -> Int64 {
        var hash = TextHash(content)
        // No byte of UTF-8: keeps the end of the text from counting as parts.
        hash.add(0xFF)
        if let parts { hash.add(String(parts)) }
        if let sender {
            hash.add(0xFE)
            hash.add(sender)
        }
        return Int64(bitPattern: hash.value)
    }

    /// The number of what is not text in a message, by its bytes, or without them by name, type and size; nil where there is
    /// nothing of that kind.
    static func of(_ attachments: [MessagePart]) -> Int64? {
        guard !attachments.isEmpty else { return nil }
        var hash = TextHash()
        for part in attachments {
            hash.add(0xFF)
            if let digest = part.digest {
                for byte in digest.bytes { hash.add(byte) }
            } else {
                hash.add("\(part.size) \(part.contentType) \(part.name ?? "")")
            }
        }
        return Int64(bitPattern: hash.value)
    }
}
