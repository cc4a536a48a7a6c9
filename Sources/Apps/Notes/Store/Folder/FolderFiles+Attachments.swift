// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// What attachments need of the folder.
extension FolderFiles {
    /// The names of the files in one folder that may be attachments: nothing hidden, no links.
    func attachments(in name: String) -> [String] {
        guard let descriptor = try? folder(name) else { return [] }
        guard let listing = fdopendir(descriptor) else {
            close(descriptor)
            return []
        }
        defer { closedir(listing) }
        var found: [String] = []
        while let entry = readdir(listing) {
            let kind = Int(entry.pointee.d_type)
            guard kind == DT_REG || kind == DT_UNKNOWN, let last = Self.name(of: entry), !last.hasPrefix(".")
            else { continue }
            found.append(last)
        }
        return found.sorted()
    }

    /// Whether there is anything of this name, be it a link or a folder.
    func isTaken(_ name: String) -> Bool {
        guard let (folder, last) = try? parent(of: name) else { return false }
        defer { close(folder) }
        var status = stat()
        return fstatat(folder, last, &status, AT_SYMLINK_NOFOLLOW) == 0
    }

    /// Removes a folder if nothing is in it.
    func removeIfEmpty(_ name: String) {
        guard !name.isEmpty, let (folder, last) = try? parent(of: name) else { return }
        unlinkat(folder, last, AT_REMOVEDIR)
        close(folder)
    }
}
