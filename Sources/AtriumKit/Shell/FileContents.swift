import Files
import Glibc

/// Reads files that a user names.
public enum FileContents {
    /// The most bytes that are read of a file where nothing else is said.
    public static let limit = 64 << 20

    /// The bytes of a file, or of a pipe or device below `/dev` and `/proc`.
    ///
    /// - Parameter limit: The most that there may be.
    /// - Throws: `CommandFault.file` with the reason.
    public static func bytes(at path: String, limit: Int = limit) throws(CommandFault) -> [UInt8] {
        do throws(FileFault) {
            return try FileReader(path, takingStreams: true).bytes(limit: limit)
        } catch {
            throw .file(path: path, reason: error.reason)
        }
    }

    /// The text of a file in UTF-8.
    ///
    /// - Throws: `CommandFault.file`, with `EILSEQ` for what is no UTF-8.
    public static func text(at path: String, limit: Int = limit) throws(CommandFault) -> String {
        guard let text = String(validating: try bytes(at: path, limit: limit), as: UTF8.self) else {
            throw .file(path: path, reason: .system(EILSEQ))
        }
        return text
    }
}
