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
    var names: [String] { CommandWord.names(in: word) }

    /// Whether what was typed is a query, unless a note is called so.
    var isQuery: Bool { QueryReader.isQuery(word) }
}

extension SelectedThings<Int> {
    /// Asks whether to go on where several notes are meant that nobody has named.
    @MainActor
    func confirm(_ context: CommandContext, _ yes: Bool) async throws {
        try await confirm(context, yes) { Strings.promptSeveral(count: $0) }
    }
}
