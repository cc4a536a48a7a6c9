// SPDX-License-Identifier: GPL-3.0-or-later

/// How the bytes of a document stand for characters.
enum XMLEncoding: Equatable {
    case utf8
    case utf16LittleEndian
    case utf16BigEndian
    case latin1
    case windows1252
}

extension XMLEncoding {
    /// How far into a document its declaration is looked for; real ones end within a hundred bytes.
    private static let declarationLimit = 1024

    /// Tells the encoding from the first bytes: by the byte order mark, by the shape of the bytes, and only then by
    /// the declaration, since programs write declarations that are not true of their bytes.
    ///
    /// - Returns: The encoding and the length of the byte order mark; nil if more bytes are needed to tell.
    /// - Throws: `XMLFault.unsupportedEncoding`.
    static func detect(
        in head: UnsafeBufferPointer<UInt8>, isLast: Bool
    ) throws(XMLFault) -> (encoding: XMLEncoding, mark: Int)? {
        guard head.count >= 4 || isLast else { return nil }
        if head.starts(with: [0xFF, 0xFE, 0, 0]) { throw .unsupportedEncoding(name: "UTF-32LE") }
        if head.starts(with: [0, 0, 0xFE, 0xFF]) { throw .unsupportedEncoding(name: "UTF-32BE") }
        if head.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if head.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
        if head.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
        if head.count >= 2 {
            // A document starts with "<" or white space, and in UTF-16 one byte of each of these is zero.
            if head[0] == 0, head[1] != 0 { return (.utf16BigEndian, 0) }
            if head[0] != 0, head[1] == 0 { return (.utf16LittleEndian, 0) }
        }
        let opening = "<?xml".utf8
        guard head.starts(with: opening) else {
            let mayBecomeOne = head.count < opening.count && opening.starts(with: head)
            return mayBecomeOne && !isLast ? nil : (.utf8, 0)
        }
        let searched = head.prefix(declarationLimit)
        guard let end = searched.firstIndex(of: UInt8(ascii: ">")) else {
            return isLast || head.count >= declarationLimit ? (.utf8, 0) : nil
        }
        return (try encoding(declaredIn: String(decoding: searched[..<end], as: UTF8.self)), 0)
    }

    private static func encoding(declaredIn declaration: String) throws(XMLFault) -> XMLEncoding {
        guard let name = name(declaredIn: declaration) else { return .utf8 }
        switch name.uppercased() {
        // Bytes in UTF-16 were told by their zeros before: one that declares it and comes here is mistaken.
        case "UTF-8", "UTF8", "US-ASCII", "ASCII", "UTF-16", "UTF-16LE", "UTF-16BE", "UTF16", "UCS-2": return .utf8
        case "ISO-8859-1", "ISO8859-1", "ISO_8859-1", "LATIN1", "LATIN-1": return .latin1
        case "WINDOWS-1252", "CP1252", "CP-1252": return .windows1252
        default: throw .unsupportedEncoding(name: name)
        }
    }

    /// What stands in quotes after the word `encoding`.
    private static func name(declaredIn declaration: String) -> String? {
        let fields = declaration.split(separator: "=", omittingEmptySubsequences: false)
        for (label, rest) in zip(fields, fields.dropFirst())
        where label.split(whereSeparator: \.isWhitespace).last == "encoding" {
            let quoted = rest.drop(while: \.isWhitespace)
            guard let quote = quoted.first, quote == "'" || quote == "\"" else { return nil }
            return String(quoted.dropFirst().prefix { $0 != quote })
        }
        return nil
    }
}
