// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Turns UTF-8 that is nearly XML into XML, a chunk at a time.
///
/// SMS Backup & Restore writes an emoji as references to the two halves of its surrogate pair, which every XML parser
/// refuses: they become the one character. What XML forbids otherwise becomes U+FFFD: references to half a pair, to
/// control characters and beyond Unicode, and such characters themselves. In comments, CDATA sections and processing
/// instructions a reference is plain text and stays. Line breaks are never added or removed, so lines keep their
/// numbers. Everything else, right or wrong, is left to the parser.
///
/// Where control characters are kept, what stands for them is what `KeptControls` makes control characters of again.
struct RepairFilter {
    /// The most bytes that one byte of input becomes.
    static let growth = 3

    /// The repairs so far.
    private(set) var repairs = XMLRepairs()

    private var region = Region.content
    private let rows: RowNames
    private let keepsControls: Bool

    init(rows: RowNames, keepsControls: Bool) {
        self.rows = rows
        self.keepsControls = keepsControls
    }

    /// Filters the input into the output, which has room for `growth` times as much.
    ///
    /// - Returns: How many bytes were read and written. Those not read, at most two references, have to come again with
    ///   what follows them. All are read if `isLast` says that nothing does.
    mutating func process(
        _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutablePointer<UInt8>, isLast: Bool
    ) -> (read: Int, written: Int) {
        var written = 0
        // The bytes between these two indices are right as they are, and are copied in one piece.
        var clean = 0
        var index = 0
        func flush() {
            guard let base = input.baseAddress, index > clean else { return }
            memcpy(output + written, base + clean, index - clean)
            written += index - clean
        }
        while true {
            index = region.scanner.index(in: input, from: index)
            guard index < input.count else { break }
            switch step(input, at: index, isLast: isLast) {
            case .keep(let count):
                index += count
            case .replace(let count, let scalar):
                flush()
                written += UTF8Writer.write(scalar, to: output + written)
                index += count
                clean = index
            case .escape(let count):
                flush()
                written += UTF8Writer.write(KeptControls.escape, to: output + written)
                clean = index
                index += count
            case .wait:
                flush()
                return (index, written)
            }
        }
        flush()
        return (index, written)
    }
}

extension RepairFilter {
    /// The treatment of the bytes at which the scanner stopped.
    private enum Step {
        /// They are right: continue behind this number of them.
        case keep(Int)
        /// This number of them become this character.
        case replace(Int, UInt32)
        /// This number of them are right, but would be taken for the stand-in of a control character.
        case escape(Int)
        /// One cannot tell before there are more.
        case wait
    }

    /// Whether a word stands at a place; `cut` where the input ends within it.
    private enum Match {
        case no, cut, yes
    }

    /// The parts of a document that differ in what a reference is.
    private enum Region {
        case content, comment, data, instruction

        /// Its opening.
        var opening: StaticString {
            switch self {
            case .content: ""
            case .comment: "<!--"
            case .data: "<![CDATA["
            case .instruction: "<?"
            }
        }

        /// Its closing.
        var closing: StaticString {
            switch self {
            case .content: ""
            case .comment: "-->"
            case .data: "]]>"
            case .instruction: "?>"
            }
        }

        /// The bytes to stop at in it: those that may start a repair, or its end.
        var scanner: ByteScanner {
            switch self {
            case .content: ByteScanner(first: UInt8(ascii: "&"), second: UInt8(ascii: "<"))
            case .comment: ByteScanner(first: UInt8(ascii: "-"), second: UInt8(ascii: "-"))
            case .data: ByteScanner(first: UInt8(ascii: "]"), second: UInt8(ascii: "]"))
            case .instruction: ByteScanner(first: UInt8(ascii: "?"), second: UInt8(ascii: "<"))
            }
        }
    }

    private static let replacement: UInt32 = 0xFFFD

    private mutating func step(_ input: UnsafeBufferPointer<UInt8>, at index: Int, isLast: Bool) -> Step {
        switch input[index] {
        case 0xEF:
            return noncharacter(input, at: index, isLast: isLast)
        case 1..<0x20 where keepsControls:
            return .replace(1, KeptControls.standIn(for: UInt32(input[index])))
        case 0..<0x20:
            repairs.replacedCharacters += 1
            return .replace(1, RepairFilter.replacement)
        case UInt8(ascii: "&"):
            return reference(input, at: index, isLast: isLast)
        case UInt8(ascii: "<") where region == .content:
            return opening(input, at: index, isLast: isLast)
        default:
            return closing(input, at: index, isLast: isLast)
        }
    }

    private mutating func reference(_ input: UnsafeBufferPointer<UInt8>, at index: Int, isLast: Bool) -> Step {
        switch CharacterReference(in: input, at: index) {
        case .none:
            return .keep(1)
        case .incomplete:
            return isLast ? .keep(1) : .wait
        case .number(let number, let length) where CharacterReference.isCharacter(number):
            return keepsControls && KeptControls.isReserved(number) ? .escape(length) : .keep(length)
        case .number(let number, let length) where keepsControls && (1..<0x20).contains(number):
            return .replace(length, KeptControls.standIn(for: number))
        case .number(let number, let length):
            if Surrogate.isHigh(number) {
                switch CharacterReference(in: input, at: index + length) {
                case .number(let second, let secondLength) where Surrogate.isLow(second):
                    repairs.joinedPairs += 1
                    return .replace(length + secondLength, Surrogate.join(number, second))
                case .incomplete where !isLast:
                    return .wait
                default:
                    break
                }
            }
            repairs.replacedReferences += 1
            return .replace(length, RepairFilter.replacement)
        }
    }

    /// U+FFFE and U+FFFF, which are EF BF BE and EF BF BF, and those that stand for control characters, from EF B7 90 to
    /// EF B7 AF.
    private mutating func noncharacter(_ input: UnsafeBufferPointer<UInt8>, at index: Int, isLast: Bool) -> Step {
        guard index + 2 < input.count else {
            let mayBecomeOne =
                index + 1 == input.count || input[index + 1] == 0xBF || keepsControls && input[index + 1] == 0xB7
            return mayBecomeOne && !isLast ? .wait : .keep(1)
        }
        if keepsControls, input[index + 1] == 0xB7, 0x90...0xAF ~= input[index + 2] { return .escape(3) }
        guard input[index + 1] == 0xBF, input[index + 2] >= 0xBE, input[index + 2] <= 0xBF else { return .keep(1) }
        repairs.replacedCharacters += 1
        return .replace(3, RepairFilter.replacement)
    }

    private mutating func opening(_ input: UnsafeBufferPointer<UInt8>, at index: Int, isLast: Bool) -> Step {
        for region in [Region.comment, .data, .instruction] {
            switch match(region.opening, input, at: index) {
            case .no: break
            case .cut: if !isLast { return .wait }
            case .yes:
                self.region = region
                return .keep(region.opening.utf8CodeUnitCount)
            }
        }
        return .keep(1)
    }

    private mutating func closing(_ input: UnsafeBufferPointer<UInt8>, at index: Int, isLast: Bool) -> Step {
        guard region != .instruction || input[index] != UInt8(ascii: "<") else {
            guard isLast || index + rows.longest < input.count else { return .wait }
            guard rows.isStart(input, at: index) else { return .keep(1) }
            // A row has no instruction before its end: where one goes on into the next row, its beginning is a mistake.
            // A character that may not be there makes the parser fail.
            region = .content
            return .replace(0, 0x01)
        }
        let closing = region.closing
        switch match(closing, input, at: index) {
        case .no: return .keep(1)
        case .cut: return isLast ? .keep(1) : .wait
        case .yes:
            region = .content
            return .keep(closing.utf8CodeUnitCount)
        }
    }

    private func match(_ word: StaticString, _ input: UnsafeBufferPointer<UInt8>, at index: Int) -> Match {
        for offset in 0..<word.utf8CodeUnitCount {
            guard index + offset < input.count else { return .cut }
            guard input[index + offset] == word.utf8Start[offset] else { return .no }
        }
        return .yes
    }
}

/// A numeric character reference, such as `&#55357;` or `&#xD83D;`.
enum CharacterReference: Equatable {
    /// The reference to this number, and its length in bytes. Numbers beyond Unicode are all 0x110000.
    case number(UInt32, length: Int)
    /// The bytes end before one can tell.
    case incomplete
    /// Anything else.
    case none

    /// The longest reference looked at, so that one that never ends does not have to be kept.
    static let longest = 32
}

extension CharacterReference {
    /// Reads the reference that begins at this index, which may be the end of the bytes.
    init(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
        for (offset, expected) in zip(start..., "&#".utf8) {
            guard offset < bytes.count else {
                self = .incomplete
                return
            }
            guard bytes[offset] == expected else {
                self = .none
                return
            }
        }
        var index = start + 2
        var radix: UInt32 = 10
        var number: UInt32 = 0
        var digits = 0
        while index - start < CharacterReference.longest {
            guard index < bytes.count else {
                self = .incomplete
                return
            }
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "x"), radix == 10, digits == 0 {
                radix = 16
            } else if let digit = CharacterReference.value(of: byte), digit < radix {
                number = min(number * radix + digit, 0x110000)
                digits += 1
            } else {
                self = byte == UInt8(ascii: ";") && digits > 0 ? .number(number, length: index - start) : .none
                return
            }
        }
        self = .none
    }

    /// Whether XML 1.0 allows a reference to this number (its production `Char`).
    static func isCharacter(_ number: UInt32) -> Bool {
        switch number {
        case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    private static func value(of byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte & 0x0F)
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte & 0x0F) + 9
        default: nil
        }
    }
}

/// How control characters, which no parser of XML lets through, come to the reader of a document all the same.
///
/// XML allows the 32 noncharacters from U+FDD0 on: the second to the last stand for U+0001 to U+001F, and the first says
/// that the one behind it stands for itself.
enum KeptControls {
    /// Stands before one that stands for itself.
    static let escape: UInt32 = 0xFDD0

    private static let lead: [CChar] = [0xEF, 0xB7, 0].map { CChar(bitPattern: $0) }

    /// The stand-in for a control character from U+0001 to U+001F.
    static func standIn(for control: UInt32) -> UInt32 { escape + control }

    /// Whether a character has another meaning here.
    static func isReserved(_ scalar: UInt32) -> Bool { (escape..<escape + 0x20).contains(scalar) }

    /// A value as it was in the document.
    static func restored(_ value: UnsafePointer<CChar>) -> String {
        let text = String(cString: value)
        // Hardly any value has one: all of them begin with these two bytes.
        guard strstr(value, lead) != nil else { return text }
        var restored = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped || !isReserved(scalar.value) {
                restored.append(scalar)
                isEscaped = false
            } else if scalar.value == escape {
                isEscaped = true
            } else {
                restored.append(Unicode.Scalar(UInt8(scalar.value - escape)))
            }
        }
        return String(restored)
    }
}
