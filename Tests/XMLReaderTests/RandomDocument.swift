// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumXMLReader
import Dice

/// A random document, what reading it must give, and what has to be mended in it.
///
/// Characters are written in every way there is: as they are, as a reference to them in either base, and, beyond
/// U+FFFF, as references to the halves of their surrogate pairs.
struct RandomDocument {
    private(set) var text = "<?xml version='1.0' encoding='UTF-8'?>\n"
    private(set) var events: [XMLEvent] = []
    private(set) var repairs = XMLRepairs()
    private var dice: Dice

    init(seed: UInt64) {
        dice = Dice(seed: seed)
        if dice.roll(2) == 0 { text += "<!-- made at random; &#55357; & < -->" }
        element(depth: 0)
        text += "\n"
    }

    /// The document in UTF-8.
    var utf8: [UInt8] { [UInt8](text.utf8) }

    /// The document in UTF-16, with or without byte order mark.
    func utf16(bigEndian: Bool, mark: Bool) -> [UInt8] {
        ((mark ? [0xFEFF] : []) + Array(text.utf16)).flatMap { unit in
            let bytes = [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
            return bigEndian ? bytes.reversed() : bytes
        }
    }

    private mutating func element(depth: Int) {
        let name = ["smses", "sms", "mms", "körper", "a"][dice.roll(5)]
        text += "<" + name
        var attributes: [XMLEvent.Attribute] = []
        for index in 0..<dice.roll(4) {
            text += [" ", "\n ", "\t"][dice.roll(3)] + "b\(index)=\""
            attributes.append(XMLEvent.Attribute(name: "b\(index)", value: value()))
            text += "\""
        }
        events.append(.start(name, attributes))
        if depth > 0, dice.roll(4) == 0 {
            text += "/>"
            events.append(.end(name))
            return
        }
        text += ">"
        for _ in 0..<(depth > 3 ? 1 : dice.roll(5)) { content(depth: depth) }
        text += "</\(name)>"
        events.append(.end(name))
    }

    private mutating func content(depth: Int) {
        switch dice.roll(8) {
        case 0..<3:
            element(depth: depth + 1)
        case 3..<5:
            append(value())
        case 5:
            text += "<!-- &#55357;&#56834; - -> ]]> <![CDATA[ <? -->"
        case 6:
            text += "<?target &#55357; --> ? > ]]> <!-- ?>"
        default:
            let section = "&#55357;&#56834; &#0; ]] > ]> --> ?> <!--"
            text += "<![CDATA[" + section + "]]>"
            append(section)
        }
    }

    private mutating func append(_ piece: String) {
        guard !piece.isEmpty else { return }
        if case .text(let before)? = events.last {
            events[events.count - 1] = .text(before + piece)
        } else {
            events.append(.text(piece))
        }
    }

    /// Writes random characters and answers what they must be read as.
    private mutating func value() -> String {
        var value = ""
        var followsHigh = false
        for _ in 0..<dice.roll(12) {
            let kind = dice.roll(20)
            // A second half behind a lone first half would not be alone.
            if kind == 0, !followsHigh {
                reference(to: UInt32(0xDC00 + dice.roll(0x400)))
                repairs.replacedReferences += 1
                value += "\u{FFFD}"
            } else if kind == 1 {
                reference(to: UInt32(0xD800 + dice.roll(0x400)))
                repairs.replacedReferences += 1
                value += "\u{FFFD}"
            } else if kind == 2 {
                reference(to: [0, 1, 8, 0xB, 0xC, 0x1F, 0xFFFE, 0xFFFF, 0x110000, 99_999_999][dice.roll(10)])
                repairs.replacedReferences += 1
                value += "\u{FFFD}"
            } else if kind == 3 {
                text += ["\u{0}", "\u{1}", "\u{B}", "\u{1B}", "\u{1F}", "\u{FFFE}", "\u{FFFF}"][dice.roll(7)]
                repairs.replacedCharacters += 1
                value += "\u{FFFD}"
            } else {
                value.unicodeScalars.append(character())
            }
            followsHigh = kind == 1
        }
        return value
    }

    private mutating func character() -> Unicode.Scalar {
        let ranges: [ClosedRange<UInt32>] = [
            0x20...0x7E, 0x80...0x7FF, 0x800...0xD7FF, 0xE000...0xFFFD, 0x1F600...0x1F64F, 0x10000...0x10FFFF, 9...10,
        ]
        let range = ranges[dice.roll(ranges.count)]
        guard let scalar = Unicode.Scalar(UInt32.random(in: range, using: &dice)) else { return "?" }
        let named = ["<": "&lt;", ">": "&gt;", "&": "&amp;", "\"": "&quot;"][String(scalar)]
        switch dice.roll(3) {
        case 0 where scalar.value > 0xFFFF:
            let units = String(scalar).utf16.map(UInt32.init)
            reference(to: units[0])
            reference(to: units[1])
            repairs.joinedPairs += 1
        case 0...1 where scalar.value >= 0x20:
            text += named ?? String(scalar)
        default:
            reference(to: scalar.value)
        }
        return scalar
    }

    private mutating func reference(to number: UInt32) {
        switch dice.roll(4) {
        case 0: text += "&#x" + String(number, radix: 16) + ";"
        case 1: text += "&#x00" + String(number, radix: 16, uppercase: true) + ";"
        default: text += "&#\(number);"
        }
    }
}
