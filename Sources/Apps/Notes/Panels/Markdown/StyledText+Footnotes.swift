// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit

extension StyledText {
    /// Adds a text in which signs of footnotes such as `[^1]` stand out, where they are referred to and where they stand.
    mutating func append(footnotesIn text: String, _ marks: Marks) {
        var rest = text[...]
        while let start = rest.firstRange(of: "[^")?.lowerBound, let end = rest[start...].firstIndex(of: "]") {
            let label = rest[start..<end].dropFirst(2)
            let isLabel = !label.isEmpty && !label.contains { $0.isWhitespace || $0 == "[" || $0 == "^" }
            append(String(rest[..<start]), marks)
            // What is none begins none: the next one may begin within it.
            let last = isLabel ? end : rest.index(after: start)
            append(String(rest[start...last]), isLabel ? marks.union([.accented, .strong]) : marks)
            rest = rest[rest.index(after: last)...]
        }
        append(String(rest), marks)
    }
}
