import Foundation
import Session

/// Keeps a login in a file that only its owner may read (mode 0600).
///
/// The file is replaced as a whole, so that a reader finds the old token or the new one. One that others may read or
/// write, that belongs to somebody else or that is a link is not believed.
package struct FileTokenKeeper: TokenKeeper {
    private let path: String
    /// Longer than any token, so that a stranger’s large file is not read.
    private static let limit = 256

    /// Keeps a login in the file at `path`, whose folder is there.
    package init(path: String) { self.path = path }

    package func keep(_ token: String) throws {
        let draft = "\(path).\(getpid())"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw fault(errno) }
        let bytes = Array(token.utf8)
        let written = write(descriptor, bytes, bytes.count)
        var reason = written == bytes.count ? 0 : written < 0 ? errno : ENOSPC
        if reason == 0, fsync(descriptor) != 0 { reason = errno }
        if close(descriptor) != 0, reason == 0 { reason = errno }
        if reason == 0, rename(draft, path) != 0 { reason = errno }
        guard reason == 0 else {
            unlink(draft)
            throw fault(reason)
        }
    }

    package func kept() -> String? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(), status.st_mode & S_IFMT == S_IFREG,
            status.st_mode & 0o077 == 0, status.st_size <= Self.limit
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: Self.limit)
        let count = read(descriptor, &bytes, bytes.count)
        return count > 0 ? String(validating: bytes[..<count], as: UTF8.self) : nil
    }

    package func forget() throws {
        guard unlink(path) == 0 || errno == ENOENT else { throw fault(errno) }
    }

    private func fault(_ reason: Int32) -> StoreFault {
        switch reason {
        case ENOSPC, EDQUOT: .full(path: path)
        case EROFS, EACCES, EPERM: .readOnly(path: path)
        default: .unreachable(path: path, reason: reason)
        }
    }
}
