// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Session

/// A file of contacts: vCard 2.1, 3.0 (RFC 2426) and 4.0 (RFC 6350), any number of cards.
final class VCardSource: ImportSource {
    /// A file of more bytes is none of contacts.
    static let limit = 256 << 20

    let rows: ImportedRows
    private(set) var bytesRead = 0
    private(set) var line = 0
    private let bytes: [UInt8]

    init(_ bytes: [UInt8], into rows: ImportedRows) {
        self.bytes = bytes
        self.rows = rows
    }

    func step() -> Bool {
        guard bytesRead < bytes.count else { return false }
        var card: Card?
        for property in VCardLines(bytes) {
            line = property.line
            switch (property.name, card) {
            case ("BEGIN", let open):
                if let open { rows.report.refuse(RefusedRow(line: open.line, reason: .brokenCard)) }
                card = Card(line: property.line)
            case ("END", let done?):
                rows.appendContact(named: done.name, numbers: done.numbers, line: done.line)
                card = nil
            case ("END", nil): break
            default: card?.add(property)
            }
        }
        if let card { rows.report.refuse(RefusedRow(line: card.line, reason: .brokenCard)) }
        bytesRead = bytes.count
        return true
    }
}

/// What is of use in one card.
private struct Card {
    let line: Int
    private var formatted: String?
    private var structured: String?
    private var other: String?
    /// Numbers and addresses of mail.
    private(set) var numbers: [(text: String, isWork: Bool)] = []

    init(line: Int) { self.line = line }

    /// The name that the card says, or the parts of one, or what else it is known by.
    var name: String? { formatted ?? structured ?? other }

    mutating func add(_ property: VCardProperty) {
        func said(_ text: String) -> String? {
            let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            return words.isEmpty ? nil : words
        }
        switch property.name {
        case "FN": formatted = formatted ?? said(property.text)
        case "N":
            // Family, given, additional, prefixes, suffixes: said in the order of speech.
            let parts = property.components
            let order = [3, 1, 2, 0, 4].filter { $0 < parts.count }.map { parts[$0] }
            structured = structured ?? said(order.joined(separator: " "))
        case "ORG", "NICKNAME": other = other ?? said(property.components.joined(separator: " "))
        case "TEL":
            var number = property.text
            if number.lowercased().hasPrefix("tel:") { number = String(number.dropFirst(4).prefix { $0 != ";" }) }
            guard let number = said(number), !numbers.contains(where: { $0.text == number }) else { return }
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
