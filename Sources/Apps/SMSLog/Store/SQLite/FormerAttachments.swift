// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Search

/// Attachments as files had them before they had a table: one column of text, with records and fields parted by the
/// separators that ASCII has for that.
enum FormerAttachments {
    /// The parts of a column’s value: size, type and name; what came later is left.
    static func parts(of text: String) -> [MessagePart] {
        text.split(separator: "\u{1E}", omittingEmptySubsequences: false).compactMap { record in
            let fields = record.split(separator: "\u{1F}", omittingEmptySubsequences: false)
            guard fields.count >= 3, let size = Int(fields[0]) else { return nil }
            return MessagePart(
                name: fields[2].isEmpty ? nil : String(fields[2]), contentType: String(fields[1]), size: max(0, size))
        }
    }

    /// The number of a text and such a value, as earlier schemas kept it.
    static func hash(_ content: String, _ attachments: String?) -> Int64 {
        var hash = TextHash(content)
        hash.add(0xFF)
        hash.add(attachments ?? "")
        return Int64(bitPattern: hash.value)
    }
}
