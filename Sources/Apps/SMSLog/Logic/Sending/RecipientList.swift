// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import Foundation

/// The recipients of one text, each with the values for its gaps: a table in text (RFC 4180).
///
/// The first line may name the columns, one of them `number`, `phone` or `to`, or else `name`; without such a line the first
/// column is the recipient, and the columns are called `1`, `2` and so on.
package struct RecipientList: Sendable {
    /// One line of the table.
    package struct Entry: Hashable, Sendable {
        /// The line of the file, from 1.
        package let line: Int
        /// A number, or words of a contact’s name.
        package let recipient: String
        fileprivate let fields: [String]
    }

    /// The possible names of the column of the recipients.
    private static let recipients: Set<String> = [
        "number", "phone", "to", "tel", "telephone", "mobile", "recipient", "numéro", "téléphone", "portable", "号码",
        "电话",
        "手机",
    ]

    /// Its possible names if it has contacts.
    private static let names: Set<String> = ["name", "contact", "nom", "姓名", "联系人"]

    /// The names of the columns.
    package let columns: [String]
    /// The lines with a recipient, in order.
    package let entries: [Entry]
    /// The lines without one, of which nothing can be sent.
    package let absent: [Entry]

    /// The list in a text.
    package init(_ text: String) {
        var rows = CSVRows(text.hasPrefix("\u{FEFF}") ? String(text.unicodeScalars.dropFirst()) : text)
        var all: [(fields: [String], line: Int)] = []
        while let row = rows.next() {
            let fields = row.fields.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
            if fields.contains(where: { !$0.isEmpty }) { all.append((fields, row.line)) }
        }
        let head = all.first?.fields.map { $0.lowercased() } ?? []
        let recipient = head.firstIndex(where: Self.recipients.contains) ?? head.firstIndex(where: Self.names.contains)
        if recipient != nil { all.removeFirst() }
        let width = all.map(\.fields.count).max() ?? 0
        columns = recipient != nil ? head : (0..<width).map { String($0 + 1) }
        let place = recipient ?? 0
        let lines = all.map { fields, line in
            Entry(line: line, recipient: fields.indices.contains(place) ? fields[place] : "", fields: fields)
        }
        entries = lines.filter { !$0.recipient.isEmpty }
        absent = lines.filter(\.recipient.isEmpty)
    }

    /// The first gap of a text that no column fills.
    func unknownGap(in text: String) -> String? { TextGaps.names(in: text).first { !columns.contains($0) } }

    /// The columns that a text names between single braces, which are not filled.
    package func lookalikes(in text: String) -> [String] { TextGaps.lookalikes(in: text).filter(columns.contains) }

    /// A text with its gaps filled.
    ///
    /// - Throws: `SMSLogFault.emptyListGap` if the list has no value for one of them.
    func filled(_ text: String, for entry: Entry) throws(SMSLogFault) -> String {
        let empty = TextGaps.names(in: text).first { field($0, of: entry).isEmpty }
        if let empty { throw .emptyListGap(empty) }
        return TextGaps.filling(text) { field($0, of: entry) }
    }

    /// The value of a line in a column; empty if it ends before.
    private func field(_ name: String, of entry: Entry) -> String {
        guard let column = columns.firstIndex(of: name), entry.fields.indices.contains(column) else { return "" }
        return entry.fields[column]
    }
}

/// The messages of a list.
package struct ListedMessages: Sendable {
    /// One message each.
    package internal(set) var drafts: [MessageDraft] = []
    /// The lines that send nothing, each with its fault; `nil` for a recipient who has a message already.
    package internal(set) var left: [(entry: RecipientList.Entry, fault: SMSLogFault?)] = []

    /// The number of messages to unknown numbers.
    package internal(set) var strangers = 0

    /// The number of parts that they take together.
    package var parts: Int { drafts.reduce(0) { $0 + MessageLength($1.content).parts } }
}

/// The values for the gaps of a text, as a user types them: `name=Ali time="6 in the evening"`.
///
/// A value ends where the next one begins, whether it is in quotation marks or not.
struct GapValues {
    /// The values by the words of the gaps, in small letters.
    private(set) var values: [String: String] = [:]

    /// Reads a line.
    ///
    /// - Throws: `SMSLogFault.badGapValue` for text in front of the first value.
    init(_ line: String) throws(SMSLogFault) {
        var rest = line[...].drop(while: \.isWhitespace)
        var last: String?
        while !rest.isEmpty {
            var word = rest.prefix { !$0.isWhitespace }
            if let equals = word.firstIndex(of: "="), Self.isGap(word[..<equals]) {
                let name = word[..<equals].lowercased()
                let value = rest[word.index(after: equals)...]
                if let quoted = Self.quoted(value) {
                    (values[name], last) = (String(quoted), name)
                    rest = value.dropFirst(quoted.count + 2).drop(while: \.isWhitespace)
                    continue
                }
                word = word[word.index(after: equals)...]
                (values[name], last) = (String(word), name)
            } else {
                guard let last else { throw .badGapValue(String(word)) }
                values[last, default: ""] += " " + word
            }
            rest = rest[word.endIndex...].drop(while: \.isWhitespace)
        }
    }

    private static func isGap(_ word: Substring) -> Bool {
        !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    }

    /// The text in quotation marks at the beginning, if a blank or nothing follows them.
    private static func quoted(_ text: Substring) -> Substring? {
        guard let mark = text.first, mark == "\"" || mark == "'" else { return nil }
        let inner = text.dropFirst()
        guard let end = inner.firstIndex(of: mark) else { return nil }
        let next = inner.index(after: end)
        return next == inner.endIndex || inner[next].isWhitespace ? inner[..<end] : nil
    }
}
