// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes bytes of another encoding, or of UTF-8 with faults, as UTF-8, a chunk at a time.
struct Transcoder {
    /// The most bytes that one byte of input becomes.
    static let growth = 3

    let encoding: XMLEncoding
    /// The number of halves of surrogate pairs, odd bytes at the end, and runs of bytes not UTF-8 that became U+FFFD.
    private(set) var replacedCharacters = 0

    /// Makes a transcoder from this encoding.
    init(from encoding: XMLEncoding) {
        self.encoding = encoding
    }

    /// Appends the input to the output, which has room for `growth` times as much.
    ///
    /// - Returns: How many bytes were read; the rest waits for what follows it. All are read if `isLast` says that
    ///   nothing does.
    mutating func transcode(_ input: UnsafeBufferPointer<UInt8>, into output: ByteBuffer, isLast: Bool) -> Int {
        switch encoding {
        case .utf8:
            return mend(input, into: output, isLast: isLast)
        case .latin1:
            for byte in input { output.append(scalar: UInt32(byte)) }
            return input.count
        case .windows1252:
            for byte in input {
                let isSpecial = 0x80...0x9F ~= byte
                output.append(scalar: isSpecial ? Transcoder.windows1252[Int(byte) - 0x80] : UInt32(byte))
            }
            return input.count
        case .utf16LittleEndian:
            return transcode16(input, into: output, isLast: isLast, low: 0)
        case .utf16BigEndian:
            return transcode16(input, into: output, isLast: isLast, low: 1)
        }
    }

    /// Replaces each maximal part of an ill-formed sequence by U+FFFD (The Unicode Standard 16.0, section 3.9.6).
    private mutating func mend(_ input: UnsafeBufferPointer<UInt8>, into output: ByteBuffer, isLast: Bool) -> Int {
        var index = 0
        while index < input.count {
            let rest = UnsafeBufferPointer(rebasing: input[index...])
            switch UTF8Check(rest, isLast: isLast) {
            case .sound(let count):
                output.append(UnsafeBufferPointer(rebasing: rest[..<count]))
                return index + count
            case .fault(let part):
                output.append(UnsafeBufferPointer(rebasing: rest[..<part.lowerBound]))
                output.append(scalar: 0xFFFD)
                replacedCharacters += 1
                index += part.upperBound
            }
        }
        return index
    }

    /// Reads units of two bytes, of which the one at offset `low` counts less.
    private mutating func transcode16(
        _ input: UnsafeBufferPointer<UInt8>, into output: ByteBuffer, isLast: Bool, low: Int
    ) -> Int {
        func unit(at index: Int) -> UInt32 {
            UInt32(input[index + low]) | UInt32(input[index + 1 - low]) << 8
        }
        var index = 0
        while index + 2 <= input.count {
            let first = unit(at: index)
            if Surrogate.isHigh(first) {
                if index + 4 <= input.count, Surrogate.isLow(unit(at: index + 2)) {
                    output.append(scalar: Surrogate.join(first, unit(at: index + 2)))
                    index += 4
                    continue
                }
                if index + 4 > input.count, !isLast { return index }
            }
            if Surrogate.isAny(first) {
                replacedCharacters += 1
                output.append(scalar: 0xFFFD)
            } else {
                output.append(scalar: first)
            }
            index += 2
        }
        if isLast, index < input.count {
            replacedCharacters += 1
            output.append(scalar: 0xFFFD)
            index = input.count
        }
        return index
    }

    /// The characters of the bytes 0x80 to 0x9F (WHATWG Encoding, index windows-1252).
    private static let windows1252: [UInt32] = [
        0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D,
        0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x009D, 0x017E, 0x0178,
    ]
}

/// The encoding of a document.
enum XMLEncoding: Equatable {
    case utf8
    case utf16LittleEndian
    case utf16BigEndian
    case latin1
    case windows1252
}

extension XMLEncoding {
    /// The number of bytes at the start of a document that are searched for its declaration; real ones end within 100.
    private static let declarationLimit = 1024

    /// Detects the encoding by the first bytes: by the byte order mark, by the shape of the bytes, and only then by the
    /// declaration, since programs write declarations that are not true of their bytes.
    ///
    /// - Returns: The encoding and the length of the byte order mark; nil if more bytes are needed to tell.
    /// - Throws: `XMLFault.unsupportedEncoding`.
    static func detect(
        in head: UnsafeBufferPointer<UInt8>, isLast: Bool
    ) throws(XMLFault) -> (encoding: XMLEncoding, mark: Int)? {
        guard head.count >= 4 || isLast else { return nil }
        if head.starts(with: [0xFF, 0xFE, 0, 0]) { throw .unsupportedEncoding(name: "UTF-32LE") }
        if head.starts(with: [0, 0, 0xFE, 0xFF]) { throw .unsupportedEncoding(name: "UTF-32BE") }
        if head.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if head.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
        if head.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
        if head.count >= 2 {
            // A document starts with "<" or white space, and in UTF-16 one byte of each of these is zero.
            if head[0] == 0, head[1] != 0 { return (.utf16BigEndian, 0) }
            if head[0] != 0, head[1] == 0 { return (.utf16LittleEndian, 0) }
        }
        let opening = "<?xml".utf8
        guard head.starts(with: opening) else {
            let mayBecomeOne = head.count < opening.count && opening.starts(with: head)
            return mayBecomeOne && !isLast ? nil : (.utf8, 0)
        }
        let searched = head.prefix(declarationLimit)
        guard let end = searched.firstIndex(of: UInt8(ascii: ">")) else {
            return isLast || head.count >= declarationLimit ? (.utf8, 0) : nil
        }
        return (try encoding(declaredIn: String(decoding: searched[..<end], as: UTF8.self)), 0)
    }

    private static func encoding(declaredIn declaration: String) throws(XMLFault) -> XMLEncoding {
        guard let name = name(declaredIn: declaration) else { return .utf8 }
        switch name.uppercased() {
        // Bytes in UTF-16 were told by their zeros before: one that declares it and comes here is mistaken.
        case "UTF-8", "UTF8", "US-ASCII", "ASCII", "UTF-16", "UTF-16LE", "UTF-16BE", "UTF16", "UCS-2": return .utf8
        case "ISO-8859-1", "ISO8859-1", "ISO_8859-1", "LATIN1", "LATIN-1": return .latin1
        case "WINDOWS-1252", "CP1252", "CP-1252": return .windows1252
        default: throw .unsupportedEncoding(name: name)
        }
    }

    /// The quoted value after the word `encoding`.
    private static func name(declaredIn declaration: String) -> String? {
        let fields = declaration.split(separator: "=", omittingEmptySubsequences: false)
        for (label, rest) in zip(fields, fields.dropFirst())
        where label.split(whereSeparator: \.isWhitespace).last == "encoding" {
            let quoted = rest.drop(while: \.isWhitespace)
            guard let quote = quoted.first, quote == "'" || quote == "\"" else { return nil }
            return String(quoted.dropFirst().prefix { $0 != quote })
        }
        return nil
    }
}

/// Whether bytes are UTF-8 (RFC 3629).
enum UTF8Check {
    /// The number of bytes at the start for the parser; the others, at most three, wait for the rest of a character.
    case sound(Int)
    /// The first maximal part of an ill-formed sequence: what a decoder replaces by one U+FFFD.
    case fault(Range<Int>)

    /// Checks the bytes; if `isLast` says that nothing follows them, the beginning of a character at their end is not a
    /// fault but goes on, since the parser tells by it that the file was cut.
    init(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
            self = .sound(bytes.count)
        } catch {
            let part = error.byteOffsets
            guard error.kind == .truncatedScalar, part.upperBound == bytes.count else {
                self = .fault(part)
                return
            }
            self = .sound(isLast ? bytes.count : part.lowerBound)
        }
    }
}

/// Writes scalars as UTF-8 (RFC 3629).
enum UTF8Writer {
    /// Writes a scalar up to U+10FFFF that is not a surrogate, and returns the number of bytes: 1 to 4.
    @inline(__always)
    static func write(_ scalar: UInt32, to output: UnsafeMutablePointer<UInt8>) -> Int {
        if scalar < 0x80 {
            output[0] = UInt8(truncatingIfNeeded: scalar)
            return 1
        }
        let count = scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4
        var rest = scalar
        for index in stride(from: count - 1, to: 0, by: -1) {
            output[index] = UInt8(truncatingIfNeeded: rest & 0x3F | 0x80)
            rest >>= 6
        }
        // The first byte starts with as many one bits as there are bytes.
        output[0] = UInt8(truncatingIfNeeded: rest) | ~(0xFF >> UInt8(count))
        return count
    }
}

/// The two halves of which UTF-16 makes a character beyond U+FFFF (RFC 2781).
enum Surrogate {
    /// Whether this is a first half.
    static func isHigh(_ unit: UInt32) -> Bool { unit & 0xFFFF_FC00 == 0xD800 }

    /// Whether this is a second half.
    static func isLow(_ unit: UInt32) -> Bool { unit & 0xFFFF_FC00 == 0xDC00 }

    /// Whether this is either half.
    static func isAny(_ unit: UInt32) -> Bool { unit & 0xFFFF_F800 == 0xD800 }

    /// The character of which these are the first and the second half.
    static func join(_ high: UInt32, _ low: UInt32) -> UInt32 { 0x10000 + ((high & 0x3FF) << 10 | low & 0x3FF) }
}
