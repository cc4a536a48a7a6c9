// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogLogic

/// A page in HTML of anything else, which is not read; pages of messages are a folder with one that lists them.
enum OtherPage: MessageFormat {
    static let id = "page"

    static func claims(_ file: SniffedFile) -> Bool {
        let head = file.text.prefix(200).lowercased()
        return head.hasPrefix("<!doctype html") || head.hasPrefix("<html")
            || head.hasPrefix("<?xml") && head.contains("<!doctype html")
    }

    static func source(of path: String, in context: ImportContext) throws -> (any ImportSource, size: Int) {
        throw ImportFault.notBackup(root: "html")
    }

    static func hasMessages(_ file: SniffedFile) -> Bool { false }

    static func owns(folder name: String, in content: FolderContent) -> Bool {
        name == PageName.files && content.names.contains(PageName.index)
    }
}

/// A folder of pages for reading and printing, one a conversation; not read back.
enum MessagePageExport: MessageExport {
    static let id = "html"
    static let endings: Set<String> = ["html", "htm"]
    static let isFolder = true

    static func pages(_ facts: ExportFacts) throws -> any ExportedPages {
        try MessagePages(
            facts.request.path, replaces: facts.request.isReplacing, texts: facts.texts, zone: facts.zone,
            bytes: facts.bytes)
    }
}
