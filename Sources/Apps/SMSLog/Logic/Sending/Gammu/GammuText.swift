// SPDX-License-Identifier: GPL-3.0-or-later

import Gateways
import SMSLogDomain

/// Texts as Gammu writes them: the units of UTF-16 in hexadecimal digits, the higher byte first.
enum GammuText {
    /// The digits of a text.
    static func digits(of text: String) -> String {
        text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }.map(ConcatenatedPart.digits).joined()
    }

    /// The units that digits stand for.
    static func units(of digits: String) -> [UInt16] { units(of: [UInt8](hexadecimalDigits: digits)) }

    /// The units that bytes stand for.
    static func units(of bytes: [UInt8]) -> [UInt16] {
        stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    }

    /// The text of these units.
    static func text(of units: [UInt16]) -> String {
        String(decoding: units, as: UTF16.self).replacing("\0", with: "\u{FFFD}")
    }

    /// What stands for a part that is missing.
    private static let gap = Array(" … ".utf16)

    /// The text of numbered parts in their order, of which some of `total` may be missing.
    static func text(of parts: [(number: Int, units: [UInt16])], total: Int) -> String {
        var units: [UInt16] = []
        var next = 1
        for part in parts {
            if part.number > next { units += gap }
            units += part.units
            next = part.number + 1
        }
        if next <= total { units += gap }
        return text(of: units)
    }

    /// The text of a message whose parts are these files of the inbox, in whichever form the daemon is configured to write
    /// them; nil if it is none.
    static func text(ofFiles files: [[UInt8]]) -> String? {
        if let first = files.first, files.count == 1, "[;".utf8.contains(first.first ?? 0) {
            let sections = GammuSection.all(in: first)
            if !sections.isEmpty { return text(of: sections) }
        }
        let mark: [UInt8] = [0xFE, 0xFF]
        if files.allSatisfy({ $0.starts(with: mark) }) {
            // The halves of one character may stand in two parts.
            return text(of: files.flatMap { units(of: Array($0.dropFirst(mark.count))) })
        }
        return files.map(UTF16Text.decode).joined()
    }

    private static func text(of sections: [GammuSection]) -> String? {
        let texts = sections.filter { $0.isIncoming && !$0.isBinary }.sorted { $0.number < $1.number }
        guard let first = texts.first else { return nil }
        return text(of: texts.map { ($0.number, units(of: $0.bytes)) }, total: first.piece?.total ?? 1)
    }
}

extension GammuSection {
    fileprivate var number: Int { piece?.number ?? 1 }
}
