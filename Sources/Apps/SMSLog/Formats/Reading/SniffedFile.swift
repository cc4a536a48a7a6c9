// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumFiles
import AtriumSystems
import SMSLogLogic

/// A file that is imported, by its name and first bytes.
final class SniffedFile {
    /// The number of bytes to read.
    private static let head = 512
    /// The first line of a table may have a hundred names.
    private static let longestHead = 1 << 14

    let path: String
    /// Whether the user says that it is a table.
    let isTable: Bool
    /// Whether it can be looked at before it is read.
    let isRegular: Bool
    /// The first bytes.
    let bytes: [UInt8]
    /// The text of these, without the signs before it.
    let text: Substring
    /// The end of the name, in small letters.
    let end: String
    private let file: FileReader
    /// More of the first bytes, in UTF-8 if they are in UTF-16.
    private(set) lazy var longHead = isRegular ? Self.plain((try? file.bytes(Self.longestHead, at: 0)) ?? []) : []

    /// - Throws: `FileFault`.
    init(_ file: FileReader, at path: String, isTable: Bool = false) throws(FileFault) {
        self.file = file
        self.path = path
        self.isTable = isTable
        isRegular = file.status.kind == .regular
        bytes = isRegular ? try file.bytes(Self.head, at: 0) : []
        text = String(decoding: Self.plain(bytes), as: UTF8.self).drop { $0 == "\u{FEFF}" || $0.isWhitespace }
        end = FileEnding.of(path)
    }

    private static func plain(_ bytes: [UInt8]) -> [UInt8] { LineEnds.mended(WideText.utf8(bytes)) }

    /// A file of a folder, which is not a link; `nil` if it cannot be read.
    convenience init?(_ path: String) {
        guard let file = try? FileReader(path, followingLinks: false) else { return nil }
        try? self.init(file, at: path)
    }

    /// The format; a pipe, and what looks like nothing else, is taken for what any file may be meant as.
    var format: (any MessageFormat.Type)? {
        let claiming = isRegular ? messageFormats.first { $0.claims(self) } : nil
        return claiming ?? messageFormats.first { $0.accepts(self) }
    }

    /// Whether all of it is white space.
    var isBlank: Bool { isRegular && text.isEmpty && file.status.size <= bytes.count }

    /// Whether it is an archive.
    var isZip: Bool { bytes.starts(with: [0x50, 0x4B, 3, 4]) || bytes.starts(with: [0x50, 0x4B, 5, 6]) }

    /// Whether it begins as an object, or as an array of objects; sections of Gammu and messages of WhatsApp begin with
    /// a bracket, too.
    var isJSON: Bool {
        guard text.hasPrefix("[") else { return text.hasPrefix("{") }
        return text.dropFirst().first { !$0.isWhitespace }.map { "{]".contains($0) } ?? true
    }

    /// Whether one of these words stands in the first bytes.
    func begins(with words: [String]) -> Bool {
        let text = String(decoding: longHead, as: UTF8.self)
        return words.contains(where: text.contains)
    }

    /// Whether a file of a folder may be meant, by the end of its name.
    static func isCandidate(_ name: String) -> Bool { mayBe(named: name) == true }

    /// The same; `nil` for a name that says nothing, as that of a hidden file.
    static func mayBe(named name: String) -> Bool? {
        if FileEnding.of(name) == "gz" { return mayBe(named: String(name.dropLast(3))) }
        guard !name.hasPrefix(".") else { return nil }
        var may: Bool? = FileEnding.of(name) == "zip" ? true : nil
        for format in messageFormats {
            guard let says = format.mayBe(named: name) else { continue }
            guard says else { return false }
            may = true
        }
        return may
    }

    /// Whether it is not text, and no database: a picture, most often.
    var isBinary: Bool { bytes.contains(0) && !SQLiteHeader.begins(bytes) && WideText(bytes) == nil }

    /// Whether a file has messages of its own, as it begins.
    static func isOfMessages(_ path: String) -> Bool {
        guard let file = SniffedFile(path), file.isZip || !file.isBinary else { return false }
        return file.format?.hasMessages(file) ?? false
    }
}

/// The ends of files’ names.
enum FileEnding {
    /// The end of a name, in small letters.
    static func of(_ name: String) -> String { name.split(separator: ".").last.map { $0.lowercased() } ?? "" }
}
