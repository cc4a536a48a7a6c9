// SPDX-License-Identifier: GPL-3.0-or-later

/// A canvas as an SVG picture (SVG 1.1) that shows every cell in its own column, whatever font the viewer has.
///
/// Runs of letters are stretched to the columns they take, every other grapheme is placed by itself, and the lines of
/// boxes are drawn as lines, so that they meet. The same canvas always gives the same text.
///
/// ```swift
/// let picture = CanvasPicture(canvas, foreground: .rgb(0x22, 0x24, 0x28), background: .rgb(0xFB, 0xFA, 0xF7))
/// gate.write(picture.lines(title: "Atrium").joined(separator: "\n") + "\n")
/// ```
public struct CanvasPicture {
    private let canvas: Canvas
    private let foreground: Color
    private let background: Color

    /// A cell in pixels: most fixed-width fonts are 0.6 em wide.
    private static let cell = (width: 9, height: 20)
    private static let fontSize = 15
    /// From the top of a cell to the line that letters stand on.
    private static let baseline = 15
    private static let margin = 14
    private static let fonts =
        "ui-monospace,'Cascadia Mono','JetBrains Mono',Menlo,Consolas,'DejaVu Sans Mono',"
        + "'Noto Sans Mono CJK SC','PingFang SC','Microsoft YaHei',monospace"

    /// A picture of a canvas.
    ///
    /// - Parameters:
    ///   - canvas: The canvas.
    ///   - foreground: The colour of text that has none of its own.
    ///   - background: What is behind cells that have no background of their own, and around them.
    public init(_ canvas: Canvas, foreground: Color, background: Color) {
        self.canvas = canvas
        self.foreground = foreground
        self.background = background
    }

    /// The picture as lines of text with escape sequences, for terminals with 16 million colours.
    public var ansi: [EscapedText] {
        var canvas = canvas
        canvas.restyle { style in
            var style = style
            style.foreground = style.foreground ?? foreground
            style.background = style.background ?? background
            return style
        }
        return canvas.styledLines(depth: .trueColor).map { EscapedText($0) }
    }

    /// The lines of the picture’s text, with a title for screen readers.
    public func lines(title: String) -> [String] {
        let width = canvas.size.columns * Self.cell.width + 2 * Self.margin
        let height = canvas.size.rows * Self.cell.height + 2 * Self.margin
        var lines = [
            #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(width)" height="\#(height)" "#
                + #"viewBox="0 0 \#(width) \#(height)" role="img">"#,
            "<title>\(Self.escaped(title))</title>",
            #"<rect width="\#(width)" height="\#(height)" rx="8" fill="\#(Self.hex(background))"/>"#,
            #"<g font-family="\#(Self.fonts)" font-size="\#(Self.fontSize)">"#,
        ]
        for row in 0..<canvas.size.rows {
            lines += grounds(row)
            lines += boxes(row)
            lines += texts(row)
        }
        return lines + ["</g>", "</svg>"]
    }
}

// MARK: - Rows

extension CanvasPicture {
    private func cell(_ column: Int, _ row: Int) -> Cell { canvas[Point(column: column, row: row)] }

    private func x(_ column: Int) -> Int { Self.margin + column * Self.cell.width }

    private func y(_ row: Int) -> Int { Self.margin + row * Self.cell.height }

    /// The colours of a cell as they are seen: exchanged where it is reversed.
    private func colors(of cell: Cell) -> (text: Color, ground: Color) {
        let (text, ground) = (cell.style.foreground ?? foreground, cell.style.background ?? background)
        return cell.style.attributes.contains(.reverse) ? (ground, text) : (text, ground)
    }

    /// The columns of a row in runs of neighbours with the same key; columns with the key `nil` are in no run.
    private func runs<Key: Equatable>(_ row: Int, _ key: (Cell, Int) -> Key?) -> [(columns: Range<Int>, key: Key)] {
        var runs: [(columns: Range<Int>, key: Key)] = []
        for column in 0..<canvas.size.columns {
            guard let new = key(cell(column, row), column) else { continue }
            if let last = runs.last, last.columns.upperBound == column, last.key == new {
                runs[runs.count - 1].columns = last.columns.lowerBound..<column + 1
            } else {
                runs.append((column..<column + 1, new))
            }
        }
        return runs
    }

    private func grounds(_ row: Int) -> [String] {
        runs(row) { cell, _ in
            let ground = colors(of: cell).ground
            return ground == background ? nil : ground
        }.map { run in
            rect(x(run.columns.lowerBound), run.columns.count * Self.cell.width, row, run.key)
        }
    }

    private func rect(_ x: Int, _ width: Int, _ row: Int, _ color: Color) -> String {
        #"<rect x="\#(x)" y="\#(y(row))" width="\#(width)" height="\#(Self.cell.height)" fill="\#(Self.hex(color))"/>"#
    }

    /// The lines of boxes, and the blocks that fill a cell or its half.
    private func boxes(_ row: Int) -> [String] {
        var lines: [String] = []
        for run in runs(row, { cell, _ in BoxArms(cell.character).map { _ in colors(of: cell).text } }) {
            var path = ""
            var start: Int?
            for column in run.columns {
                let arms = BoxArms(cell(column, row).character) ?? []
                let (left, top) = (x(column), y(row))
                let middle = (x: left + Self.cell.width / 2, y: top + Self.cell.height / 2)
                if arms.contains(.left) || arms.contains(.right), start == nil {
                    start = arms.contains(.left) ? left : middle.x
                }
                // A line goes on to the next cell, or ends here.
                if let from = start, !arms.contains(.right) || column + 1 == run.columns.upperBound {
                    path += "M\(from) \(middle.y)H\(arms.contains(.right) ? left + Self.cell.width : middle.x)"
                    start = nil
                }
                if !arms.isDisjoint(with: [.up, .down]) {
                    let from = arms.contains(.up) ? top : middle.y
                    path += "M\(middle.x) \(from)V\(arms.contains(.down) ? top + Self.cell.height : middle.y)"
                }
            }
            lines.append(#"<path d="\#(path)" stroke="\#(Self.hex(run.key))" fill="none"/>"#)
        }
        for column in 0..<canvas.size.columns {
            let cell = cell(column, row)
            switch cell.character {
            case "▌": lines.append(rect(x(column), Self.cell.width / 2, row, colors(of: cell).text))
            case "█": lines.append(rect(x(column), Self.cell.width, row, colors(of: cell).text))
            default: break
            }
        }
        return lines
    }

    private func texts(_ row: Int) -> [String] {
        runs(row) { cell, column in text(of: cell, column, row) }.compactMap { run in
            var columns = run.columns
            if let first = columns.first, cell(first, row).text == " " { columns = columns.dropFirst() }
            if let last = columns.last, cell(last, row).text == " " { columns = columns.dropLast() }
            guard !columns.isEmpty else { return nil }
            let text = columns.map { cell($0, row).text }.joined()
            return #"<text x="\#(x(columns.lowerBound))" y="\#(y(row) + Self.baseline)" "#
                + #"textLength="\#(columns.count * Self.cell.width)" lengthAdjust="spacingAndGlyphs" "#
                + #"fill="\#(Self.hex(run.key.color))"\#(Self.font(run.key.attributes))>\#(Self.escaped(text))</text>"#
        }
    }

    /// Whether a cell is a blank between two words, and not one of several, which viewers take for one.
    private func isSingleBlank(_ column: Int, _ row: Int) -> Bool {
        func isBlank(_ column: Int) -> Bool {
            column < 0 || column >= canvas.size.columns || cell(column, row).text == " "
        }
        return !isBlank(column - 1) && !isBlank(column + 1)
    }

    /// The properties shared by a run of text; a grapheme that fonts draw at a width of their own is a run by itself.
    private struct TextKey: Equatable {
        let color: Color
        let attributes: Attributes
        let single: Int?
    }

    private func text(of cell: Cell, _ column: Int, _ row: Int) -> TextKey? {
        if cell.text == " " {
            guard isSingleBlank(column, row) else { return nil }
        } else if BoxArms(cell.character) != nil || ["▌", "█"].contains(cell.character) {
            // A continuation has a blank for its character, and no text.
            guard cell.width == 0 else { return nil }
        }
        // Latin, Greek and Cyrillic letters are as wide as ASCII in every font of fixed width.
        let isLetter = cell.width == 1 && cell.character.unicodeScalars.allSatisfy { $0.value < 0x0530 }
        // The right half of a wide grapheme belongs to the left one.
        let single = isLetter ? nil : cell.width == 0 ? column - 1 : column
        var attributes = cell.style.attributes
        attributes.remove(.reverse)
        return TextKey(color: colors(of: cell).text, attributes: attributes, single: single)
    }

    private static func font(_ attributes: Attributes) -> String {
        var text = ""
        if attributes.contains(.bold) { text += #" font-weight="700""# }
        if attributes.contains(.dim) { text += #" opacity="0.7""# }
        if attributes.contains(.italic) { text += #" font-style="italic""# }
        if attributes.contains(.underline) { text += #" text-decoration="underline""# }
        return text
    }

    private static func hex(_ color: Color) -> String {
        let (red, green, blue) = color.components
        let digits = String(red << 16 | green << 8 | blue, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
