// SPDX-License-Identifier: GPL-3.0-or-later

import Exchange
import Files
import Foundation
import SMSLogLogic

/// Contacts in a table.
enum ContactBook: MessageFormat {
    static let id = "contact-table"

    static func claims(_ file: SniffedFile) -> Bool { ContactTable.begins(file.longHead) }

    static func source(of path: String, in context: ImportContext) throws -> (any ImportSource, size: Int) {
        let bytes = try FileReader(path).bytes(limit: ContactTable.limit)
        return (ContactTable(bytes, into: context.rows), bytes.count)
    }

    static func mayBe(named name: String) -> Bool? {
        ["csv", "tsv", "tab"].contains(FileEnding.of(name)) ? true : nil
    }

    static func hasMessages(_ file: SniffedFile) -> Bool { false }
    static func isWhole(_ file: SniffedFile) -> Bool { true }
}

/// A table of contacts, as Google and Outlook write it: names and numbers in columns that say so.
final class ContactTable: ImportSource {
    /// A file of more bytes is none of contacts.
    static let limit = 64 << 20

    let rows: ImportedRows
    private(set) var bytesRead = 0
    private(set) var line = 0
    private let bytes: [UInt8]

    init(_ bytes: [UInt8], into rows: ImportedRows) {
        self.bytes = bytes
        self.rows = rows
    }

    /// Whether the first line of a text names columns of names and numbers.
    static func begins(_ bytes: [UInt8]) -> Bool {
        var table = CSVRows(TableText.whole(bytes))
        guard let head = table.next() else { return false }
        return Columns(head.fields) != nil
    }

    func step() -> Bool {
        guard bytesRead < bytes.count else { return false }
        bytesRead = bytes.count
        var table = CSVRows(TableText.whole(bytes))
        guard let head = table.next(), let columns = Columns(head.fields) else { return true }
        while let (fields, start) = table.next() {
            line = start
            guard fields.contains(where: { !$0.isEmpty }) else { continue }
            rows.appendContact(named: columns.name(in: fields), numbers: columns.numbers(in: fields), line: start)
        }
        return true
    }
}

/// Which columns of a table say what.
private struct Columns {
    private var whole: Int?
    private var parts: [Int] = []
    private var firm: Int?
    /// Columns of numbers, with the one that says of which kind they are.
    private var phones: [(number: Int, kind: Int?, isWork: Bool)] = []
    /// Columns of addresses of mail.
    private var mails: [Int] = []

    /// Of the names of the columns; nil where there are none of names, or none of numbers.
    init?(_ head: [String]) {
        let names = head.map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
        whole = names.firstIndex { ["name", "display name", "full name", "file as"].contains($0) }
        for part in [["first name", "given name"], ["middle name", "additional name"], ["last name", "family name"]] {
            if let index = names.firstIndex(where: part.contains) { parts.append(index) }
        }
        firm = names.firstIndex { ["organization name", "organization 1 - name", "company"].contains($0) }
        for (index, name) in names.enumerated() where name.contains("phone") || name.contains("mobile") {
            guard !name.hasSuffix("type"), !name.hasSuffix("label"), !name.contains("phonetic") else { continue }
            let stem = name.replacing(" - value", with: "")
            let kind = names.firstIndex { $0 == stem + " - label" || $0 == stem + " - type" }
            phones.append((index, kind, name.contains("business") || name.contains("work")))
        }
        mails = names.indices.filter { index in
            let name = names[index].replacing("e-mail", with: "email")
            return name.hasPrefix("email") && !["type", "label", "display name"].contains { name.hasSuffix($0) }
        }
        guard !phones.isEmpty || !mails.isEmpty, whole != nil || !parts.isEmpty else { return nil }
    }

    func name(in fields: [String]) -> String? {
        let said = parts.map { value($0, fields) }.filter { !$0.isEmpty }.joined(separator: " ")
        return [whole.map { value($0, fields) }, said, firm.map { value($0, fields) }].compactMap { $0 }
            .first { !$0.isEmpty }
    }

    /// Numbers and addresses of mail, each once.
    func numbers(in fields: [String]) -> [(text: String, isWork: Bool)] {
        var known: Set<String> = []
        let mails = mails.flatMap { value($0, fields).split(separator: " ::: ") }
            .compactMap { MailAddress.text(String($0)) }.map { (text: $0, isWork: false) }
        return (numbersAlone(in: fields) + mails).filter { known.insert($0.text).inserted }
    }

    private func numbersAlone(in fields: [String]) -> [(text: String, isWork: Bool)] {
        phones.flatMap { phone in
            let isWork = phone.isWork || phone.kind.map { value($0, fields).lowercased().contains("work") } ?? false
            // Google joins several of one kind.
            return value(phone.number, fields).split(separator: " ::: ").map { (String($0), isWork) }
        }
    }

    private func value(_ index: Int, _ fields: [String]) -> String {
        index < fields.count ? fields[index].split(whereSeparator: \.isWhitespace).joined(separator: " ") : ""
    }
}
