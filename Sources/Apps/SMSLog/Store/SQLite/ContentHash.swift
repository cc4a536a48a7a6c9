// SPDX-License-Identifier: GPL-3.0-or-later

import Search

/// A number for a message’s text, attachments and sender, equal for equal ones; those of one number are still compared.
///
/// The files keep it, so that it must be the same in every process.
enum ContentHash {
    /// The hash of a text, of attachments as their column has them, and of a sender.
    static func of(_ content: String, attachments: String?, sender: String? = nil) -> Int64 {
        var hash = TextHash(content)
        // No byte of UTF-8: keeps the end of the text from counting as attachments.
        hash.add(0xFF)
        hash.add(attachments ?? "")
        // Without a sender it is the number that earlier versions gave.
        if let sender {
            hash.add(0xFE)
            hash.add(sender)
        }
        return Int64(bitPattern: hash.value)
    }
}
