// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// Keeps what is written, for tests and for recording.
public final class MemorySink: ByteSink {
    private let bytes = Mutex<[UInt8]>([])

    /// Makes an empty one.
    public init() {}

    /// Adds the bytes.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(OutputFault) {
        self.bytes.withLock { $0.append(contentsOf: bytes) }
    }

    /// What was written since the last time, which is forgotten; invalid UTF-8 shows as U+FFFD.
    public func take() -> String {
        bytes.withLock { bytes in
            defer { bytes = [] }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
