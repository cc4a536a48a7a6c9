// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import Synchronization

/// A destination of bytes.
public protocol ByteSink: AnyObject, Sendable {
    /// Writes all bytes, or throws; how many were written before a fault is not told.
    func write(_ bytes: UnsafeRawBufferPointer) throws(OutputFault)
}

extension ByteSink {
    /// Writes all bytes, or throws.
    public func write(_ bytes: [UInt8]) throws(OutputFault) {
        var fault: OutputFault?
        bytes.withUnsafeBytes { buffer in
            do throws(OutputFault) { try write(buffer) } catch { fault = error }
        }
        if let fault { throw fault }
    }
}

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

/// Keeps what is written, for tests and for recording.
public final class MemorySink: ByteSink {
    private let bytes = Mutex<[UInt8]>([])

    /// Makes an empty one.
    public init() {}

    /// Adds the bytes.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(OutputFault) {
        self.bytes.withLock { $0.append(contentsOf: bytes) }
    }

    /// Returns and forgets the bytes written since the last call; invalid UTF-8 shows as U+FFFD.
    public func take() -> String {
        bytes.withLock { bytes in
            defer { bytes = [] }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}

/// A reason why output did not arrive.
public enum OutputFault: Error, Hashable, Sendable {
    /// The reader is gone (EPIPE): `| head -1`.
    case closed
    /// The device has no room (ENOSPC).
    case full
    /// Any other error of the system, by its number.
    case failed(errno: Int32)
}
