// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Writes the tokens of a text, each followed by a blank.
struct TokenWriter {
    /// The tokens in UTF-8, each followed by a blank.
    private(set) var bytes: [UInt8] = []
    /// How many characters the run of unspaced script has of which the last token is the end; 0 after a word.
    private(set) var lengthOfLastRun = 0

    private let signs: SearchSigns
    private var startOfWord: Int?
    private var lengthOfRun = 0
    /// The UTF-8 of the last character of the run that is being written.
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

    /// The text with marks and letters put together, where its scripts need it.
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
