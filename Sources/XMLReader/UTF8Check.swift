// SPDX-License-Identifier: GPL-3.0-or-later

/// Whether bytes are UTF-8 (RFC 3629).
enum UTF8Check {
    /// So many bytes from the start can go on to the parser; the others, at most three, wait for the rest of a character.
    case sound(Int)
    /// The first maximal part of an ill-formed sequence: what a decoder replaces by one U+FFFD.
    case fault(Range<Int>)

    /// Checks the bytes; where `isLast` says that nothing follows them, the beginning of a character at their end is no
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
