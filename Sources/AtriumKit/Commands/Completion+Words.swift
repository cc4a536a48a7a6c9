// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumTerminal

extension Completion {
    /// Whether the candidate begins like a word, without regard to case, accents and width.
    public func begins(like word: String) -> Bool { Folding.of(text).hasPrefix(Folding.of(word)) }

    /// Whether the candidate begins like a word, or every part of that word begins a word of its description.
    public func fits(_ word: String) -> Bool {
        if begins(like: word) { return true }
        guard let description else { return false }
        let words = Folding.of(description).split { !$0.isLetter && !$0.isNumber }
        let parts = Folding.of(word).split(separator: " ")
        return !parts.isEmpty && parts.allSatisfy { part in words.contains { $0.hasPrefix(part) } }
    }
}
