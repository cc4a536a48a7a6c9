// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// A buffer of fixed capacity that is filled at its end and emptied at its start.
///
/// Its memory is its own and freed with it. Only its methods touch the count, so what `filled` lends is initialized.
final class ByteBuffer {
    private let bytes: UnsafeMutablePointer<UInt8>
    private let capacity: Int
    private var count = 0

    /// Allocates the capacity, in bytes.
    init(capacity: Int) {
        bytes = .allocate(capacity: capacity)
        self.capacity = capacity
    }

    deinit {
        bytes.deallocate()
    }

    /// The bytes in the buffer; good until the next change.
    var filled: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes, count: count) }

    /// Whether there is nothing in it.
    var isEmpty: Bool { count == 0 }

    /// The room that is left behind them.
    private var free: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: bytes + count, count: capacity - count)
    }

    /// Fills up from a source; answers how many bytes came, 0 at the end of the source.
    func fill(from source: any ByteSource) throws(XMLFault) -> Int {
        let added = try source.read(into: free)
        precondition(0...free.count ~= added, "a byte source wrote beyond its buffer")
        count += added
        return added
    }

    /// Adds bytes, for which there must be room.
    func append(_ added: UnsafeBufferPointer<UInt8>) {
        free.copyMemory(from: UnsafeRawBufferPointer(added))
        count += added.count
    }

    /// Adds the UTF-8 of a scalar, which must be no surrogate.
    func append(scalar: UInt32) {
        precondition(capacity - count >= 4, "the buffer is full")
        count += UTF8Writer.write(scalar, to: bytes + count)
    }

    /// Takes bytes from the start and moves the others, of which there are few, there.
    func removeFirst(_ removed: Int) {
        precondition(0...count ~= removed, "more bytes were taken than there are")
        count -= removed
        memmove(bytes, bytes + removed, count)
    }
}
