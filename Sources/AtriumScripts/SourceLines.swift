// SPDX-License-Identifier: GPL-3.0-or-later

/// The lines of a script's bytes, as ranges, so that a rewrite can leave every other byte alone.
struct SourceLines {
    /// A line without its end, and with it.
    struct Line: Equatable {
        let content: Range<Int>
        let whole: Range<Int>
    }

    /// The lines in order.
    ///
    /// A newline at the very end opens no further line.
    let lines: [Line]

    /// Splits at LF; a CR before it, or before the end of the bytes, belongs to the line's end.
    init(of bytes: [UInt8]) {
        var lines: [Line] = []
        var start = 0
        while start < bytes.count {
            let newline = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
            let next = newline.map { $0 + 1 } ?? bytes.count
            var end = newline ?? bytes.count
            if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
            lines.append(Line(content: start..<end, whole: start..<next))
            start = next
        }
        self.lines = lines
    }
}
