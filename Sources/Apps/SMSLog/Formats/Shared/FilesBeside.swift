// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSecrets
import AtriumStores
import SMSLogLogic
import Synchronization

/// The files of messages, which lie beside these.
enum FilesBeside {
    /// The files of messages that the present task has read.
    @TaskLocal static var read: ReadFiles?

    /// Returns the bytes of the files in a file’s folder, or in one within it, by their names.
    static func of(_ path: String, in inner: String = "") -> (String) -> [UInt8]? {
        let folder = Folder.split(path).folder + "/" + inner
        return { name in
            guard !name.split(separator: "/").contains(".."), !name.contains("\0") else { return nil }
            return bytes(at: folder + name)
        }
    }

    /// The bytes of a file; `nil` if it is not there or cannot be read.
    static func bytes(at path: String) -> [UInt8]? {
        guard let file = try? FileReader(path, followingLinks: false) else { return nil }
        read?.insert(file.status.number)
        return try? file.bytes(limit: 1 << 28)
    }
}

/// Files that were read, by their numbers in their file system.
final class ReadFiles: Sendable {
    private let numbers = Mutex<Set<UInt64>>([])

    func insert(_ number: UInt64) { numbers.withLock { _ = $0.insert(number) } }

    /// Whether the file at a path is one of them.
    func contains(_ path: String) -> Bool {
        FileStatus(path).map { file in numbers.withLock { $0.contains(file.number) } } ?? false
    }
}

extension MessageDraft {
    /// Adds a file; without bytes, if they did not come.
    mutating func attach(_ bytes: [UInt8], named name: String?, type: String) {
        let digest = bytes.isEmpty ? nil : Digest(bytes: SHA256.hash(bytes))
        parts.append(MessagePart(name: name, contentType: type, size: bytes.count, digest: digest))
        if let digest { data[digest] = bytes }
    }

    /// Adds a text as a part.
    mutating func attach(text: String) {
        parts.append(MessagePart(name: nil, contentType: "text/plain", size: text.utf8.count, text: text))
    }

    /// Makes a message with files a multimedia message, of which its text is a part.
    mutating func endParts() {
        guard !parts.isEmpty else { return }
        kind = .mms
        if !content.isEmpty { attach(text: content) }
    }
}
