// SPDX-License-Identifier: GPL-3.0-or-later

/// A candidate for the word that is being completed.
public struct Completion: Sendable, Hashable {
    /// The whole word; the editor quotes it if needed.
    public var text: String
    /// Its meaning, for the list of candidates.
    public var description: String?
    /// The character appended to the word when it is the only candidate, by default a blank; `nil` for none.
    public var appends: Character?

    /// Makes a candidate.
    public init(text: String, description: String? = nil, appends: Character? = " ") {
        self.text = text
        self.description = description
        self.appends = appends
    }
}

/// A request for the candidates at the cursor.
public struct CompletionRequest: Sendable, Hashable {
    /// The whole line.
    public var line: String
    /// The cursor’s place, in UTF-8 bytes from the start of the line.
    public var cursor: Int
    /// The word before the cursor, its quotes and backslashes taken away.
    public var word: String
    /// The start of that word with its quotes, in UTF-8 bytes from the start of the line.
    public var start: Int

    /// Makes a request for the text before a cursor, which is by default at the end of the line.
    public init(line: String, cursor: Int? = nil) {
        let cursor = cursor ?? line.utf8.count
        let word = CompletionWord(beforeCursor: String(decoding: line.utf8.prefix(cursor), as: UTF8.self))
        self.line = line
        self.cursor = cursor
        self.word = word.text
        start = word.start
    }

    /// The line before the cursor.
    public var typed: String { String(decoding: line.utf8.prefix(cursor), as: UTF8.self) }
}

/// The candidates for a place in a line, and the part of the line that one of them replaces.
public struct CompletionAnswer: Sendable, Hashable {
    /// The candidates, the likeliest first.
    public var candidates: [Completion]
    /// The start of the part that a candidate replaces, in UTF-8 bytes from the line’s start; it ends at the cursor.
    public var start: Int
    /// Whether candidates go into the line as they are, because no quotes are read there: in free text, in a query.
    public var isLiteral: Bool

    /// Makes an answer with candidates for the part of a line that begins at `start`.
    public init(_ candidates: [Completion], start: Int, isLiteral: Bool = false) {
        self.candidates = candidates
        self.start = start
        self.isLiteral = isLiteral
    }

    /// Nothing to complete.
    public static let nothing = CompletionAnswer([], start: 0)
}

/// The change to a line after candidates are found for a part of it.
struct CompletionEdit: Equatable {
    /// The replacement of the part before the cursor; `nil`: nothing is certain, the line stays.
    let replacement: String?

    /// The change that an answer makes to a line that is typed up to its cursor.
    ///
    /// The only candidate is put in whole, also one that begins otherwise than what was typed. Of several, as much as
    /// all of them begin with, if that continues the typed text: nothing that the user typed is ever lost.
    init(_ answer: CompletionAnswer, typed: String) {
        let part = String(decoding: typed.utf8.dropFirst(answer.start), as: UTF8.self)
        let word = CompletionWord(beforeCursor: part)
        let quote = answer.isLiteral ? nil : word.openQuote
        func written(_ text: String) -> String {
            answer.isLiteral ? text : CompletionWord.quoted(text, within: quote)
        }
        guard let first = answer.candidates.first else {
            replacement = nil
            return
        }
        if answer.candidates.count == 1 {
            let end = first.appends.map { (quote.map { String($0) } ?? "") + String($0) } ?? ""
            replacement = written(first.text) + end
            return
        }
        let common = Self.common(answer.candidates.map(\.text))
        let start = answer.isLiteral ? part : word.text
        let goesOn = common.count > start.count && common.lowercased().hasPrefix(start.lowercased())
        replacement = goesOn ? written(common) : nil
    }

    /// The common start of all texts, without regard to case, written as in the first of them.
    static func common(_ texts: [String]) -> String {
        guard var common = texts.first.map(Array.init) else { return "" }
        for text in texts.dropFirst() {
            let same = zip(common, text).prefix { $0 == $1 || $0.lowercased() == $1.lowercased() }
            common.removeLast(common.count - same.count)
        }
        return String(common)
    }
}

/// The word before the cursor, read as a POSIX shell reads words.
struct CompletionWord: Equatable {
    /// The word without its quotes and backslashes.
    private(set) var text = ""
    /// The quote that is still open.
    private(set) var openQuote: Unicode.Scalar?
    /// The start of the word, with its quotes, in bytes of UTF-8.
    private(set) var start = 0

    /// The characters that separate words, besides quotes.
    private static let breaks = " \t\n|>"

    /// Reads the line up to the cursor.
    init(beforeCursor line: some StringProtocol) {
        var word = String.UnicodeScalarView()
        var isEscaped = false
        var offset = 0
        for scalar in line.unicodeScalars {
            offset += UTF8.width(scalar)
            if isEscaped {
                if openQuote == "\"", !"\\\"$`".unicodeScalars.contains(scalar) { word.append("\\") }
                word.append(scalar)
                isEscaped = false
            } else if scalar == "\\", openQuote != "'" {
                isEscaped = true
            } else if scalar == openQuote {
                openQuote = nil
            } else if openQuote == nil, scalar == "'" || scalar == "\"" {
                openQuote = scalar
            } else if openQuote == nil, Self.breaks.unicodeScalars.contains(scalar) {
                word.removeAll()
                start = offset
            } else {
                word.append(scalar)
            }
        }
        text = String(word)
    }

    /// The characters that need a quote or a backslash in a word.
    private static let special = " \t\n\\\"'|>&;<()$`*?[#~{}!"

    /// The word as it must be typed: with backslashes, or within `quote`, whose closing is left to come.
    static func quoted(_ word: String, within quote: Unicode.Scalar?) -> String {
        var result = String.UnicodeScalarView()
        if let quote { result.append(quote) }
        for scalar in word.unicodeScalars {
            switch quote {
            case "'":
                if scalar == "'" {
                    result.append(contentsOf: "'\\''".unicodeScalars)
                    continue
                }
            case "\"":
                if "\\\"$`".unicodeScalars.contains(scalar) { result.append("\\") }
            default:
                if special.unicodeScalars.contains(scalar) { result.append("\\") }
            }
            result.append(scalar)
        }
        return String(result)
    }
}
