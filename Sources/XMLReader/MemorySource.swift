// SPDX-License-Identifier: GPL-3.0-or-later

/// The bytes of an array, given out in chunks.
package final class MemorySource: ByteSource {
    private var rest: ArraySlice<UInt8>
    private let chunk: Int

    /// Takes the bytes, and how many of them a read gives at most; at least 1.
    package init(_ bytes: [UInt8], chunk: Int = .max) {
        rest = bytes[...]
        self.chunk = max(chunk, 1)
    }

    /// Gives the next chunk, or as much of it as fits.
    package func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let part = rest.prefix(min(chunk, buffer.count))
        buffer.copyBytes(from: part)
        rest.removeFirst(part.count)
        return part.count
    }
}
