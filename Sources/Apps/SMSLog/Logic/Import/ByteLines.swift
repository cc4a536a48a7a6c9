// SPDX-License-Identifier: GPL-3.0-or-later

import Files

/// The lines of a file, read a piece at a time; they end with a line feed, before which a carriage return is left out.
final class ByteLines {
    /// A line of more bytes is cut there, and none that can be read.
    private static let longest = 64 << 20

    /// How many bytes were read.
    private(set) var bytesRead = 0
    private let read: () throws(ImportFault) -> [UInt8]
    private var rest: [UInt8] = []
    private var start = 0
    private var isOver = false

    /// Of what is read so, which is empty at the end.
    init(read: @escaping () throws(ImportFault) -> [UInt8]) { self.read = read }

    /// Of a file.
    convenience init(_ file: FileReader) {
        self.init { () throws(ImportFault) in
            var fault: FileFault?
            let piece = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
                do throws(FileFault) { count = try file.read(into: UnsafeMutableRawBufferPointer(buffer)) } catch {
                    fault = error
                }
            }
            if let fault { throw .unreadable(reason: fault.reason.number) }
            return piece
        }
    }

    /// Of bytes.
    convenience init(_ bytes: [UInt8]) {
        var rest = bytes
        self.init { () throws(ImportFault) in
            defer { rest = [] }
            return rest
        }
    }

    /// The next line, without its end; nil at the end of the file.
    ///
    /// - Throws: `ImportFault`.
    func next() throws(ImportFault) -> [UInt8]? {
        var looked = start
        while true {
            if let end = rest[looked...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return line(to: end)
            }
            looked = rest.count
            guard !isOver else {
                defer { start = rest.count }
                return start < rest.count ? line(to: rest.count) : nil
            }
            rest.removeFirst(start)
            looked -= start
            start = 0
            try fill()
        }
    }

    private func line(to end: Int) -> [UInt8] {
        var line = rest[start..<end]
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return Array(line.prefix(Self.longest))
    }

    private func fill() throws(ImportFault) {
        let piece = try read()
        bytesRead += piece.count
        isOver = piece.isEmpty
        rest += piece
    }
}
