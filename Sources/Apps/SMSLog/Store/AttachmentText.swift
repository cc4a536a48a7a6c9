// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain

/// Attachments as one column of text: records and fields parted by the separators that ASCII has for that.
enum AttachmentText {
    private static let record: Character = "\u{1E}"
    private static let field: Character = "\u{1F}"

    /// The column’s value; nil for no attachments.
    static func encode(_ attachments: [Attachment]) -> String? {
        guard !attachments.isEmpty else { return nil }
        return attachments.map { attachment in
            // Files of earlier versions have three fields in each record.
            let digest = attachment.digest.map { [String($0, radix: 16)] } ?? []
            return ([String(attachment.size), attachment.contentType, attachment.name ?? ""].map(clean) + digest)
                .joined(separator: String(field))
        }.joined(separator: String(record))
    }

    /// The attachments of a column’s value.
    static func decode(_ text: String?) -> [Attachment] {
        guard let text else { return [] }
        return text.split(separator: record, omittingEmptySubsequences: false).compactMap { record in
            let fields = record.split(separator: field, omittingEmptySubsequences: false)
            guard fields.count >= 3, let size = Int(fields[0]) else { return nil }
            return Attachment(
                name: fields[2].isEmpty ? nil : String(fields[2]), contentType: String(fields[1]), size: size,
                digest: fields.count > 3 ? UInt64(fields[3], radix: 16) : nil)
        }
    }

    private static func clean(_ text: String) -> String {
        text.contains { $0 == record || $0 == field } ? text.filter { $0 != record && $0 != field } : text
    }
}
