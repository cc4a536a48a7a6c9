/// The parts of a Markdown text that are no code: in code `#` and `[[` mean themselves.
enum CodeSpans {
    /// The ranges of the text outside fenced blocks and inline code, none longer than a line.
    static func outside(_ text: String) -> [Range<String.Index>] {
        var ranges: [Range<String.Index>] = []
        var isFenced = false
        for line in text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline) {
            let start = line.drop { $0 == " " }
            if start.hasPrefix("```") || start.hasPrefix("~~~") {
                isFenced.toggle()
                continue
            }
            guard !isFenced else { continue }
            guard line.utf8.contains(UInt8(ascii: "`")) else {
                ranges.append(line.startIndex..<line.endIndex)
                continue
            }
            var from = line.startIndex
            while let open = line[from...].firstIndex(of: "`"),
                let close = line[line.index(after: open)...].firstIndex(of: "`")
            {
                ranges.append(from..<open)
                from = line.index(after: close)
            }
            ranges.append(from..<line.endIndex)
        }
        return ranges
    }
}
