// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// A place in a text of several lines, and where others are from there; all in bytes of UTF-8.
struct TextPlace {
    private let bytes: [UInt8]
    /// The place.
    let cursor: Int

    /// The place where the cursor of a line stands that has line feeds in it.
    init(_ text: String, cursor: Int) {
        bytes = Array(text.utf8)
        self.cursor = min(max(0, cursor), bytes.count)
    }

    /// The line that the place is in, without the line feed that ends it.
    var line: Range<Int> { line(around: cursor) }

    /// Whether the text ends here, with a line that is only a dot: the sign that nothing follows.
    var endsWithDot: Bool { cursor == bytes.count && bytes[line].elementsEqual([UInt8(ascii: ".")]) }

    /// How many columns stand before the place in its line.
    var column: Int { DisplayWidth.of(Sanitizer.visible(string(line.lowerBound..<cursor))) }

    /// The place so many lines further down, or up with a negative number, at a column or at the end of a shorter line;
    /// above the first line is its start, below the last one its end.
    func moved(lines: Int, toColumn column: Int) -> Int {
        var line = line
        for _ in 0..<abs(lines) {
            if lines < 0 {
                guard line.lowerBound > 0 else { return 0 }
                line = self.line(around: line.lowerBound - 1)
            } else {
                guard line.upperBound < bytes.count else { return bytes.count }
                line = self.line(around: line.upperBound + 1)
            }
        }
        var (place, width) = (line.lowerBound, 0)
        for character in string(line) {
            width += DisplayWidth.of(Sanitizer.visible(String(character)))
            guard width <= column else { break }
            place += character.utf8.count
        }
        return place
    }

    private func line(around place: Int) -> Range<Int> {
        let start = bytes[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return start..<(bytes[place...].firstIndex(of: 0x0A) ?? bytes.count)
    }

    private func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
