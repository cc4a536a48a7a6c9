// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Glibc

/// The bytes of a file, read from its start; the file is closed with the source.
package final class FileSource: ByteSource {
    /// The size of the file in bytes when it was opened; 0 for what has none, such as a pipe.
    package var size: Int { file.status.size }

    private let file: FileReader

    /// Opens the file.
    ///
    /// A pipe that the shell hands over, below `/dev`, is read as well; one that lies among files may never have a writer.
    ///
    /// - Throws: `XMLFault.unreadable` with the `errno` of `open`, or `ESPIPE` for a pipe.
    package init(path: String) throws(XMLFault) {
        do throws(FileFault) {
            file = try FileReader(path, takingStreams: true)
        } catch {
            throw .unreadable(errno: error.reason.number)
        }
    }

    /// Waits until somebody has written into a pipe, or has closed it.
    package func ready() async throws { try await file.ready() }

    /// Reads on; a call that a signal interrupted is made again.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(XMLFault) -> Int {
        do throws(FileFault) {
            return try file.read(into: buffer)
        } catch {
            throw .unreadable(errno: error.reason.number)
        }
    }
}
