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

    /// The path of the one text of a chat in an archive, as its name or its content tells; nil if there is none.
    static func text(in path: String) -> String? {
        guard let archive = try? ZipArchive(path: path) else { return nil }
        var texts: [String] = []
        while let entry = try? archive.next() {
            guard !entry.isFolder, !entry.isLink, entry.path.lowercased().hasSuffix(".txt") else { continue }
            if ChatLabel.isText(entry.path) { return entry.path }
            var head: [UInt8] = []
            try? archive.read { bytes in
                head += bytes.prefix(Self.head - head.count)
                if head.count >= Self.head { throw CancellationError() }
            }
            if ChatSource.begins(laterIn: head) { texts.append(entry.path) }
        }
        return texts.count == 1 ? texts[0] : nil
    }

    /// So much of a text tells whether it is a chat.
    private static let head = 1 << 14

    /// Unpacks an archive.
    ///
    /// - Throws: `ImportFault`.
    init(_ path: String) throws(ImportFault) {
        var label: String?
        let text = Self.text(in: path)
        files = try UnpackedMessages(path) { entry, name, unpack in
            let isText = label == nil && entry == text
            guard try unpack(isText ? Self.text : UnpackedMessages.place(ofData: name)), isText else { return }
            label = name == ChatLabel.plainName ? path : name
        }
        self.label = label ?? ""
    }

    /// The bytes of a message’s file; nil where it is not there.
    func data(_ name: String) -> [UInt8]? { files.data(name) }
}
