// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import SMSLogDomain
import XMLReader

/// What kind of file it is, as its first bytes tell.
enum ImportFormat {
    /// SMS Backup & Restore.
    case backup
    /// Atrium’s own: lines or an array of JSON, of which the first object says so.
    case objects
    /// SMS Import/Export: lines or an array of JSON.
    case android
    /// SMS Import/Export: an archive of such lines and of the files of parts.
    case androidArchive
    /// The same sealed with a password, which is not read.
    case sealed
    /// Gammu.
    case gammu
    /// Apple’s Messages, if it is a database of messages at all.
    case appleDatabase
    /// WhatsApp.
    case chat
    /// Contacts.
    case vCard
    /// Contacts in a table.
    case contactTable

    /// How many bytes are looked at.
    private static let head = 512
    /// The first line of a table may have a hundred names.
    private static let longestHead = 1 << 14

    /// What a file is; a pipe, and what looks like nothing else, is taken for a backup, whose reader says what is wrong.
    init(of file: FileReader) throws(FileFault) {
        guard file.status.kind == .regular else {
            self = .backup
            return
        }
        let bytes = try file.bytes(Self.head, at: 0)
        let text = String(decoding: bytes, as: UTF8.self).drop { $0 == "\u{FEFF}" || $0.isWhitespace }
        self =
            if bytes.starts(with: [0x50, 0x4B, 3, 4]) || bytes.starts(with: [0x50, 0x4B, 5, 6]) {
                .androidArchive
            } else if bytes.starts(with: Array("SQLite format 3\0".utf8)) {
                .appleDatabase
            } else if text.hasPrefix("{") || text.hasPrefix("["), text.contains("\"atrium\"") {
                .objects
            } else if text.hasPrefix("{") || text.hasPrefix("[{") || text.hasPrefix("[ {") || text.hasPrefix("[\n") {
                .android
            } else if text.hasPrefix("SSEF") {
                .sealed
            } else if text.hasPrefix("[SMSBackup") || text.contains("\n[SMSBackup") {
                .gammu
            } else if text.uppercased().hasPrefix("BEGIN:VCARD") {
                .vCard
            } else if ChatSource.begins(text) {
                .chat
            } else if ContactTable.begins(try file.bytes(Self.longestHead, at: 0)) {
                .contactTable
            } else {
                .backup
            }
    }

    /// Whether a file of a folder may be meant, by the end of its name.
    static func isCandidate(_ name: String) -> Bool {
        let end = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        if ["chat.db", "sms.db"].contains(name.lowercased()) { return true }
        return !name.hasPrefix(".")
            && (ChatLabel.isText(name)
                || ["xml", "vcf", "vcard", "ndjson", "jsonl", "json", "zip", "smsbackup", "csv"].contains(end))
    }
}
