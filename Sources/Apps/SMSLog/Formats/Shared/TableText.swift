// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import Foundation
import SMSLogLogic

/// The text of tables: in UTF-8 or UTF-16 with a mark at its beginning, or in an older encoding of a country.
enum TableText {
    /// The text of a whole table, or of its beginning.
    static func whole(_ bytes: [UInt8]) -> String {
        if let order = Wide(bytes) {
            // A piece may end within a character.
            return String(data: Data(bytes.dropFirst(2).prefix((bytes.count - 2) / 2 * 2)), encoding: order.encoding)
                ?? ""
        }
        let plain = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        return String(bytes: plain, encoding: .utf8) ?? old(plain)
    }

    /// A text without blanks and ends of lines around it; most have none, and need no tables of Unicode.
    static func trimmed(_ text: some StringProtocol) -> String {
        guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else { return "" }
        let plain: ClosedRange<Unicode.Scalar> = "!"..."~"
        return plain.contains(first) && plain.contains(last)
            ? String(text) : text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Bytes that are no UTF-8.
    static func old(_ bytes: [UInt8]) -> String {
        String(bytes: bytes, encoding: .windowsCP1252) ?? String(decoding: bytes, as: UTF8.self)
    }

    /// The lines of a file, in UTF-8 whatever their encoding.
    static func lines(of file: FileReader) throws(ImportFault) -> ByteLines {
        let head: [UInt8]
        do throws(FileFault) { head = try file.bytes(3, at: 0) } catch {
            throw .unreadable(reason: error.reason.number)
        }
        guard let order = Wide(head) else { return ByteLines(file, after: head == [0xEF, 0xBB, 0xBF] ? 3 : 0) }
        var left: [UInt8] = []
        return ByteLines(file, after: 2) { piece in
            var bytes = left + piece
            // A piece may end within a character, which the next one completes: half a unit, or the first of two.
            var end = bytes.count / 2 * 2
            if !piece.isEmpty, end > 0, order.unit(bytes, at: end - 2) & 0xFC00 == 0xD800 { end -= 2 }
            left = Array(bytes[end...])
            bytes.removeSubrange(end...)
            let units = stride(from: 0, to: bytes.count, by: 2).map { order.unit(bytes, at: $0) }
            return Array(String(decoding: units, as: UTF16.self).utf8)
        }
    }

    /// The order of bytes in UTF-16.
    private enum Wide {
        case big
        case little

        /// Reads the mark at the beginning.
        init?(_ bytes: [UInt8]) {
            if bytes.starts(with: [0xFF, 0xFE]) {
                self = .little
            } else if bytes.starts(with: [0xFE, 0xFF]) {
                self = .big
            } else {
                return nil
            }
        }

        var encoding: String.Encoding { self == .big ? .utf16BigEndian : .utf16LittleEndian }

        func unit(_ bytes: [UInt8], at index: Int) -> UInt16 {
            let (high, low) = self == .big ? (bytes[index], bytes[index + 1]) : (bytes[index + 1], bytes[index])
            return UInt16(high) << 8 | UInt16(low)
        }
    }
}
