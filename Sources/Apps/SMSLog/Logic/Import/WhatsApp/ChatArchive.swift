// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import ZipReader

/// An archive of WhatsApp: the text of one chat, and the files of its messages.
struct ChatArchive {
    private static let text = "text"
    /// How the chat is called, as a path.
    let label: String
    private let files: UnpackedMessages

    /// The file of the text.
    var messages: String { files.path(Self.text) }

    /// Whether an archive has the text of a chat.
    static func isChat(_ path: String) -> Bool {
        guard let archive = try? ZipArchive(path: path) else { return false }
        while let entry = try? archive.next() {
            if !entry.isFolder, !entry.isLink, ChatLabel.isText(entry.path) { return true }
        }
        return false
    }

    /// Unpacks an archive.
    ///
    /// - Throws: `ImportFault`.
    init(_ path: String) throws(ImportFault) {
        var label: String?
        files = try UnpackedMessages(path) { entry, name, unpack in
            let isText = label == nil && ChatLabel.isText(entry)
            guard try unpack(isText ? Self.text : UnpackedMessages.place(ofData: name)), isText else { return }
            label = name == ChatLabel.plainName ? path : name
        }
        self.label = label ?? ""
    }

    /// The bytes of a message’s file; nil where it is not there.
    func data(_ name: String) -> [UInt8]? { files.data(name) }
}
