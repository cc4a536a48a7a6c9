// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import NotesLogic

/// A note as typed: `3`, `3@2` for its second version, `Plan` for the note of that name.
struct NoteReference: CommandValue, Hashable {
    /// The identification of the note, as typed without the version.
    let name: String
    /// The version’s number, if one was typed.
    let version: Int?
    /// Whether it was in quotation marks, and is a name even if it has only digits.
    let isName: Bool

    /// The note as it is.
    init(id: Int) { self.init(name: String(id)) }

    /// The note of a name, as it is.
    init(name: String) {
        self.name = name
        version = nil
        isName = false
    }

    /// Reads the typed word; digits after `@` are a version’s number.
    init(_ word: CommandWord, of _: String) {
        isName = word.isQuoted
        let parts = word.text.split(separator: "@", omittingEmptySubsequences: false)
        if parts.count > 1, let number = parts.last.flatMap({ Int($0) }), number > 0, parts[0] != "" {
            name = parts.dropLast().joined(separator: "@")
            version = number
        } else {
            name = word.text
            version = nil
        }
    }

    /// Whether only digits were typed, which are not part of a name.
    var isDigits: Bool { !name.isEmpty && name.utf8.allSatisfy { 0x30...0x39 ~= $0 } }

    /// The number that a word of digits alone says.
    static func number(_ word: some StringProtocol) -> Int? {
        Int(word).flatMap { $0 > 0 && !word.hasPrefix("+") ? $0 : nil }
    }

    var word: String { version.map { "\(name)@\($0)" } ?? name }
}

/// Notes as typed: `3 5-7` by their numbers, `in:work is:todo` by a query, `Plan, Garden` by names.
struct NoteSelection: CommandValue, Hashable {
    /// The typed text.
    let word: String
    /// The same as one note, perhaps with a version.
    let reference: NoteReference

    init(_ word: CommandWord, of name: String) {
        self.word = word.text
        reference = NoteReference(word, of: name)
    }

    /// The spans of numbers; `nil` if there is anything else among them.
    var spans: [ClosedRange<Int>]? { reference.isName ? nil : CommandWord.spans(in: word) }

    /// The names that stand here, one after the other: between commas, or else words.
    var names: [String] { CommandWord.names(in: word) }

    /// Whether the typed text is a query, unless a note has it as its name.
    var isQuery: Bool { QueryReader.isQuery(word) }
}

extension SelectedThings<Int> {
    /// Asks whether to continue if the selection has several notes that were not named.
    @MainActor
    func confirm(_ context: CommandContext, _ yes: Bool) async throws {
        try await confirm(context, yes) { Strings.promptSeveral(count: $0) }
    }
}

/// A link or an attachment of a note as typed: the number of a link, or the name of an attachment.
enum LinkReference: CommandValue, Hashable {
    case number(Int)
    case file(String)

    init(_ word: CommandWord, of _: String) {
        self = NoteReference.number(word.text).map(Self.number) ?? .file(word.text)
    }

    var word: String {
        switch self {
        case .number(let number): String(number)
        case .file(let name): name
        }
    }
}
