// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation
import SMSLogDomain
import ZipReader

/// An archive of SMS Import/Export: messages, a line each, and the files of their parts, which are unpacked into a folder
/// that nobody else may read and that goes with this value.
final class AndroidArchive {
    private let root: String
    /// The file of the messages.
    private(set) var messages: String?

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
            while let entry = try archive.next() {
                guard let name = Self.name(of: entry), limit.take(entry) else { continue }
                try archive.extract(to: root + "/" + name)
                if !name.hasPrefix("data-") { messages = messages ?? root + "/" + name }
            }
        } catch ZipFault.encrypted {
            throw .sealed
        } catch let fault as FileFault {
            throw .unreadable(reason: fault.reason.number)
        } catch {
            throw .damagedArchive
        }
        guard messages != nil else { throw .archiveWithoutMessages }
    }

    deinit { Folder.discard(root) }

    /// The bytes of a part’s file; nil where it is not there.
    func data(_ name: String) -> [UInt8]? {
        guard let plain = Self.plain(name) else { return nil }
        return try? FileReader(root + "/data-" + plain, followingLinks: false).bytes(limit: 1 << 28)
    }

    /// Under which name an entry is unpacked; nil for what is not needed.
    private static func name(of entry: ZipEntry) -> String? {
        guard !entry.isFolder, !entry.isLink, let name = plain(entry.path) else { return nil }
        if entry.path.hasPrefix("data/") { return "data-" + name }
        return name.hasSuffix(".ndjson") || name.hasSuffix(".json") ? name : nil
    }

    /// The last part of a path, where that can be a file’s name.
    private static func plain(_ path: String) -> String? {
        guard let name = path.split(separator: "/").last, name != ".", name != "..", !name.contains("\0"),
            name.utf8.count < 200
        else { return nil }
        return String(name)
    }
}
