// SPDX-License-Identifier: GPL-3.0-or-later

import Files

extension ImportFormat {
    /// Whether what it has of messages is all in one file.
    var isWhole: Bool {
        switch self {
        case .backup, .androidArchive, .sealed, .gammu, .vCard, .contactTable: true
        case .objects, .android, .appleDatabase, .chat, .signal, .signalChat, .signalPage, .voice, .page, .messageTable,
            .legalTable:
            false
        }
    }

    /// Whether a file has messages of its own, as it begins: nothing is read of it but that.
    static func isOfMessages(_ path: String) -> Bool {
        guard let file = try? FileReader(path, followingLinks: false),
            let format = try? ImportFormat(of: file, named: path)
        else { return false }
        let head = (try? file.bytes(1 << 14, at: 0)) ?? []
        func begins(with words: [String]) -> Bool {
            let text = String(decoding: head.filter { $0 != 0 }, as: UTF8.self)
            return words.contains(where: text.contains)
        }
        return switch format {
        case .backup: begins(with: ["<smses", "<calls"])
        case .android: begins(with: ["\"msg_box\"", "\"m_type\"", "\"date_sent\"", "\"duration\"", "\"backupType\""])
        case .androidArchive: ChatArchive.text(in: path) != nil || (try? AndroidArchive(path)) != nil
        case .messageTable: TableSource.begins(head)
        case .objects, .gammu, .appleDatabase, .chat, .signal, .signalChat, .voice: true
        case .sealed, .signalPage, .page, .vCard, .contactTable, .legalTable: false
        }
    }
}
