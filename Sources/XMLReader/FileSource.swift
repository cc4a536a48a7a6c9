// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// The bytes of a file, read from its start; the file is closed with the source.
package final class FileSource: ByteSource {
    /// The size of the file in bytes when it was opened; 0 for what has none, such as a pipe.
    package let size: Int

    private let descriptor: Int32

    /// Opens the file.
    ///
    /// - Throws: `XMLFault.unreadable` with the `errno` of `open`.
    package init(path: String) throws(XMLFault) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(errno: errno) }
        self.descriptor = descriptor
        var status = stat()
        size = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    deinit {
        close(descriptor)
    }

    /// Reads on; a call that a signal interrupted is made again.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(XMLFault) -> Int {
        while true {
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR else { throw .unreadable(errno: errno) }
        }
    }
}
