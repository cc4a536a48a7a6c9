// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import Glibc

/// The source of an `XMLReader`’s bytes.
///
/// The reader calls it from its own caller's isolation, one call after the other, until it answers 0 or throws.
public protocol ByteSource: AnyObject {
    /// Reads the next bytes into the buffer, which is never empty; 0 bytes mean the end.
    ///
    /// - Returns: The number of bytes written to the start of the buffer; fewer than fit is no sign of the end.
    /// - Throws: `XMLFault.unreadable`.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(XMLFault) -> Int

    /// Waits until a read would not wait.
    ///
    /// - Throws: `CancellationError`.
    func ready() async throws
}

extension ByteSource {
    /// At once.
    public func ready() async throws {}
}

/// The bytes of a file, read from its start; the file is closed with the source.
public final class FileSource: ByteSource {
    /// The size of the file in bytes when it was opened; 0 for what has none, such as a pipe.
    public var size: Int { file.status.size }

    private let file: FileReader

    /// Opens the file.
    ///
    /// A pipe that the shell hands over, below `/dev`, is read as well; one that lies among files may never have a writer.
    ///
    /// - Throws: `XMLFault.unreadable` with the `errno` of `open`, or `ESPIPE` for a pipe.
    public init(path: String) throws(XMLFault) {
        do throws(FileFault) {
            file = try FileReader(path, takingStreams: true)
        } catch {
            throw .unreadable(errno: error.reason.number)
        }
    }

    /// Waits until a writer has written into a pipe, or has closed it.
    public func ready() async throws { try await file.ready() }

    /// Reads on; a call that a signal interrupted is made again.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(XMLFault) -> Int {
        do throws(FileFault) {
            return try file.read(into: buffer)
        } catch {
            throw .unreadable(errno: error.reason.number)
        }
    }
}

/// The bytes of arrays, one after the other, given out in chunks.
public final class MemorySource: ByteSource {
    private var rest: ArraySlice<UInt8> = []
    private var parts: ArraySlice<[UInt8]>
    private let chunk: Int

    /// Takes the bytes, and the most of them that a read gives; at least 1.
    public init(_ parts: [UInt8]..., chunk: Int = .max) {
        self.parts = parts[...]
        self.chunk = max(chunk, 1)
    }

    /// Gives the next chunk, or as much of it as fits.
    public func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        while rest.isEmpty, let next = parts.popFirst() { rest = next[...] }
        let part = rest.prefix(min(chunk, buffer.count))
        buffer.copyBytes(from: part)
        rest.removeFirst(part.count)
        return part.count
    }
}

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

    /// Fills up from a source; returns the number of bytes, 0 at the end of the source.
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

/// Finds the few bytes at which a document may need a repair, 32 bytes at a time.
struct ByteScanner {
    /// Two bytes to stop at, besides those that XML forbids.
    let first: UInt8
    let second: UInt8

    /// The first index from `start` of one of the two bytes, of a control character that XML forbids, or of 0xEF,
    /// with which U+FFFE and U+FFFF begin; the count if there is none.
    ///
    /// `memchr` would be faster for one byte, but this looks for thirty-two.
    func index(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        typealias Block = SIMD32<UInt8>
        guard let base = bytes.baseAddress else { return bytes.count }
        let firsts = Block(repeating: first)
        let seconds = Block(repeating: second)
        let leads = Block(repeating: 0xEF)
        let spaces = Block(repeating: 0x20)
        let newlines = Block(repeating: 0x0A)
        var index = start
        while index + Block.scalarCount <= bytes.count {
            let block = UnsafeRawPointer(base + index).loadUnaligned(as: Block.self)
            let controls = (block .< spaces) .& (block .!= newlines)
            if any(controls .| (block .== firsts) .| (block .== seconds) .| (block .== leads)) {
                for offset in index..<index + Block.scalarCount where stops(at: base[offset]) { return offset }
            }
            index += Block.scalarCount
        }
        while index < bytes.count, !stops(at: base[index]) { index += 1 }
        return index
    }

    @inline(__always)
    private func stops(at byte: UInt8) -> Bool {
        if byte < 0x20 { return byte != 0x0A && byte != 0x0D && byte != 0x09 }
        return byte == first || byte == second || byte == 0xEF
    }
}
