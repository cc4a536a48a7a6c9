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
        // Whether one end is before the other may depend on the day; whether it is an end does not.
        let ends = word.text.components(around: "..")
        let someDay = Day(Timestamp(seconds: 0), in: .gmt)
        guard ends.allSatisfy({ $0.isEmpty || DateSpan($0, today: someDay) != nil }),
            ends.contains(where: { !$0.isEmpty })
        else { throw .notAPeriod(name: name, value: word.text) }
    }

    /// The days that are meant today.
    ///
    /// - Throws: `CommandFault.periodBackwards`.
    public func days(today: Day) throws(CommandFault) -> DateSpan {
        guard let span = DateSpan(word, today: today) else { throw .periodBackwards(name: name, value: word) }
        return span
    }
}

extension String {
    /// What is before and behind the first of some signs; all of it where they do not occur.
    fileprivate func components(around signs: String) -> [String] {
        firstRange(of: signs).map { [String(self[..<$0.lowerBound]), String(self[$0.upperBound...])] } ?? [self]
    }
}
