// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Writes to a file descriptor, which it does not own.
///
/// Interrupted and partial writes are continued, a descriptor that would block is waited for. SIGPIPE must be ignored
/// by the process, otherwise a closed pipe ends it before this can say so.
public final class DescriptorSink: ByteSink {
    private let descriptor: Int32

    /// Makes a sink for an open descriptor.
    public init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Writes all bytes; blocks until the descriptor has taken them.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(OutputFault) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if written >= 0 {
                rest = rest.dropFirst(written)
                continue
            }
            switch errno {
            case EINTR:
                continue
            case EAGAIN:
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&wait, 1, -1)
            case EPIPE:
                throw .closed
            case ENOSPC:
                throw .full
            case let number:
                throw .failed(errno: number)
            }
        }
    }
}
