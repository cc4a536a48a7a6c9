// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumFiles
import Glibc
import SMSLogLogic

/// The lines of a file, read a piece at a time; they end with a line feed, before which a carriage return is left out.
final class ByteLines {
    /// The most bytes of a line; a longer one is cut, and cannot be read.
    private static let longest = 64 << 20

    /// The number of lines read in one step.
    private static let step = 64
    /// The most bytes of a text of several lines.
    private static let largest = 256 << 20

    /// The number of bytes read.
    private(set) var bytesRead = 0
    /// The number of lines read, which is the number of the last one.
    private(set) var count = 0
    private let read: () throws(ImportFault) -> [UInt8]
    private var rest: [UInt8] = []
    private var start = 0
    private var isOver = false

    /// The lines of pieces, of which an empty one is the end.
    init(read: @escaping () throws(ImportFault) -> [UInt8]) { self.read = read }

    /// The lines of a file, without a mark at its beginning; of one in UTF-16 in UTF-8, and of one whose lines end with
    /// carriage returns alone with line feeds.
    convenience init(_ file: FileReader) {
        var pieces = TextPieces(file)
        var isOld: Bool?
        self.init { () throws(ImportFault) in
            do throws(FileFault) {
                var text: [UInt8]? = []
                while text?.isEmpty == true { text = try pieces.next() }
                guard let text else { return [] }
                let hasReturns = isOld ?? LineEnds.areReturns(text)
                isOld = hasReturns
                return hasReturns ? LineEnds.feeds(text) : text
            } catch {
                throw .unreadable(reason: error.reason.number)
            }
        }
    }

    /// The lines of bytes.
    convenience init(_ bytes: [UInt8]) {
        var rest = bytes
        self.init { () throws(ImportFault) in
            defer { rest = [] }
            return rest
        }
    }

    /// The next line, without its end; `nil` at the end of the file.
    ///
    /// - Parameter withReturn: Whether a carriage return before the line feed stays.
    /// - Throws: `ImportFault`.
    func next(withReturn: Bool = false) throws(ImportFault) -> [UInt8]? {
        var looked = start
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n"), from: looked) {
                defer { start = end + 1 }
                return line(to: end, withReturn)
            }
            looked = rest.count
            guard !isOver else {
                defer { start = rest.count }
                return start < rest.count ? line(to: rest.count, withReturn) : nil
            }
            rest.removeFirst(start)
            looked -= start
            start = 0
            try fill()
        }
    }

    /// Hands out some lines, one after the other; false at the end of the file.
    func step(_ take: ([UInt8]) throws -> Void) throws -> Bool {
        for _ in 0..<Self.step {
            guard let line = try next() else { return false }
            try take(line)
        }
        return true
    }

    /// A line with all that follow, for what goes over any number of them; cut beyond what can be meant.
    ///
    /// - Throws: `ImportFault`.
    func rest(from line: [UInt8]) throws(ImportFault) -> [UInt8] {
        var text = line
        while text.count < Self.largest, let next = try next() {
            text.append(UInt8(ascii: "\n"))
            text += next
        }
        return text
    }

    private func line(to end: Int, _ withReturn: Bool) -> [UInt8] {
        count += 1
        var line = rest[start..<end]
        if !withReturn, line.last == UInt8(ascii: "\r") { line.removeLast() }
        return Array(line.prefix(Self.longest))
    }

    private func fill() throws(ImportFault) {
        let piece = try read()
        bytesRead += piece.count
        isOver = piece.isEmpty
        rest += piece
    }
}

extension Array<UInt8> {
    /// The place of the first such byte from a place on.
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        withUnsafeBytes { bytes in
            guard let first = bytes.baseAddress, start < bytes.count,
                let found = memchr(first + start, Int32(byte), bytes.count - start)
            else { return nil }
            return UnsafeRawPointer(found) - first
        }
    }
}
