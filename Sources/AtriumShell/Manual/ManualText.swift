// SPDX-License-Identifier: GPL-3.0-or-later

/// Text as roff reads it: nothing of it is taken for a request or an escape.
enum ManualText {
    /// Paragraph text, a sentence a line, no line much longer than a terminal’s.
    ///
    /// mandoc and groff put a wider gap behind a sentence that ends its line, as English typography once wanted.
    static func lines(_ text: String) -> [String] {
        let words = text.split(whereSeparator: \.isWhitespace)
        var lines: [String] = []
        var line = ""
        for (index, word) in words.enumerated() {
            let escaped = escaped(word)
            let isLast = index == words.count - 1
            let endsSentence = endsSentence(word) && (isLast || words[index + 1].first?.isUppercase == true)
            // What only looks like the end of a sentence must not pass for one where its line ends.
            let ending = !endsSentence && ".!?".contains(word.last ?? " ") ? "\\&" : ""
            if line.isEmpty {
                line = escaped + ending
            } else if width(line) + width(escaped) >= widest {
                lines.append(line)
                line = escaped + ending
            } else {
                line += " " + escaped + ending
            }
            guard endsSentence || isLast else { continue }
            lines.append(line)
            line = ""
        }
        return lines.map(guarded)
    }

    private static func endsSentence(_ word: Substring) -> Bool {
        let marks = word.reversed().prefix { ".!?)”»".contains($0) }
        return marks.contains { ".!?".contains($0) } && marks.count <= 2 && marks.count < word.count
    }

    /// How long mandoc finds a line, which reads each character that is not ASCII as an escape of eight.
    private static func width(_ line: String) -> Int {
        line.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 8) }
    }

    /// One line, as it stands.
    static func verbatim(_ line: String) -> String {
        let text = line.unicodeScalars.reduce(into: "") { $0 += escaped($1, isLiteral: true) }
        return guarded(text)
    }

    /// An argument of a macro.
    static func argument(_ text: String) -> String {
        var escaped = verbatim(text).replacing("\"", with: "\\(dq")
        // A word that is itself the name of a macro would be called, and a mark alone would lose its blank.
        let isMacro = text.count < 4 && text.first?.isUppercase == true && text.dropFirst().allSatisfy(\.isLowercase)
        if isMacro || text.count == 1 && text.first?.isPunctuation == true { escaped = "\\&" + escaped }
        return text.contains(where: \.isWhitespace) || text.isEmpty ? "\"\(escaped)\"" : escaped
    }

    private static let widest = 78

    private static func guarded(_ line: String) -> String {
        line.hasPrefix(".") || line.hasPrefix("\\(aq") ? "\\&" + line : line
    }

    private static func escaped(_ word: Substring) -> String {
        var text = ""
        var before: Unicode.Scalar?
        for scalar in word.unicodeScalars {
            // Options keep their dashes, where others may become hyphens.
            if scalar == "-", before == nil || before == "-" || before == "[" {
                text += "\\-"
            } else {
                // Between East Asian characters a line may end without a blank.
                if let before, isWide(before), isWide(scalar), !closes(scalar), !opens(before) { text += "\\:" }
                text += escaped(scalar, isLiteral: false)
            }
            before = scalar
        }
        return text
    }

    private static func escaped(_ scalar: Unicode.Scalar, isLiteral: Bool) -> String {
        switch scalar {
        case "\\": "\\e"
        case "'": "\\(aq"
        case "`": "\\(ga"
        case "^": "\\(ha"
        case "~": "\\(ti"
        case "-" where isLiteral: "\\-"
        default: String(scalar)
        }
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        (0x2E80...0x9FFF).contains(scalar.value) || (0xFF00...0xFF60).contains(scalar.value)
    }

    private static func closes(_ scalar: Unicode.Scalar) -> Bool { "。，、；：？！）】」".unicodeScalars.contains(scalar) }
    private static func opens(_ scalar: Unicode.Scalar) -> Bool { "（【「".unicodeScalars.contains(scalar) }
}
