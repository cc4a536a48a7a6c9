// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSession
import Foundation
import SMSLogLogic

/// Contacts in vCards.
enum VCard: MessageFormat {
    static let id = "vcard"

    static func claims(_ file: SniffedFile) -> Bool { file.text.uppercased().hasPrefix("BEGIN:VCARD") }

    static func source(of path: String, in context: ImportContext) throws -> (any ImportSource, size: Int) {
        try context.whole(path, limit: 256 << 20, read)
    }

    static func mayBe(named name: String) -> Bool? {
        ["vcf", "vcard"].contains(FileEnding.of(name)) ? true : nil
    }

    static func hasMessages(_ file: SniffedFile) -> Bool { false }
    static func isWhole(_ file: SniffedFile) -> Bool { true }
}

extension VCard {
    /// Reads a file of vCard 2.1, 3.0 (RFC 2426) or 4.0 (RFC 6350), with any number of cards.
    static func read(_ file: WholeFile) {
        let rows = file.rows
        var card: Card?
        // The first line behind the last card, if that belongs to a card whose beginning is lost.
        var stray: Int?
        for property in VCardLines(file.bytes) {
            file.line = property.line
            switch (property.name, card) {
            case ("BEGIN", let open):
                if let open { rows.report.refuse(RefusedRow(line: open.line, reason: .brokenCard)) }
                card = Card(line: property.line)
                stray = nil
            case ("END", let done?):
                rows.appendContact(named: done.name, numbers: done.numbers, line: done.line)
                card = nil
            case ("END", nil):
                rows.report.refuse(RefusedRow(line: stray ?? property.line, reason: .headlessCard))
                stray = nil
            case (_, nil): stray = stray ?? property.line
            default: card?.add(property)
            }
        }
        if let card { rows.report.refuse(RefusedRow(line: card.line, reason: .brokenCard)) }
    }
}

/// The name and the numbers of one card.
private struct Card {
    let line: Int
    private var formatted: String?
    private var structured: String?
    private var other: String?
    /// Numbers and addresses of mail.
    private(set) var numbers: [(text: String, isWork: Bool)] = []

    init(line: Int) { self.line = line }

    /// The name on the card, or the parts of one, or its other name.
    var name: String? { formatted ?? structured ?? other }

    mutating func add(_ property: VCardProperty) {
        switch property.name {
        case "FN": formatted = formatted ?? property.text.words
        case "N":
            // Family, given, additional, prefixes, suffixes: said in the order of speech.
            let parts = property.components
            let order = [3, 1, 2, 0, 4].filter { $0 < parts.count }.map { parts[$0] }
            structured = structured ?? order.joined(separator: " ").words
        case "ORG", "NICKNAME": other = other ?? property.components.joined(separator: " ").words
        case "TEL":
            var number = property.text
            if number.lowercased().hasPrefix("tel:") { number = String(number.dropFirst(4).prefix { $0 != ";" }) }
            guard let number = number.words, !numbers.contains(where: { $0.text == number }) else { return }
            numbers.append((number, property.types.contains("WORK")))
        case "EMAIL":
            // Messages come from addresses of mail, too.
            guard let mail = MailAddress.text(property.text), !numbers.contains(where: { $0.text == mail }) else {
                return
            }
            numbers.append((mail, false))
        default: break
        }
    }
}

struct VCardProperty {
    /// The line on which it begins, from 1.
    let line: Int
    /// Its name in capitals, without the group that it is in.
    let name: String
    /// The types that it says it is of, in capitals.
    let types: Set<String>
    /// Its value as it is written, encodings undone.
    private let value: String

    var text: String { Self.unescaped(value[...]) }

    /// The parts of the value.
    var components: [String] {
        var parts: [String] = []
        var part = value.startIndex
        var index = part
        while index < value.endIndex {
            if value[index] == "\\" {
                index = value.index(index, offsetBy: 2, limitedBy: value.endIndex) ?? value.endIndex
                continue
            }
            if value[index] == ";" {
                parts.append(Self.unescaped(value[part..<index]))
                part = value.index(after: index)
            }
            index = value.index(after: index)
        }
        return parts + [Self.unescaped(value[part...])]
    }

    private static func unescaped(_ text: Substring) -> String {
        guard text.contains("\\") else { return String(text) }
        var plain = ""
        var isEscaped = false
        for character in text {
            if isEscaped {
                plain.append(character == "n" || character == "N" ? "\n" : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                plain.append(character)
            }
        }
        return plain
    }
}

extension VCardProperty {
    /// The property of a line without its end; `nil` for a line without one.
    init?(_ bytes: [UInt8], line: Int) {
        var isQuoted = false
        let colon = bytes.firstIndex { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return byte == UInt8(ascii: ":") && !isQuoted
        }
        guard let colon else { return nil }
        let head = String(decoding: bytes[..<colon], as: UTF8.self).uppercased().split(separator: ";")
        guard let name = head.first?.split(separator: ".").last else { return nil }
        self.line = line
        self.name = String(name).trimmingCharacters(in: .whitespaces)
        var types: Set<String> = []
        var encoding = ""
        var charset = ""
        for parameter in head.dropFirst() {
            let parts = parameter.split(separator: "=", maxSplits: 1).map(String.init)
            let value = (parts.last ?? "").filter { $0 != "\"" }
            switch parts.count > 1 ? parts[0] : "TYPE" {
            // In 2.1 a value may stand without its name.
            case "TYPE": types.formUnion(value.split(separator: ",").map(String.init))
            case "ENCODING": encoding = value
            case "CHARSET": charset = value
            default: break
            }
        }
        self.types = types
        let isQuotedPrintable = encoding == "QUOTED-PRINTABLE" || types.contains("QUOTED-PRINTABLE")
        let raw = Array(bytes[(colon + 1)...])
        value = Self.text(isQuotedPrintable ? EscapedBytes.decoded(raw, sign: UInt8(ascii: "=")) : raw, charset)
    }

    /// Whether a line goes on in the next one as quoted-printable (RFC 2045, 6.7), in which “=” stands for the break.
    static func isQuotedPrintable(_ bytes: [UInt8]) -> Bool {
        guard bytes.last == UInt8(ascii: "="), let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return false }
        return String(decoding: bytes[..<colon], as: UTF8.self).uppercased().contains("QUOTED-PRINTABLE")
    }

    private static func text(_ bytes: [UInt8], _ charset: String) -> String {
        let encoding: String.Encoding? =
            switch charset {
            case "ISO-8859-1", "LATIN1": .isoLatin1
            case "WINDOWS-1252", "CP1252": .windowsCP1252
            case "WINDOWS-1250": .windowsCP1250
            case "WINDOWS-1251": .windowsCP1251
            case "UTF-16": .utf16
            default: nil
            }
        if let encoding, let text = String(data: Data(bytes), encoding: encoding) { return text }
        // Old phones write the encoding of their country without naming it.
        return String(bytes: bytes, encoding: .utf8) ?? String(bytes: bytes, encoding: .windowsCP1252)
            ?? String(decoding: bytes, as: UTF8.self)
    }
}

/// The properties of a file of cards, with lines that are folded or broken joined.
struct VCardLines: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var index = 0
    private var line = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    mutating func next() -> VCardProperty? {
        while index < bytes.count {
            let start = line + 1
            var text = nextLine()
            while index < bytes.count {
                if VCardProperty.isQuotedPrintable(text) {
                    text.removeLast()
                    text += nextLine()
                } else if bytes[index] == UInt8(ascii: " ") || bytes[index] == UInt8(ascii: "\t") {
                    text += nextLine().dropFirst()
                } else {
                    break
                }
            }
            if let property = VCardProperty(text, line: start) { return property }
        }
        return nil
    }

    private mutating func nextLine() -> [UInt8] {
        line += 1
        let end = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        var text = bytes[index..<end]
        if text.last == UInt8(ascii: "\r") { text.removeLast() }
        index = Swift.min(end + 1, bytes.count)
        return Array(text)
    }
}
