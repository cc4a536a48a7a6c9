// SPDX-License-Identifier: GPL-3.0-or-later

import Markdown

/// A place in a note that a link names behind `#`: a heading, those of several levels with `#` between them, or a block
/// behind `^`.
///
///     NotePlace.line("Plans#This week", in: text)    // the line of the heading “This week” below “Plans”
///     NotePlace.line("^37066d", in: text)            // the line that ends with `^37066d`
package enum NotePlace {
    /// The number of the line at the place, from 0; nil where there is no such place.
    package static func line(_ place: String, in text: String) -> Int? {
        if place.hasPrefix("^") { return block(place, in: text) }
        let wanted = place.split(separator: "#").map(key).filter { !$0.isEmpty }
        guard let last = wanted.last else { return nil }
        var rest = wanted[...]
        let document = MarkdownDocument(text)
        for line in document.lines {
            guard case .heading = line.content, key(document.text(line.range)[...]) == rest.first else { continue }
            if rest.count == 1 { return number(of: line.range.lowerBound, in: document.bytes) }
            rest = rest.dropFirst()
        }
        // Programs write the last heading alone, too, with whatever they think stands above it.
        guard wanted.count > 1 else { return nil }
        let heading = document.lines.first { line in
            if case .heading = line.content { key(document.text(line.range)[...]) == last } else { false }
        }
        return heading.map { number(of: $0.range.lowerBound, in: document.bytes) }
    }

    private static func block(_ sign: String, in text: String) -> Int? {
        TextLines.of(text).firstIndex { line in
            var line = line
            while line.last == " " { line.removeLast() }
            return line.hasSuffix(sign)
        }
    }

    private static func number(of offset: Int, in bytes: [UInt8]) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            var number = -1
            for line in TextLines(bytes) where line.lowerBound <= offset { number += 1 }
            return max(0, number)
        }
    }

    /// By what headings are compared: letters and digits, since a link leaves out what means something in it, and an
    /// address has `-` for blanks.
    private static func key(_ text: Substring) -> String {
        String(
            NameKey.of(String(text)).unicodeScalars.filter {
                $0.properties.isAlphabetic || $0.properties.numericType != nil
            })
    }
}
