// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// Where somebody reads, whatever becomes of the width and of the text.
extension DocumentLayout {
    /// A line, by a block that can be told from the others.
    struct Mark: Hashable {
        let id: String
        /// Which line of the block it is, or how many lines below the block it is.
        let line: Int
        let isBelow: Bool
        /// How many characters of the block stand before it.
        let characters: Int
    }

    /// Which line this is; nil for one above all blocks that can be told from the others.
    func mark(of line: Int) -> Mark? {
        anchors.last { $0.lines.lowerBound <= line && !$0.lines.isEmpty }.map { anchor in
            anchor.lines.contains(line)
                ? Mark(
                    id: anchor.id, line: line - anchor.lines.lowerBound, isBelow: false,
                    characters: characters(in: anchor.lines.lowerBound..<line))
                : Mark(id: anchor.id, line: line - anchor.lines.upperBound, isBelow: true, characters: 0)
        }
    }

    /// The lines of a block that can be told from the others; nil where there is none.
    func lines(ofAnchor id: String) -> Range<Int>? { anchors.first { $0.id == id }?.lines }

    /// The lines of the block that a mark is of; nil where it is gone.
    func lines(of mark: Mark) -> Range<Int>? { lines(ofAnchor: mark.id) }

    /// The line of a mark, or the nearest one of a block that is not as long any more; nil where the block is gone.
    ///
    /// - Parameter isAsWide: Whether lines are broken where they were.
    func line(of mark: Mark, isAsWide: Bool) -> Int? {
        anchors.first { $0.id == mark.id }.map { anchor in
            if mark.isBelow { return anchor.lines.upperBound + mark.line }
            if !isAsWide, mark.line > 0 { return line(in: anchor.lines, behind: mark.characters) }
            return anchor.lines.lowerBound + min(mark.line, max(0, anchor.lines.count - 1))
        }
    }

    /// Where somebody reads, whatever the width is: a block, and how far on in it.
    struct Place: Hashable {
        let part: Int
        let block: Int
        /// How many characters of the block stand before the line; nil for its beginning.
        let characters: Int?

        init(part: Int, block: Int, characters: Int?) {
            (self.part, self.block, self.characters) = (part, block, characters)
        }

        /// The beginning of a block; the first part is the title.
        init(_ start: DocumentSource.Start) { self.init(part: start.part + 1, block: start.block, characters: nil) }
    }

    /// The place of a line.
    func place(of line: Int) -> Place? {
        guard let part = parts.lastIndex(where: { $0.start <= line }),
            let block = parts[part].layout.block(of: line - parts[part].start),
            let lines = lines(ofBlock: block, inPart: part), !lines.isEmpty
        else { return nil }
        let isFirst = line <= lines.lowerBound
        return Place(
            part: part, block: block,
            characters: isFirst ? nil : characters(in: lines.lowerBound..<min(line, lines.upperBound)))
    }

    /// The line of a place.
    func line(of place: Place) -> Int? {
        guard let lines = lines(ofBlock: place.block, inPart: place.part) else { return nil }
        return place.characters.map { line(in: lines, behind: $0) } ?? lines.lowerBound
    }

    /// Where the lines that somebody reads stand in a text that has changed, in the same width; nil where none is left.
    ///
    /// The topmost one of them that is still there is where it was.
    ///
    /// - Parameters:
    ///   - rows: The lines that are seen of what was laid out before.
    func line(of rows: Range<Int>, in before: DocumentLayout) -> Int? {
        let now = (0..<count).map { self[$0].text }
        func isSame(_ line: Int, _ other: Int) -> Bool {
            guard now.indices.contains(line), (0..<before.count).contains(other) else { return false }
            return now[line] == before[other].text
        }
        for row in rows {
            let text = before[row].text
            guard text.contains(where: { !$0.isWhitespace }) else { continue }
            // Of lines that say the same it is the one with the same around it, and then the nearest.
            let best = now.indices.lazy.filter { now[$0] == text }.map { line in
                let likeness = (-Self.surroundings...Self.surroundings).filter { isSame(line + $0, row + $0) }.count
                return (line: line, likeness: likeness, distance: abs(line - row))
            }.max { ($0.likeness, $1.distance) < ($1.likeness, $0.distance) }
            if let best { return max(0, best.line - (row - rows.lowerBound)) }
        }
        return nil
    }

    /// Whether some lines say what they said before.
    func says(_ rows: Range<Int>, asIn before: DocumentLayout) -> Bool {
        rows.upperBound <= count && rows.allSatisfy { self[$0].text == before[$0].text }
    }

    /// So many lines around a line tell it from others that say the same.
    private static let surroundings = 4

    private func lines(ofBlock block: Int, inPart part: Int) -> Range<Int>? {
        guard parts.indices.contains(part), let lines = parts[part].layout.lines(ofBlock: block) else { return nil }
        return lines.lowerBound + parts[part].start..<lines.upperBound + parts[part].start
    }

    /// The line with what stands behind so many characters of a block.
    private func line(in lines: Range<Int>, behind characters: Int) -> Int {
        var passed = 0
        for line in lines {
            passed += self.characters(in: line..<line + 1)
            if passed > characters { return line }
        }
        return max(lines.lowerBound, lines.upperBound - 1)
    }

    /// How many characters stand in lines, whatever they are broken by.
    private func characters(in lines: Range<Int>) -> Int {
        lines.reduce(0) { count, line in
            count + self[line].text.reduce(0) { $0 + ($1.isWhitespace || Self.drawn.contains($1) ? 0 : 1) }
        }
    }

    /// What is drawn around a text as often as it has lines.
    private static let drawn: Set<Character> = ["▏", "│", "─", "┼", "╌"]
}
