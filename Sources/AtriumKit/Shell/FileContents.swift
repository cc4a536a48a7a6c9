import Foundation

/// Reads files that a user names.
public enum FileContents {
    /// The bytes of a file.
    ///
    /// Foundation’s `contents(atPath:)` tells nothing of why it failed.
    ///
    /// - Throws: `CommandFault.file` with the system’s reason.
    public static func bytes(at path: String) throws(CommandFault) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .file(path: path, reason: errno) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .file(path: path, reason: errno) }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }

    /// The text of a file in UTF-8.
    ///
    /// - Throws: `CommandFault.file`, with `EILSEQ` for what is no UTF-8.
    public static func text(at path: String) throws(CommandFault) -> String {
        guard let text = String(validating: try bytes(at: path), as: UTF8.self) else {
            throw .file(path: path, reason: EILSEQ)
        }
        return text
    }
}
