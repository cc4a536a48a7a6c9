// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import SMSLogDomain

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
        var table = CSVRows(text(of: bytes))
        guard let head = table.next() else { return false }
        return Columns(head.fields) != nil
    }

    func step() -> Bool {
        guard bytesRead < bytes.count else { return false }
        bytesRead = bytes.count
        var table = CSVRows(Self.text(of: bytes))
        guard let head = table.next(), let columns = Columns(head.fields) else { return true }
        while let (fields, start) = table.next() {
            line = start
            guard fields.contains(where: { !$0.isEmpty }) else { continue }
            rows.appendContact(named: columns.name(in: fields), numbers: columns.numbers(in: fields), line: start)
        }
        return true
    }

    /// Google writes UTF-8 or, before, UTF-16; Outlook what its country has.
    private static func text(of bytes: [UInt8]) -> String {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            // A piece may end within a character.
            return String(data: Data(bytes.prefix(bytes.count / 2 * 2)), encoding: .utf16) ?? ""
        }
        let plain = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        return String(bytes: plain, encoding: .utf8) ?? String(bytes: plain, encoding: .windowsCP1252)
            ?? String(decoding: plain, as: UTF8.self)
    }
}

/// Which columns of a table say what.
private struct Columns {
    private var whole: Int?
    private var parts: [Int] = []
    private var firm: Int?
    /// Columns of numbers, with the one that says of which kind they are.
    private var phones: [(number: Int, kind: Int?, isWork: Bool)] = []

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
        guard !phones.isEmpty, whole != nil || !parts.isEmpty else { return nil }
    }

    func name(in fields: [String]) -> String? {
        let said = parts.map { value($0, fields) }.filter { !$0.isEmpty }.joined(separator: " ")
        return [whole.map { value($0, fields) }, said, firm.map { value($0, fields) }].compactMap { $0 }
            .first { !$0.isEmpty }
    }

    func numbers(in fields: [String]) -> [(text: String, isWork: Bool)] {
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
