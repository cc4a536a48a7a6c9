// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// Things of an app that a command is for, as somebody meant them.
package struct SelectedThings<ID: Hashable> {
    /// What they are known by, each once.
    package let ids: [ID]
    /// Whether nobody has named each of them: how many they are is asked first.
    private let isAsked: Bool

    package init(_ ids: [ID], isAsked: Bool = false) {
        var known: Set<ID> = []
        self.ids = ids.filter { known.insert($0).inserted }
        self.isAsked = isAsked
    }

    /// Asks whether to go on where several are meant that nobody has named.
    ///
    /// - Parameters:
    ///   - yes: Whether that was answered already.
    ///   - question: Asks it of so many.
    /// - Throws: as `CommandContext.confirm(_:)`.
    @MainActor
    package func confirm(_ context: CommandContext, _ yes: Bool, _ question: (Int) -> LocalizedText) async throws {
        if isAsked, !yes, ids.count > 1 { try await context.confirm(question(ids.count)) }
    }
}

extension CommandWord {
    /// The names that stand in what was typed for several things: between commas, or else words.
    ///
    /// A name in quotation marks may have commas itself: `"Smith, Alice", Bob Jones`.
    package static func names(in typed: String) -> [String] {
        let parts = parts(of: typed)
        if parts.count > 1 { return parts.map(unquoted) }
        var scanner = WordScanner(typed)
        var words: [String] = []
        while case .word(let word, _)? = try? scanner.next() { words.append(word) }
        return words
    }

    /// What stands between commas that are in no quotation marks; where those are not closed, they mean nothing.
    private static func parts(of typed: String) -> [Substring] {
        guard typed.count(where: { $0 == "\"" }).isMultiple(of: 2) else { return typed.split(separator: ",") }
        var isQuoted = false
        return typed.split { character in
            if character == "\"" { isQuoted.toggle() }
            return character == "," && !isQuoted
        }
    }

    private static func unquoted(_ part: Substring) -> String {
        var name = part.drop(while: \.isWhitespace)
        while name.last?.isWhitespace == true { name.removeLast() }
        let isWhole = name.count > 2 && name.first == "\"" && name.last == "\"" && name.count { $0 == "\"" } == 2
        return String(isWhole ? name.dropFirst().dropLast() : name)
    }
}

/// What was marked on the screen when a command was given for it, however often the command is performed for that.
package struct MarkedThings: Hashable, Sendable {
    /// The rows that were marked.
    package let ids: [String]
    /// Tells the command from every other one.
    private let serial: Int

    @MainActor private static var count = 0

    /// What the command of the present task is for; nil where nothing was marked for it.
    @TaskLocal package static var current: MarkedThings?

    /// What a command is for that is about to be performed; nil where nothing is marked.
    @MainActor
    package init?(_ ids: [String]) {
        guard !ids.isEmpty else { return nil }
        Self.count += 1
        (self.ids, serial) = (ids, Self.count)
    }
}
