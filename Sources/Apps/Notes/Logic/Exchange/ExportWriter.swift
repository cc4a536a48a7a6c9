import Foundation

/// Writes one file of an export, which becomes the file of that name only when it is whole.
final class ExportWriter {
    private let path: String
    private let draft: String
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var isFinished = false

    /// - Throws: `ExportFault`.
    init(_ path: String, _ head: String) throws {
        self.path = path
        draft = path + ".part"
        descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw ExportFault.unwritable(path: path, reason: errno) }
        buffer = Array(head.utf8)
    }

    deinit {
        close(descriptor)
        if !isFinished { unlink(draft) }
    }

    /// - Throws: `ExportFault`.
    func write(_ text: String) throws {
        buffer += text.utf8
        if buffer.count > 1 << 18 { try flush() }
    }

    /// - Throws: `ExportFault`.
    func write(_ bytes: [UInt8]) throws {
        buffer += bytes
        if buffer.count > 1 << 18 { try flush() }
    }

    /// Writes bytes in base64 (RFC 4648, 4), a part at a time: large ones are held no second time.
    ///
    /// - Throws: `ExportFault`.
    func write(base64 bytes: [UInt8]) throws {
        // Whole groups of three bytes, so that the parts join.
        for start in stride(from: 0, to: bytes.count, by: 3 << 14) {
            try write(Data(bytes[start..<min(bytes.count, start + (3 << 14))]).base64EncodedString())
        }
    }

    /// Whether something is at a path, be it a link that leads nowhere.
    static func isTaken(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Writes the end, and puts the file in its place.
    ///
    /// - Throws: `ExportFault`.
    func finish(_ foot: String) throws {
        buffer += foot.utf8
        try flush()
        guard rename(draft, path) == 0 else { throw ExportFault.unwritable(path: path, reason: errno) }
        isFinished = true
    }

    private func flush() throws {
        var written = 0
        while written < buffer.count {
            let count = buffer.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress.map { $0 + written }, $0.count - written)
            }
            guard count >= 0 || errno == EINTR else { throw ExportFault.unwritable(path: path, reason: errno) }
            written += max(0, count)
        }
        buffer.removeAll(keepingCapacity: true)
    }
}
