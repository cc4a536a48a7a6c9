// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// The bytes of a file, read from its start; the file is closed with the source.
package final class FileSource: ByteSource {
    /// The size of the file in bytes when it was opened; 0 for what has none, such as a pipe.
    package let size: Int

    private let descriptor: Int32

    /// Opens the file.
    ///
    /// A pipe that the shell hands over, below `/dev`, is read as well; one that lies among files may never have a writer.
    ///
    /// - Throws: `XMLFault.unreadable` with the `errno` of `open`, or `ESPIPE` for a pipe.
    package init(path: String) throws(XMLFault) {
        // Without O_NONBLOCK, opening a pipe would wait for its writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(errno: errno) }
        var status = stat()
        let isKnown = fstat(descriptor, &status) == 0
        if isKnown, status.st_mode & S_IFMT == S_IFIFO, !path.hasPrefix("/dev/"), !path.hasPrefix("/proc/") {
            close(descriptor)
            throw .unreadable(errno: ESPIPE)
        }
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        self.descriptor = descriptor
        size = isKnown ? Int(status.st_size) : 0
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
