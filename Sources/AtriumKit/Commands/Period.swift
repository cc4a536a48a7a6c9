// SPDX-License-Identifier: GPL-3.0-or-later

public import Session

/// Days as somebody types them: one, or a span such as `week`, `2026-01`, `..friday`.
///
/// What they call tomorrow is another day by then: they are found out when they are asked for.
public struct Period: CommandValue, Hashable {
    /// As it was typed.
    public let word: String
    private let name: String

    /// Reads a word.
    ///
    /// - Throws: `CommandFault.notAPeriod`.
    public init(_ word: CommandWord, of name: String) throws(CommandFault) {
        (self.word, self.name) = (word.text, name)
        guard DateSpan.hasForm(word.text) else { throw .notAPeriod(name: name, value: word.text) }
    }

    /// The days that are meant today.
    ///
    /// - Throws: `CommandFault.periodBackwards`.
    public func days(today: Day) throws(CommandFault) -> DateSpan {
        guard let span = DateSpan(word, today: today) else { throw .periodBackwards(name: name, value: word) }
        return span
    }
}
