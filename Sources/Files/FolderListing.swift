// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

extension Descriptor {
    /// Calls a body with each name in a folder, in no order, and with what stands under it where the file system tells.
    ///
    /// - Throws: `FileFault` for what cannot be listed.
    func listNames(path: String, _ body: (UnsafePointer<CChar>, FileKind?) -> Void) throws(FileFault) {
        // Of its own: the listing closes it, and moves where reading stands.
        let folder = openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw FileFault(path: path, reason: .system(errno)) }
        guard let listing = fdopendir(folder) else {
            let reason = errno
            close(folder)
            throw FileFault(path: path, reason: .system(reason))
        }
        defer { closedir(listing) }
        while true {
            // Only its reason tells the end of a listing from one that breaks off.
            errno = 0
            guard let entry = readdir(listing) else {
                guard errno == 0 else { throw FileFault(path: path, reason: .system(errno)) }
                return
            }
            let kind = FileKind(entryType: Int(entry.pointee.d_type))
            withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { name in
                    guard strcmp(name, ".") != 0, strcmp(name, "..") != 0 else { return }
                    body(name, kind)
                }
            }
        }
    }
}

extension FileKind {
    /// What a folder says of an entry (readdir(3)); nil where it says nothing.
    fileprivate init?(entryType: Int) {
        switch entryType {
        case DT_REG: self = .regular
        case DT_DIR: self = .folder
        case DT_LNK: self = .link
        case DT_FIFO: self = .pipe
        case DT_SOCK: self = .socket
        case DT_CHR, DT_BLK: self = .device
        default: return nil
        }
    }
}
