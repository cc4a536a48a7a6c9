// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit

/// A note as somebody types it: `3`, `3@2` for its second version, `Plan` for the note of that name.
struct NoteReference: CommandValue, Hashable {
    /// By what the note is known, as it was typed without the version.
    let name: String
    /// The version’s number, if one was typed.
    let version: Int?

    /// The note as it is.
    init(id: Int) { self.init(name: String(id)) }

    /// The note of a name, as it is.
    init(name: String) {
        self.name = name
        version = nil
    }

    /// What was typed; digits behind `@` are a version’s number.
    init(_ word: CommandWord, of _: String) {
        let parts = word.text.split(separator: "@", omittingEmptySubsequences: false)
        if parts.count > 1, let number = parts.last.flatMap({ Int($0) }), number > 0, parts[0] != "" {
            name = parts.dropLast().joined(separator: "@")
            version = number
        } else {
            name = word.text
            version = nil
        }
    }

    /// The note’s number, where digits alone were typed.
    var number: Int? { Self.number(name) }

    /// The number that a word of digits alone says.
    static func number(_ word: some StringProtocol) -> Int? {
        Int(word).flatMap { $0 > 0 && !word.hasPrefix("+") ? $0 : nil }
    }

    var word: String { version.map { "\(name)@\($0)" } ?? name }
}
