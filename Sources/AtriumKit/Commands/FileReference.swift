// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import Foundation

/// A file or a folder as typed: `~` is the home folder, and a path without `/` at the start is relative to the
/// working folder.
///
/// `CommandContext` resolves it: `path(of:)` for reading, `writablePath(of:)` for writing.
public struct FileReference: CommandValue, Hashable {
    /// The typed text.
    public let word: String

    /// The file of a name.
    public init(_ name: String) { word = name }

    /// The word as it is.
    public init(_ word: CommandWord, of name: String) { self.word = word.text }
}

/// Reads files that a user names.
public enum FileContents {
    /// The most bytes to read of a file by default.
    public static let limit = 64 << 20

    /// The bytes of a file, or of a pipe or device below `/dev` and `/proc`.
    ///
    /// - Parameters:
    ///   - path: The whole path, as `CommandContext.path(of:)` gives it.
    ///   - limit: The most that there may be.
    /// - Throws: `CommandFault.file` with the reason.
    public static func bytes(at path: String, limit: Int = limit) throws(CommandFault) -> [UInt8] {
        do throws(FileFault) {
            return try FileReader(path, takingStreams: true).bytes(limit: limit)
        } catch {
            throw .file(path: path, reason: error.reason)
        }
    }

    /// The text of a file in UTF-8, read asynchronously.
    ///
    /// - Throws: `CommandFault.file`, with `EILSEQ` if it is not UTF-8; `CommandFault.stopped` when the task is
    ///   cancelled, even while waiting for a pipe.
    public static func text(readingAsideAt path: String, limit: Int) async throws -> String {
        let bytes: [UInt8]
        do {
            bytes = try await FileReader(path, takingStreams: true).bytes(awaitingUpTo: limit)
        } catch let fault as FileFault {
            throw CommandFault.file(path: path, reason: fault.reason)
        } catch is CancellationError {
            throw CommandFault.stopped
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFault.file(path: path, number: EILSEQ)
        }
        return text
    }
}
