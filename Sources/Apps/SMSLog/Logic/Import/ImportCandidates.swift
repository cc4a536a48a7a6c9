// SPDX-License-Identifier: GPL-3.0-or-later

import Files

/// Which files of a folder an import reads.
enum ImportCandidates {
    /// Their names, in the order in which they are read: in backups that is the order of their days.
    ///
    /// - Throws: `ImportFault.unreadable`.
    static func names(in path: String) throws(ImportFault) -> [String] {
        let all: [String]
        do throws(FileFault) { all = try Folder.names(in: path).sorted() } catch {
            throw .unreadable(reason: error.reason.number)
        }
        var names = all.filter(ImportFormat.isCandidate)
        // What Signal says of its export beside it is none of its messages.
        if names.contains(SignalSource.name) { names.removeAll { $0 == SignalSource.metadata } }
        // The tables of a signed folder say again what its sources say.
        if names.contains(LegalFolder.File.sources), all.contains(LegalFolder.File.manifest) {
            names.removeAll {
                [LegalFolder.File.messages, LegalFolder.File.exhibits].contains($0) || ChatLabel.isText($0)
            }
        }
        let chats = names.filter { ChatLabel.isText($0) }
        if !chats.isEmpty {
            // A card that a chat mentions is a file of one of its messages, and nobody’s contact.
            let mentioned = ChatCards(in: chats.map { "\(path)/\($0)" })
            names.removeAll { isCard($0) && mentioned.contains($0) }
        }
        return names + all.flatMap { signalFiles(in: path, $0) }
    }

    private static func isCard(_ name: String) -> Bool {
        ["vcf", "vcard"].contains(name.split(separator: ".").last?.lowercased() ?? "")
    }

    /// What Signal, or signal-export, has in a folder of its own within the one that is chosen.
    private static func signalFiles(in path: String, _ folder: String) -> [String] {
        guard !folder.hasPrefix("."), FileStatus("\(path)/\(folder)", followingLinks: false)?.kind == .folder else {
            return []
        }
        return [SignalSource.name, SignalChatSource.name].map { "\(folder)/\($0)" }.filter { name in
            guard let file = try? FileReader("\(path)/\(name)", followingLinks: false),
                let format = try? ImportFormat(of: file, named: name)
            else { return false }
            return format == .signal || format == .signalChat
        }
    }
}
