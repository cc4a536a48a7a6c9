// SPDX-License-Identifier: GPL-3.0-or-later

/// The bytes of arrays, one after the other, given out in chunks.
package final class MemorySource: ByteSource {
    private var rest: ArraySlice<UInt8> = []
    private var parts: ArraySlice<[UInt8]>
    private let chunk: Int

    /// Takes the bytes, and how many of them a read gives at most; at least 1.
    package init(_ parts: [UInt8]..., chunk: Int = .max) {
        self.parts = parts[...]
        self.chunk = max(chunk, 1)
    }

    /// Gives the next chunk, or as much of it as fits.
    package func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        while rest.isEmpty, let next = parts.popFirst() { rest = next[...] }
        let part = rest.prefix(min(chunk, buffer.count))
        buffer.copyBytes(from: part)
        rest.removeFirst(part.count)
        return part.count
    }
}
