// SPDX-License-Identifier: GPL-3.0-or-later

/// The code that stands within lines of Markdown, between runs of equally many backticks.
///
/// Source: CommonMark 0.31, 6.1, as far as one line goes.
package enum CodeSpans {
    /// One piece of code: all of it, and what stands between the backticks.
    package struct Place: Hashable, Sendable {
        package let whole: Range<Int>
        package let inner: Range<Int>
    }

    /// The code of a line given in UTF-8, in order; by offsets.
    ///
    /// One pass: each length of a run remembers where its next one stands, so that no run is looked for twice.
    package static func places(in line: some RandomAccessCollection<UInt8>) -> [Place] {
        guard line.contains(tick) else { return [] }
        return line.withContiguousStorageIfAvailable { places($0, 0..<$0.count) } ?? places(in: Array(line))
    }

    /// The ranges of the text outside fenced blocks and inline code, none longer than a line, and only those of lines
    /// with a certain ASCII character.
    ///
    /// Goes over bytes and not over characters, which would take ten times as long: every note that is written or read
    /// from a file passes here.
    static func outside(_ text: String, having sign: Unicode.Scalar) -> [Range<String.Index>] {
        let sign = UInt8(truncatingIfNeeded: sign.value)
        let places: [Range<Int>] =
            text.utf8.withContiguousStorageIfAvailable { outside($0, having: sign) }
            ?? Array(text.utf8).withUnsafeBufferPointer { outside($0, having: sign) }
        func index(_ offset: Int) -> String.Index { text.utf8.index(text.startIndex, offsetBy: offset) }
        return places.map { index($0.lowerBound)..<index($0.upperBound) }
    }

    private static let tick = UInt8(ascii: "`")
    private static let escape = UInt8(ascii: "\\")

    private static func outside(_ bytes: UnsafeBufferPointer<UInt8>, having sign: UInt8) -> [Range<Int>] {
        var result: [Range<Int>] = []
        guard bytes.contains(sign) else { return result }
        var fences = CodeFences()
        for line in TextLines(bytes) {
            guard fences.read(bytes[line]) == .text, bytes[line].contains(sign) else { continue }
            var from = line.lowerBound
            for place in places(bytes, line) {
                result.append(from..<place.whole.lowerBound)
                from = place.whole.upperBound
            }
            result.append(from..<line.upperBound)
        }
        return result
    }

    private static func places(_ bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) -> [Place] {
        var result: [Place] = []
        guard bytes[line].contains(tick) else { return result }
        var runs = TickRuns(bytes, line)
        var index = line.lowerBound
        while index < line.upperBound {
            if bytes[index] == escape {
                // What is escaped begins nothing, but may end code, where a backslash means itself.
                index += 2
            } else if bytes[index] == tick {
                let open = index
                while index < line.upperBound, bytes[index] == tick { index += 1 }
                guard let close = runs.next(ofLength: index - open, from: index) else { continue }
                let end = close + index - open
                result.append(Place(whole: open..<end, inner: index..<close))
                index = end
            } else {
                index += 1
            }
        }
        return result
    }

    /// The runs of backticks in a line by their lengths.
    private struct TickRuns {
        private var starts: [Int: [Int]] = [:]
        private var passed: [Int: Int] = [:]

        init(_ bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) {
            var index = line.lowerBound
            while index < line.upperBound {
                let start = index
                while index < line.upperBound, bytes[index] == tick { index += 1 }
                if index > start { starts[index - start, default: []].append(start) }
                index += 1
            }
        }

        /// Where the next run of a length begins; asked from left to right.
        mutating func next(ofLength length: Int, from position: Int) -> Int? {
            guard let starts = starts[length] else { return nil }
            var number = passed[length, default: 0]
            while number < starts.count, starts[number] < position { number += 1 }
            passed[length] = number
            return number < starts.count ? starts[number] : nil
        }
    }
}
