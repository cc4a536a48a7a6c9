// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession

/// Writes a tar archive (POSIX.1-2017, pax), a piece at a time.
///
/// ```swift
/// var archive = TarWriter { try draft.write($0) }
/// try archive.begin("notes.json", size: bytes.count, changed: now)
/// try archive.write(bytes)
/// try archive.finish()
/// ```
package struct TarWriter {
    private let take: ([UInt8]) throws -> Void
    /// The number of bytes that the present entry still lacks.
    private var missing = 0
    private var padding = 0

    /// - Parameter take: Receives the bytes of the archive, in order.
    package init(_ take: @escaping ([UInt8]) throws -> Void) { self.take = take }

    /// Begins a regular file; the one before is complete.
    ///
    /// - Parameters:
    ///   - name: The path of the file, with `/` between its levels.
    ///   - size: The number of bytes that `write` receives for it.
    package mutating func begin(_ name: String, size: Int, changed: Timestamp) throws {
        precondition(missing == 0, "An entry of an archive is not complete")
        try take(zeros(padding))
        let isPlain = name.utf8.count <= 100 && name.utf8.allSatisfy { $0 < 0x80 }
        let records =
            (isPlain ? [] : [Self.record("path", name)]) + (size >> 33 == 0 ? [] : [Self.record("size", "\(size)")])
        if !records.isEmpty {
            let bytes = records.flatMap { $0 }
            try take(Self.header("PaxHeader", type: "x", size: bytes.count, changed: changed))
            try take(bytes + zeros(TarReader.padding(of: bytes.count)))
        }
        // Readers take the name and the size from the records, which come first.
        let short = isPlain ? name : "file"
        try take(Self.header(short, type: "0", size: size >> 33 == 0 ? size : 0, changed: changed))
        (missing, padding) = (size, TarReader.padding(of: size))
    }

    /// Adds bytes to the present file.
    package mutating func write(_ bytes: [UInt8]) throws {
        precondition(bytes.count <= missing, "An entry of an archive has more bytes than its size")
        missing -= bytes.count
        try take(bytes)
    }

    /// Ends the archive.
    package mutating func finish() throws {
        precondition(missing == 0, "An entry of an archive is not complete")
        try take(zeros(padding + 2 * TarReader.block))
        padding = 0
    }

    private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    /// A record of a pax header, which begins with its own length.
    private static func record(_ key: String, _ value: String) -> [UInt8] {
        let rest = " \(key)=\(value)\n"
        var length = rest.utf8.count + 1
        while String(length).utf8.count + rest.utf8.count != length {
            length = String(length).utf8.count + rest.utf8.count
        }
        return Array("\(length)\(rest)".utf8)
    }

    private static func header(_ name: String, type: Character, size: Int, changed: Timestamp) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: TarReader.block)
        func put(_ text: String, at offset: Int) {
            header.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
        }
        put(name, at: 0)
        put(0o600.digits(7, radix: 8), at: 100)
        put(0.digits(7, radix: 8), at: 108)
        put(0.digits(7, radix: 8), at: 116)
        put(size.digits(11, radix: 8), at: 124)
        put(min(max(changed.seconds, 0), 0o7777_7777_777).digits(11, radix: 8), at: 136)
        put("        ", at: 148)
        put(String(type), at: 156)
        put("ustar", at: 257)
        put("00", at: 263)
        put(header.reduce(0) { $0 + Int($1) }.digits(6, radix: 8), at: 148)
        header[154] = 0
        return header
    }
}

/// Reads a tar archive that `TarWriter` has written from front to back, as from a pipe; it holds one piece at a time.
package struct TarStream {
    /// The longest header with a name.
    private static let longestHeader = 64 << 10

    private let read: (Int) throws -> [UInt8]
    private var missing = 0
    private var padding = 0
    /// The number of bytes so far.
    private var position = 0

    /// - Parameter read: Returns as many bytes as requested; fewer at the end only.
    package init(_ read: @escaping (Int) throws -> [UInt8]) { self.read = read }

    /// The next file; `nil` at the end of the archive.
    ///
    /// - Throws: `TarFault`, and the errors of reading.
    package mutating func next() throws -> (name: String, size: Int)? {
        while missing > 0 { _ = try piece(1 << 16) }
        try skip(padding)
        padding = 0
        var records: [String: String] = [:]
        while true {
            let start = position
            let header = try bytes(TarReader.block)
            if header.allSatisfy({ $0 == 0 }) {
                guard try bytes(TarReader.block).allSatisfy({ $0 == 0 }), try read(1).isEmpty else {
                    throw TarFault.malformed(start)
                }
                return nil
            }
            guard TarReader.isSound(header), let count = TarReader.number(header[124..<136]), count >= 0 else {
                throw TarFault.malformed(start)
            }
            switch header[156] {
            case UInt8(ascii: "x"):
                guard count <= Self.longestHeader else { throw TarFault.malformed(start) }
                records = try TarReader.records(try bytes(count), start)
                try skip(TarReader.padding(of: count))
            case UInt8(ascii: "0"):
                let size = records["size"].flatMap { Int($0) } ?? count
                guard size >= 0, size <= Int.max / 2 else { throw TarFault.malformed(start) }
                (missing, padding) = (size, TarReader.padding(of: size))
                return (records["path"] ?? TarReader.name(header), size)
            default: throw TarFault.malformed(start)
            }
        }
    }

    /// The next bytes of the present file, `most` at most; none at its end.
    ///
    /// - Throws: As `next`.
    package mutating func piece(_ most: Int) throws -> [UInt8] {
        guard missing > 0 else { return [] }
        let piece = try bytes(min(most, missing))
        missing -= piece.count
        return piece
    }

    private mutating func skip(_ count: Int) throws {
        let start = position
        guard try bytes(count).allSatisfy({ $0 == 0 }) else { throw TarFault.malformed(start) }
    }

    private mutating func bytes(_ count: Int) throws -> [UInt8] {
        guard count > 0 else { return [] }
        let bytes = try read(count)
        guard bytes.count == count else { throw TarFault.truncated }
        position += count
        return bytes
    }
}
