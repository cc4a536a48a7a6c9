// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import Foundation
import SMSLogLogic

/// Contacts in a table, as Google and Outlook write it: names and numbers in columns named so.
enum ContactTable: MessageFormat {
    static let id = "contact-table"

    static func claims(_ file: SniffedFile) -> Bool { begins(file.longHead) }

    static func source(of path: String, in context: ImportContext) throws -> (any ImportSource, size: Int) {
        try context.whole(path, limit: 64 << 20, read)
    }

    static func mayBe(named name: String) -> Bool? {
        ["csv", "tsv", "tab"].contains(FileEnding.of(name)) ? true : nil
    }

    static func hasMessages(_ file: SniffedFile) -> Bool { false }
    static func isWhole(_ file: SniffedFile) -> Bool { true }

    /// Whether the first line of a text that is not empty names columns of names and numbers.
    static func begins(_ bytes: [UInt8]) -> Bool {
        var table = CSVRows(TableText.whole(bytes))
        while let row = table.next() {
            if row.fields.contains(where: { !$0.isEmpty }) { return Columns(row.fields) != nil }
        }
        return false
    }

    static func read(_ file: WholeFile) throws {
        let table = TableReader(ByteLines(file.bytes))
        guard let head = try TableOutline.first(of: table), let columns = Columns(head) else { return }
        while let row = try table.next() {
            file.line = table.start
            switch row {
            case .fields(let fields) where fields.contains { !$0.isEmpty }:
                file.rows.appendContact(
                    named: columns.name(in: fields), numbers: columns.numbers(in: fields), line: file.line)
            case .fields: break
            case .broken: file.rows.report.refuse(RefusedRow(line: file.line, reason: .brokenRow))
            }
        }
    }
}

/// The meaning of the columns of a table.
private struct Columns {
    private var whole: Int?
    private var parts: [Int] = []
    private var firm: Int?
    /// Columns of numbers, with the one that says their kind.
    private var phones: [(number: Int, kind: Int?, isWork: Bool)] = []
    /// Columns of addresses of mail.
    private var mails: [Int] = []

    /// The columns of these names; `nil` if there are none of names, or none of numbers.
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
        index < fields.count ? fields[index].words ?? "" : ""
    }
}
