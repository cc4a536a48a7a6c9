/// The parts of a Markdown text that are no code: in code `#` and `[[` mean themselves.
enum CodeSpans {
    /// The ranges of the text outside fenced blocks and inline code, none longer than a line, and only those of lines
    /// with a certain ASCII character.
    ///
    /// Goes over bytes and not over characters, which would take ten times as long: every note that is written or read
    /// from a file passes here.
    static func outside(_ text: String, having sign: Unicode.Scalar) -> [Range<String.Index>] {
        let sign = UInt8(truncatingIfNeeded: sign.value)
        let places: [Range<Int>] =
            text.utf8.withContiguousStorageIfAvailable { Self.places($0, having: sign) }
            ?? Array(text.utf8).withUnsafeBufferPointer { Self.places($0, having: sign) }
        func index(_ offset: Int) -> String.Index { text.utf8.index(text.startIndex, offsetBy: offset) }
        return places.map { index($0.lowerBound)..<index($0.upperBound) }
    }

    private static let tick = UInt8(ascii: "`")

    private static func places(_ bytes: UnsafeBufferPointer<UInt8>, having sign: UInt8) -> [Range<Int>] {
        var places: [Range<Int>] = []
        guard bytes.contains(sign) else { return places }
        var fences = CodeFences()
        var start = 0
        while start < bytes.count {
            let (end, next) = lineEnd(bytes, from: start)
            defer { start = next }
            if fences.read(bytes[start..<end]) == .text, bytes[start..<end].contains(sign) {
                add(bytes, start..<end, to: &places)
            }
        }
        return places
    }

    /// The parts of a line that are no inline code.
    private static func add(_ bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>, to places: inout [Range<Int>]) {
        var from = line.lowerBound
        while let open = bytes[from..<line.upperBound].firstIndex(of: tick),
            let close = bytes[(open + 1)..<line.upperBound].firstIndex(of: tick)
        {
            places.append(from..<open)
            from = close + 1
        }
        places.append(from..<line.upperBound)
    }

    /// Where a line ends and where the next one starts, for what `Character.isNewline` takes for the end of a line.
    private static func lineEnd(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> (end: Int, next: Int) {
        var index = start
        while index < bytes.count {
            switch bytes[index] {
            case 0x0A...0x0D: return (index, index + 1)
            // U+0085, U+2028 and U+2029 in UTF-8.
            case 0xC2 where index + 1 < bytes.count && bytes[index + 1] == 0x85: return (index, index + 2)
            case 0xE2
            where index + 2 < bytes.count && bytes[index + 1] == 0x80 && (0xA8...0xA9).contains(bytes[index + 2]):
                return (index, index + 3)
            default: index += 1
            }
        }
        return (bytes.count, bytes.count)
    }
}
