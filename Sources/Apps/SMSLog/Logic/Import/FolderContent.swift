// SPDX-License-Identifier: GPL-3.0-or-later

import Files

/// What lies in one folder of an import: files that may have messages, and folders that may have more of them.
struct FolderContent {
    private let path: String
    private var names: [String] = []
    private var files: [String] = []
    private var folders: [String] = []
    /// The hidden folders, which are not looked into.
    private(set) var hiddenFolders: [String] = []

    init(path: String) { self.path = path }

    /// Adds what stands under a name; false for a link to a folder, which is not followed.
    mutating func add(_ name: String, _ kind: FileKind?) -> Bool {
        if kind == .folder {
            if name.hasPrefix(".") { hiddenFolders.append(name) } else { folders.append(name) }
            return true
        }
        names.append(name)
        if ImportFormat.isCandidate(name) {
            files.append(name)
            return true
        }
        guard kind == .link, !name.hasPrefix(".") else { return true }
        return FileStatus("\(path)/\(name)", followingLinks: true)?.kind != .folder
    }

    /// Puts all names in their order.
    mutating func sort() {
        files.sort()
        folders.sort()
        hiddenFolders.sort()
    }

    /// The files that are read.
    var candidates: [String] {
        var candidates = files
        // What Signal says of its export beside it is none of its messages.
        if candidates.contains(SignalSource.name) { candidates.removeAll { $0 == SignalSource.metadata } }
        // The tables of a signed folder say again what its sources say.
        if isLegal {
            candidates.removeAll {
                [LegalFolder.File.messages, LegalFolder.File.exhibits].contains($0) || ChatLabel.isText($0)
            }
        }
        let chats = candidates.filter { ChatLabel.isText($0) }
        if !chats.isEmpty {
            // A card that a chat mentions is a file of one of its messages, and nobody’s contact.
            let mentioned = ChatCards(in: chats.map { "\(path)/\($0)" })
            candidates.removeAll { Self.isCard($0) && mentioned.contains($0) }
        }
        return candidates
    }

    /// The folders that are looked into.
    var foldersToSearch: [String] { folders.filter { !isOfMessages($0) } }

    /// The folders that are taken for files of the messages here.
    var foldersOfMessages: [String] { folders.filter(isOfMessages) }

    /// Whether a folder has the files of messages that lie beside it: they are read with these, and are none themselves.
    private func isOfMessages(_ folder: String) -> Bool {
        switch folder.lowercased() {
        case "attachments": !files.isEmpty
        case "data": files.contains { format(of: $0) == .android }
        case "media": format(of: SignalChatSource.name) == .signalChat || isWhatsApp
        case "parts", "stickercache": files.contains { format(of: $0) == .appleDatabase }
        case "files":
            names.contains(PageName.index)
                || ([""] + folders.map { $0 + "/" }).contains { format(of: $0 + SignalSource.name) == .signal }
        case LegalFolder.File.folder: isLegal
        default: false
        }
    }

    /// Whether none of the messages here can have files in a folder beside: those of backups are within.
    var areWhole: Bool { !files.isEmpty && files.allSatisfy { format(of: $0)?.isWhole ?? true } }

    /// Whether it is a signed folder.
    private var isLegal: Bool {
        files.contains(LegalFolder.File.sources) && names.contains(LegalFolder.File.manifest)
    }

    /// Whether it is WhatsApp’s own on a phone, or has a chat.
    private var isWhatsApp: Bool {
        let name = path.split(separator: "/").last ?? ""
        return name.hasPrefix("WhatsApp") || files.contains { ChatLabel.isText($0) }
    }

    private func format(of name: String) -> ImportFormat? {
        guard let file = try? FileReader("\(path)/\(name)", followingLinks: false) else { return nil }
        return try? ImportFormat(of: file, named: name)
    }

    private static func isCard(_ name: String) -> Bool {
        ["vcf", "vcard"].contains(name.split(separator: ".").last?.lowercased() ?? "")
    }
}
