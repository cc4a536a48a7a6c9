// SPDX-License-Identifier: GPL-3.0-or-later

/// What becomes of a line when candidates are found for a part of it.
struct CompletionEdit: Equatable {
    /// What takes the place of the part before the cursor; nil: nothing is certain, the line stays.
    let replacement: String?

    /// The change that an answer makes to a line that is typed up to its cursor.
    ///
    /// The only candidate is put in whole, also one that begins otherwise than what was typed. Of several, as much as
    /// all of them begin with, if that goes on from what was typed: nothing that somebody typed is ever lost.
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

    /// What all texts begin with, without regard to case, written as in the first of them.
    static func common(_ texts: [String]) -> String {
        guard var common = texts.first.map(Array.init) else { return "" }
        for text in texts.dropFirst() {
            let same = zip(common, text).prefix { $0 == $1 || $0.lowercased() == $1.lowercased() }
            common.removeLast(common.count - same.count)
        }
        return String(common)
    }
}
