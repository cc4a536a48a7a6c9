// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Cuts text into the tokens by which it is found, the same for every store.
///
/// A token is a run of letters, digits and their marks, without regard to case and diacritics. Scripts that are
/// written without blanks have no words to cut at; a run of them becomes its overlapping pairs and its last character,
/// so that any part of it can be found: 你好吗 is 你好, 好吗, 吗. Everything else separates, unless pictures are searched
/// too: those are such a script.
///
/// In SQLite the text goes to an FTS5 table with `tokenize = 'ascii'`, which keeps every byte above 0x7F together and
/// folds the case of ASCII. Source: https://www.sqlite.org/fts5.html#ascii_tokenizer
public enum SearchText {
    /// The most bytes of a token that count: as many as FTS5 keeps (`FTS5_MAX_TOKEN_SIZE`).
    static let longestToken = 32_768

    /// The tokens, in order.
    public static func tokens(of text: String, _ signs: SearchSigns = .letters) -> [String] {
        var writer = TokenWriter(signs)
        writer.write(text)
        return writer.tokens
    }

    /// The text for FTS5: its tokens, as seen by its `ascii` tokenizer, are `tokens(of:)`.
    ///
    /// ASCII is returned unchanged, at the cost of one look at its bytes.
    public static func indexText(of text: String, _ signs: SearchSigns = .letters) -> String {
        guard !isASCII(text) else { return text }
        var writer = TokenWriter(signs)
        writer.write(text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Whether each byte of a text is a character.
    public static func isASCII(_ text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { bytes in
            let raw = UnsafeRawBufferPointer(bytes)
            var offset = 0
            // Eight bytes at a time: this runs over every message of an import.
            while offset + 8 <= raw.count {
                let word = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                if word & 0x8080_8080_8080_8080 != 0 { return false }
                offset += 8
            }
            while offset < raw.count {
                if raw[offset] >= 0x80 { return false }
                offset += 1
            }
            return true
        } ?? text.utf8.allSatisfy { $0 < 0x80 }
    }

    /// Whether a text is one word of ASCII.
    static func isPlainWord(_ text: String) -> Bool {
        1...longestToken ~= text.utf8.count && text.utf8.allSatisfy { folded($0) != 0 }
    }

    /// A letter or digit of ASCII in lower case; 0 for what separates words.
    static func folded(_ byte: UInt8) -> UInt8 {
        let lower = byte | 0x20
        if lower &- UInt8(ascii: "a") < 26 { return lower }
        return byte &- UInt8(ascii: "0") < 10 ? byte : 0
    }
}

/// Writes the tokens of a text, each followed by a blank.
struct TokenWriter {
    /// The tokens in UTF-8, each followed by a blank.
    private(set) var bytes: [UInt8] = []
    /// The number of characters of the run of unspaced script that the last token ends; 0 after a word.
    private(set) var lengthOfLastRun = 0

    private let signs: SearchSigns
    private var startOfWord: Int?
    private var lengthOfRun = 0
    /// The UTF-8 of the last character of the current run.
    private var pending: [UInt8] = []

    init(_ signs: SearchSigns) { self.signs = signs }

    /// The tokens written so far.
    var tokens: [String] {
        bytes.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Writes a text’s tokens; a word or a run ends with it.
    mutating func write(_ text: String) {
        let text = Self.composed(signs == .pictures ? Self.widened(text) : text)
        bytes.reserveCapacity(bytes.count + text.utf8.count + 16)
        for scalar in text.unicodeScalars { write(scalar) }
        endToken()
    }

    private mutating func write(_ scalar: Unicode.Scalar) {
        switch SearchFolding.role(of: scalar, among: signs) {
        case .word:
            if !pending.isEmpty { endToken() }
            let start = startOfWord ?? bytes.count
            startOfWord = start
            let length = bytes.count
            SearchFolding.append(scalar, to: &bytes)
            if bytes.count - start > SearchText.longestToken { bytes.removeSubrange(length...) }
        case .unspaced:
            if startOfWord != nil { endToken() }
            let character = Array(UTF8.encode(scalar) ?? .init())
            if !pending.isEmpty {
                bytes += pending
                bytes += character
                bytes.append(0x20)
            }
            pending = character
            lengthOfRun += 1
        case .ignored: break
        case .separator: endToken()
        }
    }

    private mutating func endToken() {
        if !pending.isEmpty {
            bytes += pending
            bytes.append(0x20)
            lengthOfLastRun = lengthOfRun
            pending = []
            lengthOfRun = 0
        } else if startOfWord != nil {
            bytes.append(0x20)
            lengthOfLastRun = 0
            startOfWord = nil
        }
    }

    /// The text with letters of half width, kana and Hangul, as those of full width.
    private static func widened(_ text: String) -> String {
        func isNarrow(_ scalar: Unicode.Scalar) -> Bool { (0xFF65...0xFFDC).contains(scalar.value) }
        guard text.unicodeScalars.contains(where: isNarrow) else { return text }
        var result = ""
        var narrow = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isNarrow(scalar) {
                narrow.append(scalar)
            } else {
                // Together: the mark behind a letter is a part of it.
                if !narrow.isEmpty { result += String(narrow).precomposedStringWithCompatibilityMapping }
                narrow.removeAll()
                result.unicodeScalars.append(scalar)
            }
        }
        return result + String(narrow).precomposedStringWithCompatibilityMapping
    }

    /// The text with composed marks and letters, if its scripts need it.
    ///
    /// Latin, Greek and Cyrillic lose their marks anyway; composing every text would cost more than all the rest.
    private static func composed(_ text: String) -> String {
        let needsIt = text.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x0900...0x0DFF, 0x1100...0x11FF, 0x3099...0x309A: true
            default: false
            }
        }
        return needsIt ? text.precomposedStringWithCanonicalMapping : text
    }
}

/// The role of each character in a token, and its folded form.
enum SearchFolding {
    /// The role of a character.
    enum Role: UInt8 {
        /// Ends a token.
        case separator
        /// Is passed over: a diacritic, a joiner, a variation selector.
        case ignored
        /// Is part of a word.
        case word
        /// Belongs to a script in which a word is looked for by any two characters: those written without blanks, and
        /// Hangul.
        case unspaced
    }

    /// Latin, Greek, Cyrillic and Armenian by their own number: role in the low byte, then the folded bytes.
    ///
    /// To make it takes as long as several searches: ASCII does without.
    private static let common: [UInt64] = (0..<commonEnd).map { packed(Unicode.Scalar($0) ?? " ") }
    private static let commonEnd: UInt32 = 0x0590

    static func role(of scalar: Unicode.Scalar, among signs: SearchSigns) -> Role {
        let value = scalar.value
        if value < 0x80 { return SearchText.folded(UInt8(value)) == 0 ? .separator : .word }
        if value < commonEnd { return Role(rawValue: UInt8(common[Int(value)] & 0xFF)) ?? .separator }
        let role = computedRole(of: scalar)
        return role == .separator && signs == .pictures ? pictureRole(of: scalar) : role
    }

    /// The role of a character other than a letter: pictures are adjacent like those of a script without blanks.
    private static func pictureRole(of scalar: Unicode.Scalar) -> Role {
        switch scalar.value {
        // Colours of skin, and the letters of a flag’s region.
        case 0x1F3FB...0x1F3FF, 0xE0020...0xE007F: .ignored
        case 0x2300...:
            scalar.properties.generalCategory == .otherSymbol || scalar.properties.isEmoji ? .unspaced : .separator
        default: .separator
        }
    }

    /// Appends what a character of role `word` becomes.
    static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        if scalar.value < 0x80 { return bytes.append(SearchText.folded(UInt8(scalar.value))) }
        guard scalar.value < commonEnd else {
            bytes += folded(scalar)
            return
        }
        var rest = common[Int(scalar.value)] >> 8
        while rest != 0 {
            bytes.append(UInt8(rest & 0xFF))
            rest >>= 8
        }
    }

    private static func packed(_ scalar: Unicode.Scalar) -> UInt64 {
        let role = computedRole(of: scalar)
        guard role == .word else { return UInt64(role.rawValue) }
        let bytes = folded(scalar)
        // Seven bytes have room; no character of these scripts folds to more than four.
        return bytes.prefix(7).reversed().reduce(0) { $0 << 8 | UInt64($1) } << 8 | UInt64(role.rawValue)
    }

    /// The character in lower case without its diacritics, in UTF-8.
    ///
    /// By way of the upper case, as Unicode’s case folding does it: ß becomes ss, both lower-case sigmas become one.
    private static func folded(_ scalar: Unicode.Scalar) -> [UInt8] {
        switch scalar.value {
        // Full-width forms of ASCII stand 0xFEE0 above it.
        case 0xFF10...0xFF19, 0xFF41...0xFF5A: return [UInt8(scalar.value - 0xFEE0)]
        case 0xFF21...0xFF3A: return [UInt8(scalar.value - 0xFEE0 + 0x20)]
        default: break
        }
        let lower = scalar.properties.uppercaseMapping.lowercased()
        let isPlain = lower.unicodeScalars.allSatisfy { $0.value < 0x80 } || !mayDecompose(scalar)
        let text = isPlain ? lower : lower.decomposedStringWithCanonicalMapping
        return text.unicodeScalars.filter { !isDiacritic($0) }.flatMap { Array($0.utf8) }
    }

    private static func mayDecompose(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < commonEnd || (0x1E00...0x1FFF).contains(scalar.value)
    }

    private static func isDiacritic(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
        default: false
        }
    }

    private static func computedRole(of scalar: Unicode.Scalar) -> Role {
        if isDiacritic(scalar) { return .ignored }
        switch scalar.value {
        case 0x00AD, 0x200B...0x200D, 0x2060, 0xFE00...0xFE0F, 0xFEFF, 0xE0100...0xE01EF: return .ignored
        // Thai and Lao, Myanmar, Khmer.
        case 0x0E01...0x0EFF, 0x1000...0x109F, 0x1780...0x17DD: return .unspaced
        // 々〆〇, kana, Bopomofo, Han and its extensions, half-width kana.
        case 0x3005...0x3007, 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x312F, 0x31A0...0x31BF,
            0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF66...0xFF9F, 0x20000...0x3FFFF:
            return .unspaced
        // Hangul: its words carry their endings, and compounds are written as one.
        case 0x1100...0x11FF, 0x3131...0x318E, 0xA960...0xA97C, 0xAC00...0xD7FB: return .unspaced
        default: break
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
            return .word
        default: return .separator
        }
    }
}

/// A number for a text, equal for equal ones in every process, so that stores can keep it (64-bit FNV-1a, RFC 9923).
public struct TextHash: Hashable, Sendable {
    /// The number so far.
    public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The number of no text.
    public init() {}

    /// The number of a text.
    public init(_ text: String) { add(text) }

    /// Continues with a text.
    public mutating func add(_ text: String) {
        for byte in text.utf8 { add(byte) }
    }

    /// Continues with one byte; one that UTF-8 never has keeps two texts apart.
    public mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
}
