// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation
import SMSLogDomain
import ZipReader

/// An archive of WhatsApp: the text of one chat, and the files of its messages, which are unpacked into a folder that
/// nobody else may read and that goes with this value.
final class ChatArchive {
    private static let text = "text"
    private let root: String
    /// How the chat is called, as a path.
    private(set) var label = ""

    /// The file of the text.
    var messages: String { root + "/" + Self.text }

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
        do throws(FileFault) {
            root = try Folder.makeNew(FileManager.default.temporaryDirectory.path + "/atrium-import-")
        } catch {
            throw .unreadable(reason: error.reason.number)
        }
        do {
            let archive = try ZipArchive(path: path)
            var limit = UnpackingLimit(ofArchive: path)
            var hasText = false
            while let entry = try archive.next() {
                guard !entry.isFolder, !entry.isLink, let name = Self.plain(entry.path), limit.take(entry) else {
                    continue
                }
                let isText = !hasText && ChatLabel.isText(entry.path)
                let place = isText ? messages : root + "/data-" + name
                guard FileStatus(place, followingLinks: false) == nil else { continue }
                try archive.extract(to: place)
                guard isText else { continue }
                hasText = true
                label = name == ChatLabel.plainName ? path : name
            }
        } catch ZipFault.encrypted {
            throw .sealed
        } catch let fault as FileFault {
            throw .unreadable(reason: fault.reason.number)
        } catch {
            throw .damagedArchive
        }
    }

    deinit { Folder.discard(root) }

    /// The bytes of a message’s file; nil where it is not there.
    func data(_ name: String) -> [UInt8]? {
        guard let plain = Self.plain(name) else { return nil }
        return try? FileReader(root + "/data-" + plain, followingLinks: false).bytes(limit: 1 << 28)
    }

    /// The last part of a path, where that can be a file’s name.
    private static func plain(_ path: String) -> String? {
        guard let name = path.split(separator: "/").last, name != ".", name != "..", !name.contains("\0"),
            name.utf8.count < 200
        else { return nil }
        return String(name)
    }
}
