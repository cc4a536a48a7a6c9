// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation

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

    /// The text of a file in UTF-8, read while everything else goes on.
    ///
    /// - Throws: as `text(at:limit:)`; `CommandFault.stopped` when the task is cancelled, even while a pipe is waited for.
    public static func text(readingAsideAt path: String, limit: Int) async throws -> String {
        let (answers, answer) = AsyncThrowingStream.makeStream(of: String.self)
        // A thread of its own: nobody knows when somebody writes into a pipe. One that is given up ends with the pipe.
        Thread.detachNewThread {
            answer.finish(with: Result { try text(at: path, limit: limit) })
        }
        for try await text in answers { return text }
        throw CommandFault.stopped
    }
}

extension AsyncThrowingStream<String, any Error>.Continuation {
    fileprivate func finish(with result: Result<String, any Error>) {
        switch result {
        case .success(let text):
            yield(text)
            finish()
        case .failure(let error): finish(throwing: error)
        }
    }
}
