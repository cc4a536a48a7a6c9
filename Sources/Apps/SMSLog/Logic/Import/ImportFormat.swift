// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import SMSLogDomain
import XMLReader

/// What kind of file it is, as its first bytes tell.
enum ImportFormat {
    /// SMS Backup & Restore.
    case backup
    /// Contacts.
    case vCard

    /// How many bytes are looked at.
    private static let head = 512

    /// What a file is; a pipe, and what looks like nothing else, is taken for a backup, whose reader says what is wrong.
    init(of file: FileReader) throws(FileFault) {
        guard file.status.kind == .regular else {
            self = .backup
            return
        }
        let bytes = try file.bytes(Self.head, at: 0)
        let text = String(decoding: bytes, as: UTF8.self).drop { $0 == "\u{FEFF}" || $0.isWhitespace }
        self = text.uppercased().hasPrefix("BEGIN:VCARD") ? .vCard : .backup
    }

    /// Whether a file of a folder may be meant, by the end of its name.
    static func isCandidate(_ name: String) -> Bool {
        let end = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        return !name.hasPrefix(".") && ["xml", "vcf", "vcard"].contains(end)
    }
}
