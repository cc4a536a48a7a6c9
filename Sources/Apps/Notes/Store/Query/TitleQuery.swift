/// A question for notes by what somebody has typed of a number or a title.
package struct TitleQuery: Hashable, Sendable {
    /// The parts that a title has, as `NameKey` writes them.
    let parts: [String]
    /// What the number begins with; nil where something else than a number was typed.
    let digits: String?

    /// The question for what was typed: digits are the beginning of a number, all else are parts of a title.
    package init(_ word: String) {
        let isNumber = word.utf8.allSatisfy { $0 &- 0x30 < 10 } && word.first != "0" && word.utf8.count < 10
        digits = isNumber && !word.isEmpty ? word : nil
        parts = NameKey.of(word).split(separator: " ").map(String.init)
    }

    /// The question for a title, also where digits were typed.
    package init(text: String) {
        digits = nil
        parts = NameKey.of(text).split(separator: " ").map(String.init)
    }

    /// Whether the beginning of a number was typed.
    package var isNumber: Bool { digits != nil }

    /// Titles that are found, those first in which every part begins a word, and first of all those that begin with
    /// what was typed; otherwise in their order.
    package func ranked(_ titles: [NoteTitle]) -> [NoteTitle] {
        guard digits == nil, !parts.isEmpty else { return titles }
        let start = parts.joined(separator: " ")
        func rank(_ title: NoteTitle) -> Int {
            let key = NameKey.of(title.title)
            if key.hasPrefix(start) { return 0 }
            let words = key.split { !$0.isLetter && !$0.isNumber }
            return parts.allSatisfy { part in words.contains { $0.hasPrefix(part) } } ? 1 : 2
        }
        return titles.map { (rank($0), $0) }.enumerated()
            .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element.1)
    }

    /// The numbers that begin with the digits, in ranges that get longer: 3, 30 to 39, 300 to 399.
    var numbers: [ClosedRange<Int>] {
        guard let digits, let first = Int(digits) else { return [] }
        var ranges: [ClosedRange<Int>] = []
        var power = 1
        // A store numbers up to the most that a row key holds, which is more than ten digits.
        while ranges.count + digits.utf8.count <= 10 {
            ranges.append(first * power...(first + 1) * power - 1)
            power *= 10
        }
        return ranges
    }

    /// The notes that are meant, `limit` at most, the highest number first; those of a number by number.
    func result(among notes: some Sequence<Note>, limit: Int) -> [NoteTitle] {
        let active = notes.filter { $0.trashedAt == nil }
        if let digits {
            let found = active.filter { String($0.id).hasPrefix(digits) }.sorted { $0.id < $1.id }
            return found.prefix(limit).map(NoteTitle.init)
        }
        let found = active.filter { note in
            let key = NameKey.of(note.title)
            // By bytes, as an index compares.
            return parts.allSatisfy { key.utf8.firstRange(of: $0.utf8) != nil }
        }
        return found.sorted { $0.id > $1.id }.prefix(limit).map(NoteTitle.init)
    }
}
