// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSession

/// A page of the manual, in the mdoc macros that both mandoc and groff read.
public struct ManualPage {
    /// The page so far.
    public private(set) var text: String

    /// An item of a list: its head, and the text below it.
    public struct Item {
        let head: [ManualPiece]
        let body: (inout ManualPage) -> Void

        /// An item with more than a text below its head.
        public init(_ head: [ManualPiece], body: @escaping (inout ManualPage) -> Void) {
            self.head = head
            self.body = body
        }

        /// An item with a text.
        public init(_ head: ManualPiece..., text: String) {
            self.init(head) { $0.text(text) }
        }
    }

    /// A page of this name and section, with its subject.
    public init(_ name: String, section: Int, about: String, heading: String, date: CivilTime) {
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        text = """
            .Dd \(months[date.month - 1]) \(date.day), \(date.year)
            .Dt \(name.uppercased()) \(section)
            .Os
            .Sh \(heading.uppercased())
            .Nm \(name)

            """
        // A full stop is not part of a description.
        text += ".Nd \(ManualText.argument(about.hasSuffix(".") ? String(about.dropLast()) : about))\n"
    }

    /// Begins a section.
    public mutating func section(_ title: String) { line(".Sh \(ManualText.verbatim(title.uppercased()))") }

    /// Begins a part of a section.
    public mutating func part(_ title: String) { line(".Ss \(ManualText.verbatim(title))") }

    /// Running text; an empty line within it begins a new paragraph.
    public mutating func text(_ text: String) {
        for (index, paragraph) in text.split(separator: "\n\n").enumerated() {
            if index > 0 { line(".Pp") }
            for text in ManualText.lines(String(paragraph)) { line(text) }
        }
    }

    /// Running text, separate from the text before it.
    public mutating func paragraph(_ text: String) {
        line(".Pp")
        self.text(text)
    }

    /// Lines as they stand, to be typed.
    public mutating func examples(_ lines: [String]) {
        for text in lines { line(".Dl \(ManualText.verbatim(text).replacing("\"", with: "\\(dq"))") }
    }

    /// Lines as they stand.
    public mutating func literal(_ lines: [String]) {
        line(".Bd -literal -offset indent")
        for text in lines { line(text.isEmpty ? "" : ManualText.verbatim(text)) }
        line(".Ed")
    }

    /// The synopsis of a command: its name and the pieces behind it.
    public mutating func synopsis(_ name: String, _ pieces: [ManualPiece]) {
        // In a synopsis with a heading other than the English one, a command does not begin a line by itself.
        let isFirst = text.split(separator: "\n").last?.hasPrefix(".Sh") == true
        if !isFirst, !text.contains(".Sh SYNOPSIS\n") { line(".br") }
        line(".Nm \(name)")
        for piece in pieces {
            if case .optional(let inner) = piece {
                line(".Op \(inner.map(\.macros).joined(separator: " "))")
            } else {
                line(".\(piece.macros)")
            }
        }
    }

    /// Items with a head and a text each.
    public mutating func list(_ items: [Item], isCompact: Bool = false) {
        guard !items.isEmpty else { return }
        line(".Bl -tag -width Ds\(isCompact ? " -compact" : "")")
        for item in items {
            line(".It \(item.head.map(\.macros).joined(separator: " "))")
            item.body(&self)
        }
        line(".El")
    }

    /// Names other pages.
    public mutating func seeAlso(_ pages: [(name: String, section: Int)]) {
        for (index, page) in pages.enumerated() {
            line(".Xr \(page.name) \(page.section)\(index == pages.count - 1 ? "" : " ,")")
        }
    }

    private mutating func line(_ line: String) { text += line + "\n" }
}

/// A piece of a line of the manual that has a look of its own.
public enum ManualPiece: Hashable, Sendable {
    /// A word to type as it stands.
    case word(String)
    /// An option, without its dashes; one of a single letter has one.
    case option(String)
    /// A placeholder for a value.
    case value(String)
    /// An optional part.
    case optional([ManualPiece])
    /// A variable of the environment.
    case variable(String)
    /// The name of a file.
    case path(String)

    /// The macros that mdoc has for it.
    var macros: String {
        switch self {
        case .word(let text): "Ic \(ManualText.argument(text))"
        case .option(let name): "Fl \(name.count == 1 ? "" : "\\-")\(ManualText.argument(name))"
        case .value(let text): "Ar \(ManualText.argument(text))"
        case .optional(let pieces): "Oo \(pieces.map(\.macros).joined(separator: " ")) Oc"
        case .variable(let name): "Ev \(ManualText.argument(name))"
        case .path(let name): "Pa \(ManualText.argument(name))"
        }
    }
}

/// Text as roff reads it: nothing of it is taken for a request or an escape.
enum ManualText {
    /// Paragraph text, a sentence a line, no line much longer than a terminal’s.
    ///
    /// mandoc and groff put a wider gap behind a sentence that ends its line, as English typography once wanted.
    static func lines(_ text: String) -> [String] {
        // A blank that does not break a line is part of its word.
        let words = text.split { $0 == " " || $0.isNewline }
        var lines: [String] = []
        var line = ""
        for (index, word) in words.enumerated() {
            let escaped = escaped(word)
            let isLast = index == words.count - 1
            let endsSentence = endsSentence(word) && (isLast || words[index + 1].first?.isUppercase == true)
            // A word that only looks like the end of a sentence must not count as one at the end of its line.
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

    /// The width of a line for mandoc, which reads each character that is not ASCII as an escape of eight.
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
            // Options keep their dashes, others may become hyphens.
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
