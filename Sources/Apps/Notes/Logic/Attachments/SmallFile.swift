import Glibc
import NotesStore

/// Reads a file whole, up to a size.
enum SmallFile {
    /// The bytes of a regular file.
    ///
    /// - Parameters:
    ///   - flags: More flags for `open`, such as `O_NOFOLLOW`.
    ///   - limit: The most bytes that it may have.
    /// - Throws: `AttachmentFault.unreadable`, `AttachmentFault.tooLarge`.
    static func bytes(at path: String, flags: Int32 = 0, limit: Int = AttachmentDraft.largest) throws(AttachmentFault)
        -> [UInt8]
    {
        // Without O_NONBLOCK, opening a pipe would wait for its writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | flags)
        guard descriptor >= 0 else { throw .unreadable(path: path, reason: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(path: path, reason: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .unreadable(path: path, reason: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : ESPIPE)
        }
        guard status.st_size <= limit else { throw .tooLarge(path: path, limit: limit) }
        var failure: Int32?
        let size = Int(status.st_size)
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let added = read(descriptor, buffer.baseAddress.map { $0 + count }, size - count)
                if added > 0 {
                    count += added
                } else if added == 0 || errno != EINTR {
                    // A file that became shorter meanwhile is taken as it is now.
                    failure = added == 0 ? nil : errno
                    break
                }
            }
        }
        if let failure { throw .unreadable(path: path, reason: failure) }
        return bytes
    }
}
