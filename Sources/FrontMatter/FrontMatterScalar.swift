// SPDX-License-Identifier: GPL-3.0-or-later

/// A text where it stands in a block of YAML, and as it is written there (YAML 1.2, 7.3 and 8.1).
struct FrontMatterScalar {
    /// How it is written.
    private enum Form {
        /// On one line, without quotation marks.
        case plain
        /// In these quotation marks; whether without escapes.
        case quoted(mark: UInt8, isVerbatim: Bool)
        /// On several lines, of which blanks and line ends may be read as others.
        case lines
    }

    /// What it says.
    let text: String
    private let bytes: [UInt8]
    private let range: Range<Int>
    private let form: Form

    /// - Parameters:
    ///   - bytes: Those of the block.
    ///   - start: Where it begins, perhaps with an anchor or a tag before it.
    init?(_ text: String, in bytes: [UInt8], from start: Int) {
        (self.text, self.bytes) = (text, bytes)
        var start = start
        while start < bytes.count, bytes[start] == UInt8(ascii: "&") || bytes[start] == UInt8(ascii: "!") {
            let stop = bytes[start...].firstIndex(where: YAMLBytes.endsWord) ?? bytes.count
            start = bytes[stop...].firstIndex { !YAMLBytes.isBlank($0) } ?? bytes.count
        }
        guard start < bytes.count else { return nil }
        let end = start + text.utf8.count
        switch bytes[start] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            guard let end = YAMLBytes.quoteEnd(bytes, from: start) else { return nil }
            range = start..<end
            let isVerbatim = bytes[(start + 1)..<(end - 1)].elementsEqual(text.utf8)
            form = .quoted(mark: bytes[start], isVerbatim: isVerbatim)
        case UInt8(ascii: "|"), UInt8(ascii: ">"):
            // What stands on its line says how the lines below are read.
            (range, form) = (YAMLBytes.lineEnd(bytes, from: start)..<bytes.count, .lines)
        case _ where end <= bytes.count && bytes[start..<end].elementsEqual(text.utf8):
            (range, form) = (start..<end, .plain)
        default: (range, form) = (start..<bytes.count, .lines)
        }
    }

    /// What becomes other bytes so that it says something else, written as it is where that can be; nil where it cannot.
    func edits(to new: String) -> [(range: Range<Int>, text: String)]? {
        let hasControls = new.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }
        switch form {
        case .lines: return wordEdits(to: new)
        case .plain where FrontMatter.scalar(new) == new && !hasControls: return [(range, new)]
        case .quoted(UInt8(ascii: "\""), isVerbatim: true)
        where !hasControls && !new.contains { $0 == "\"" || $0 == "\\" }:
            return [(range, "\"\(new)\"")]
        case .quoted(UInt8(ascii: "'"), isVerbatim: true) where !hasControls && !new.contains("'"):
            return [(range, "'\(new)'")]
        default: return [(range, FrontMatter.quoted(new))]
        }
    }

    /// The words that change, line by line.
    private func wordEdits(to new: String) -> [(range: Range<Int>, text: String)]? {
        let written = Self.words(bytes, in: range)
        let lines = text.split(separator: "\n"), newLines = new.split(separator: "\n")
        guard lines.count == newLines.count else { return nil }
        var edits: [(range: Range<Int>, text: String)] = []
        var first = 0
        for (line, newLine) in zip(lines, newLines) {
            let words = Self.words(of: line), newWords = Self.words(of: newLine)
            let place = written[min(first, written.count)...].prefix(words.count)
            guard place.map({ Array(bytes[$0]) }) == words else { return nil }
            first += words.count
            guard line != newLine else { continue }
            let start = zip(words, newWords).prefix { $0 == $1 }.count
            let end = zip(words[start...].reversed(), newWords[start...].reversed()).prefix { $0 == $1 }.count
            let gone = place.dropFirst(start).dropLast(end)
            guard let from = gone.first, let to = gone.last else { return nil }
            let said = Array(newWords[start..<(newWords.count - end)].joined(separator: [0x20]))
            edits.append((from.lowerBound..<to.upperBound, String(decoding: said, as: UTF8.self)))
        }
        return edits
    }

    private static func words(of line: Substring) -> [[UInt8]] {
        let bytes = Array(line.utf8)
        return words(bytes, in: bytes.indices).map { Array(bytes[$0]) }
    }

    private static func words(_ bytes: [UInt8], in range: Range<Int>) -> [Range<Int>] {
        bytes[range].split(whereSeparator: YAMLBytes.endsWord).map { $0.startIndex..<$0.endIndex }
    }
}
