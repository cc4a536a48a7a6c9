// SPDX-License-Identifier: GPL-3.0-or-later

import AccountLogic
import AtriumFiles
import AtriumSession
import AtriumStores
import AtriumSystems
import Foundation

/// Keeps a login in a file that only its owner may read (mode 0600).
///
/// The file is replaced as a whole, so that a reader finds the old token or the new one. One that others may read or
/// write, that belongs to another user or that is a link is not believed.
package struct FileTokenStore: TokenStore {
    private let path: String
    /// Longer than any token, so that a stranger’s large file is not read.
    private static let limit = 256

    /// Keeps a login in the file at `path`, whose folder is there.
    package init(path: String) { self.path = path }

    package func keep(_ token: String) throws {
        var bytes = Array(token.utf8)
        defer { explicit_bzero(&bytes, bytes.count) }
        do throws(FileFault) {
            // A link is not trusted, and nothing is written through it.
            if FileStatus(path)?.kind == .link { try FilePlace.remove(path) }
            let draft = try DraftFile(for: path, replacing: true)
            try draft.write(bytes)
            try draft.finish()
        } catch {
            throw fault(error.reason.number)
        }
    }

    package func kept() -> String? {
        guard let file = try? FileReader(path, followingLinks: false), file.status.isOurs,
            file.status.mode & 0o077 == 0, var bytes = try? file.bytes(limit: Self.limit), !bytes.isEmpty
        else { return nil }
        defer { explicit_bzero(&bytes, bytes.count) }
        return String(validating: bytes, as: UTF8.self)
    }

    package func forget() throws {
        do throws(FileFault) { try FilePlace.remove(path) } catch { throw fault(error.reason.number) }
    }

    private func fault(_ reason: Int32) -> StoreFault {
        switch reason {
        case ENOSPC, EDQUOT: .full(path: path)
        case EROFS, EACCES, EPERM: .readOnly(path: path)
        default: .unreachable(path: path, reason: reason)
        }
    }
}

/// Keeps a login in memory, for processes that use the same system.
struct MemoryTokenStore: TokenStore {
    private let table: MemoryTable<String?>

    init(on system: MemorySystem) {
        table = system.table("account_login", empty: nil)
    }

    func keep(_ token: String) throws { try table.write { $0 = token } }
    func kept() -> String? { table.read { $0 } }
    func forget() throws { try table.write { $0 = nil } }
}
