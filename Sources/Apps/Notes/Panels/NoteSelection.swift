// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import NotesLogic

/// Notes as somebody types them: `3 5-7` by their numbers, `in:work is:todo` by a query, `Plan, Garden` by names.
struct NoteSelection: CommandValue, Hashable {
    /// What was typed.
    let word: String

    init(_ word: CommandWord, of _: String) { self.word = word.text }

    /// The spans of numbers; nil where something else stands among them.
    var spans: [ClosedRange<Int>]? {
        let words = word.split(separator: " ")
        let spans = words.compactMap { word -> ClosedRange<Int>? in
            let ends = word.split(separator: "-", omittingEmptySubsequences: false).map { NoteReference.number($0) }
            guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil, first <= last else {
                return nil
            }
            return first...last
        }
        return spans.count == words.count && !spans.isEmpty ? spans : nil
    }

    /// The names that stand here, one after the other: between commas, or else words.
    var names: [String] {
        let parts = word.split(separator: ",").map { $0.trimmingPrefix(while: \.isWhitespace) }
        if parts.count > 1 { return parts.map(String.init) }
        var scanner = WordScanner(word)
        var words: [String] = []
        while case .word(let word, _)? = try? scanner.next() { words.append(word) }
        return words
    }

    /// Whether what was typed is a query, unless a note is called so.
    var isQuery: Bool { QueryReader.isQuery(word) }
}

/// The notes that were meant.
struct SelectedNotes {
    /// Their numbers, each once.
    let ids: [Int]
    /// Whether nobody has named each of them: how many they are is asked first.
    let isAsked: Bool

    init(_ ids: [Int], isAsked: Bool = false) {
        var known: Set<Int> = []
        self.ids = ids.filter { known.insert($0).inserted }
        self.isAsked = isAsked
    }

    /// Asks whether to go on where several are meant that nobody has named.
    ///
    /// - Parameter yes: Whether that was answered already.
    @MainActor
    func confirm(_ context: CommandContext, _ yes: Bool) async throws {
        if isAsked, !yes, ids.count > 1 { try await context.confirm(Strings.promptSeveral(count: ids.count)) }
    }
}
