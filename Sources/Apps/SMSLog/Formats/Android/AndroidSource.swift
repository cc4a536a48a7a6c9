// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import SMSLogDomain

/// A file of SMS Import/Export: an object of JSON a line, or an array of them.
final class AndroidSource: ImportSource {
    /// After so many rows of another program the file is that program’s.
    private static let mostUnknown = 100

    let rows: ImportedRows
    var line: Int { input.count }
    private let input: ByteLines
    private let android: AndroidRows
    private var escapes = JSONEscapes()
    /// What was read before any row of a kind that is known: of a file of another program it is not told row by row.
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

    /// The bytes of a part’s file; nil where it is not there.
    func data(_ name: String) -> [UInt8]? { files.data(name) }
}

/// The elements of an array of JSON as they are written, so that what is broken in one costs that one alone.
struct JSONElements: Sequence, IteratorProtocol {
    private let text: [UInt8]
    private var index: Int
    private var line: Int
    /// Whether the end of the array was seen.
    private(set) var isClosed = false

    /// - Parameters:
    ///   - text: An array, from its bracket or the blanks before it on.
    ///   - line: The line on which that begins.
    init(_ text: [UInt8], line: Int) {
        self.text = text
        self.line = line
        let bracket = text.firstIndex(of: UInt8(ascii: "["))
        index = bracket.map { $0 + 1 } ?? text.count
    }

    /// The next element and the line on which it begins; nil behind the last one.
    mutating func next() -> (text: ArraySlice<UInt8>, line: Int)? {
        while index < text.count, text[index] <= 0x20 || text[index] == UInt8(ascii: ",") { pass() }
        guard index < text.count, text[index] != UInt8(ascii: "]") else {
            isClosed = index < text.count
            return nil
        }
        let (start, first) = (index, line)
        passElement()
        return (text[start..<index], first)
    }

    private mutating func pass() {
        if text[index] == UInt8(ascii: "\n") { line += 1 }
        index += 1
    }

    private mutating func passElement() {
        var depth = 0
        var isText = false
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "\""): isText.toggle()
            case UInt8(ascii: "\\") where isText && index + 1 < text.count: pass()
            case _ where isText: break
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "]") where depth == 0, UInt8(ascii: ",") where depth == 0: return
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth = Swift.max(0, depth - 1)
            default: break
            }
            pass()
        }
    }
}

/// Reads objects of JSON that have escapes for what is no character, and counts those.
///
/// Programs write half a pair of surrogates where they have cut a text; of U+0000 no store and no list can make anything.
/// Each becomes U+FFFD.
struct JSONEscapes {
    private static let length = 6
    private static let replacement = Array("\\uFFFD".utf8)

    /// How many were replaced.
    private(set) var replaced = 0

    /// The row that a text is; nil for what is none.
    mutating func row(_ text: some Sequence<UInt8>) -> JSONRow? {
        JSONRow(try? JSONSerialization.jsonObject(with: mended(text)))
    }

    /// The same without such escapes, byte for byte as long.
    mutating func mended(_ text: some Sequence<UInt8>) -> Data {
        var text = Array(text)
        var index = text.firstIndex(of: UInt8(ascii: "\\")) ?? text.count
        while index < text.count {
            guard text[index] == UInt8(ascii: "\\") else {
                index += 1
                continue
            }
            guard let unit = Self.unit(in: text, at: index) else {
                // Whatever it stands for, what follows begins none.
                index += 2
                continue
            }
            if UTF16.isLeadSurrogate(unit), let next = Self.unit(in: text, at: index + Self.length),
                UTF16.isTrailSurrogate(next)
            {
                index += Self.length
            } else if unit == 0 || UTF16.isSurrogate(unit) {
                text.replaceSubrange(index..<index + Self.length, with: Self.replacement)
                replaced += 1
            }
            index += Self.length
        }
        return Data(text)
    }

    /// The unit of UTF-16 whose escape begins at an index.
    private static func unit(in text: [UInt8], at index: Int) -> UInt16? {
        guard index + length <= text.count, text[index] == UInt8(ascii: "\\"), text[index + 1] == UInt8(ascii: "u")
        else { return nil }
        var unit: UInt16 = 0
        for byte in text[index + 2..<index + length] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}
