// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes bytes of another encoding, or of UTF-8 with faults, as UTF-8, a chunk at a time.
struct Transcoder {
    /// How many bytes one byte of input becomes at most.
    static let growth = 3

    let encoding: XMLEncoding
    /// How many halves of surrogate pairs, odd bytes at the end, and runs of bytes that are no UTF-8 became U+FFFD.
    private(set) var replacedCharacters = 0

    /// Makes a transcoder from this encoding.
    init(from encoding: XMLEncoding) {
        self.encoding = encoding
    }

    /// Appends the input to the output, which has room for `growth` times as much.
    ///
    /// - Returns: How many bytes were read; the rest waits for what follows it. All are read where `isLast` says that
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
