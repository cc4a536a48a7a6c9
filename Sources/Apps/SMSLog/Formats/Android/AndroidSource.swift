// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumFiles
import AtriumZipReader
import Foundation
import SMSLogLogic

/// SMS Import/Export: lines or an array of JSON, or an archive of such lines and of the files of parts; or another
/// program’s lines, whose rows are none of these.
enum Android: MessageFormat {
    static let id = "sms-import-export"
    private static let ends: Set = ["json", "jsonl", "ndjson"]

    /// The same sealed with a password, which is not read.
    private static func isSealed(_ file: SniffedFile) -> Bool { file.text.hasPrefix("SSEF") }

    static func claims(_ file: SniffedFile) -> Bool { file.isZip || file.isJSON || isSealed(file) }

    static func accepts(_ file: SniffedFile) -> Bool { !file.longHead.isEmpty && ends.contains(file.end) }

    static func source(of path: String, in context: ImportContext) throws -> (any ImportSource, size: Int) {
        let file = try FileReader(path)
        let head = try SniffedFile(file, at: path)
        if isSealed(head) { throw ImportFault.sealed }
        if head.isZip {
            let archive = try AndroidArchive(path)
            let messages = try FileReader(archive.messages)
            return (
                AndroidSource(ByteLines(messages), into: context.rows) { archive.data($0) }, messages.status.size
            )
        }
        // An unpacked archive has the files of parts in a folder beside it.
        let data = FilesBeside.of(path, in: "data/")
        return (AndroidSource(ByteLines(file), into: context.rows, data: data), file.status.size)
    }

    static func mayBe(named name: String) -> Bool? { ends.contains(FileEnding.of(name)) ? true : nil }

    static func hasMessages(_ file: SniffedFile) -> Bool {
        guard !isSealed(file) else { return false }
        guard !file.isZip else { return (try? AndroidArchive(file.path)) != nil }
        return file.begins(
            with: ["\"msg_box\"", "\"m_type\"", "\"date_sent\"", "\"duration\"", "\"backupType\""])
    }

    static func isWhole(_ file: SniffedFile) -> Bool { file.isZip || isSealed(file) }

    /// Its archive has the messages in lines, and the files of their parts in a folder.
    static func reads(archive path: String) -> Bool {
        guard let archive = try? ZipArchive(path: path) else { return false }
        while let entry = try? archive.next() {
            if entry.path.hasSuffix(".ndjson") || entry.path.hasPrefix("data/") { return true }
        }
        return false
    }

    static func owns(folder name: String, in content: FolderContent) -> Bool {
        name == "data"
            && content.files.contains { file in
                content.sniffed(file).map { $0.format == Self.self && !isWhole($0) } ?? false
            }
    }
}

/// A file of SMS Import/Export: an object of JSON a line, or an array of them.
final class AndroidSource: ImportSource {
    /// The most rows of another program; a file with more is that program’s.
    private static let mostUnknown = 100

    let rows: ImportedRows
    var line: Int { input.count }
    private let input: ByteLines
    private let android: AndroidRows
    private var escapes = JSONEscapes()
    /// The rows before any row of a known kind: for a file of another program they are not reported one by one.
    private var unknown: [RefusedRow] = []
    private var hasKnown = false

    /// - Parameter data: The bytes of a part’s file, which may lie beside the messages.
    init(_ input: ByteLines, into rows: ImportedRows, data: @escaping (String) -> [UInt8]? = { _ in nil }) {
        self.input = input
        self.rows = rows
        android = AndroidRows(rows: rows, data: data)
    }

    var bytesRead: Int { input.bytesRead }
    var replacedCharacters: Int { escapes.replaced }

    func step() throws -> Bool {
        if try input.step(add) { return true }
        guard unknown.isEmpty else { throw ImportFault.unknownJSON }
        return false
    }

    private func add(_ text: [UInt8]) throws(ImportFault) {
        guard let first = text.first(where: { $0 > 0x20 }) else { return }
        guard first != UInt8(ascii: "[") else { return try addArray(text) }
        try add(text[...], at: line)
    }

    /// An array may go over any number of lines, or stand in one.
    private func addArray(_ start: [UInt8]) throws(ImportFault) {
        let first = line
        var elements = JSONElements(try input.rest(from: start), line: first)
        while let element = elements.next() { try add(element.text, at: element.line) }
        if !elements.isClosed, unknown.isEmpty { throw .truncated(line: line) }
    }

    private func add(_ text: ArraySlice<UInt8>, at line: Int) throws(ImportFault) {
        guard let row = escapes.row(text) else {
            return try refuse(RefusedRow(line: line, reason: .brokenJSON))
        }
        for row in FossifyRow.rows(row) ?? [row] { try add(row, at: line) }
    }

    private func add(_ row: JSONRow, at line: Int) throws(ImportFault) {
        guard let kind = AndroidKind(row) else { return try refuse(RefusedRow(line: line, reason: .missingDate)) }
        if kind == .blockedNumber { throw .blockedNumbers }
        hasKnown = true
        for row in unknown { rows.report.refuse(row) }
        unknown = []
        android.add(row, kind, line: line)
    }

    private func refuse(_ row: RefusedRow) throws(ImportFault) {
        guard !hasKnown else { return rows.report.refuse(row) }
        unknown.append(row)
        guard unknown.count < Self.mostUnknown else { throw .unknownJSON }
    }
}

/// An archive of SMS Import/Export: messages, a line each, and the files of their parts.
struct AndroidArchive {
    /// The file of the messages.
    let messages: String
    private let files: UnpackedMessages

    /// Unpacks an archive.
    ///
    /// - Throws: `ImportFault`.
    init(_ path: String) throws(ImportFault) {
        var messages: String?
        files = try UnpackedMessages(path) { path, name in
            if path.hasPrefix("data/") { return .part }
            guard name.hasSuffix(".ndjson") || name.hasSuffix(".json") else { return .none }
            messages = messages ?? name
            return .messages(name)
        }
        guard let messages else { throw .archiveWithoutMessages }
        self.messages = files.path(messages)
    }

    /// The bytes of a part’s file; `nil` if it is not there.
    func data(_ name: String) -> [UInt8]? { files.data(name) }
}
