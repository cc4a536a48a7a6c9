// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Secrets
import Stores

/// What earlier exports have left in a folder of pages.
struct StalePages {
    /// So many bytes of a page tell whose it is.
    private static let head = 1024

    let path: String

    /// Removes the pages and files of earlier exports, but for those of these names.
    ///
    /// A page is known by its name and how it begins, and a file by its name, which says its SHA-256: what anybody else has
    /// put there stays.
    ///
    /// - Throws: `FileFault`.
    func remove(besides written: Set<String>) throws(FileFault) {
        for name in try Folder.names(in: path) where !written.contains(name) && isPage(name) {
            try FilePlace.remove("\(path)/\(name)")
        }
        let files = "\(path)/\(PageName.files)"
        for name in try Folder.names(in: files) where !written.contains("\(PageName.files)/\(name)") && isFile(name) {
            try FilePlace.remove("\(files)/\(name)")
        }
    }

    private func isPage(_ name: String) -> Bool {
        guard PageName.isPage(name), let file = try? FileReader("\(path)/\(name)", followingLinks: false),
            let head = try? file.bytes(Self.head, at: 0)
        else { return false }
        return MessagePage.begins(String(decoding: head, as: UTF8.self))
    }

    private func isFile(_ name: String) -> Bool {
        let digest = name.prefix { $0 != "." }
        guard digest.utf8.count == 64,
            let file = try? FileReader("\(path)/\(PageName.files)/\(name)", followingLinks: false)
        else { return false }
        var stream = SHA256Stream()
        var offset = 0
        while let piece = try? file.bytes(1 << 18, at: offset), !piece.isEmpty {
            stream.add(piece)
            offset += piece.count
        }
        return Digest(bytes: stream.hash()).description == digest
    }
}
