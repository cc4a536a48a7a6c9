// SPDX-License-Identifier: GPL-3.0-or-later

/// A picture made of characters and their colours, a part of which can be drawn on a canvas.
///
/// ```swift
/// guard let picture = CellPicture(written, size: Size(columns: 40, rows: 12)) else { return }
/// canvas.draw(picture, rows: 0..<12, at: Point(column: 1, row: 0))
/// ```
public struct CellPicture: Hashable, Sendable {
    /// The number of columns and rows.
    public let size: Size
    private let cells: [StoredCell]

    /// Reads the picture that a program such as chafa wrote as text with colours.
    ///
    /// `nil` if the text has anything else than characters of one column, line feeds, and selections of colours
    /// (ECMA-48, SGR), or has more lines or columns than allowed; shorter lines are filled with blanks.
    ///
    /// - Parameters:
    ///   - bytes: The program's output.
    ///   - size: The most columns and rows it may have.
    public init?(_ bytes: [UInt8], size: Size) {
        var reader = CellPictureReader(size: size)
        guard let cells = reader.read(bytes) else { return nil }
        self.size = reader.size
        self.cells = cells
    }

    fileprivate func cell(column: Int, row: Int) -> StoredCell { cells[row * size.columns + column] }
}

extension Canvas {
    /// Draws some rows of a picture, as far as they are on the canvas, in colours that no theme changes.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - rows: The rows of the picture.
    ///   - point: The place of the first cell of these rows.
    public mutating func draw(_ picture: CellPicture, rows: Range<Int>, at point: Point) {
        for row in rows.clamped(to: 0..<picture.size.rows) {
            let target = point.row + row - rows.lowerBound
            guard target >= 0, target < size.rows else { continue }
            for column in 0..<picture.size.columns where contains(Point(column: point.column + column, row: target)) {
                grid.set(picture.cell(column: column, row: row), column: point.column + column, row: target)
            }
        }
    }
}

/// Reads characters with colours as cells; whatever is neither ends it.
struct CellPictureReader {
    let size: Size
    private var cells: [StoredCell]
    private var style = Style(attributes: .exact)
    private var (column, row) = (0, 0)
    /// A sequence that selects colours has no more digits and semicolons.
    private static let longest = 64

    init(size: Size) {
        let blank = Canvas(size: size)
        // A canvas has no more cells than a terminal may have.
        self.size = blank.size
        cells = Array(repeating: .blank, count: blank.size.columns * blank.size.rows)
    }

    /// The cells, row by row; `nil` if the text has anything else.
    mutating func read(_ bytes: [UInt8]) -> [StoredCell]? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        var scalars = text.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\n": (column, row) = (0, row + 1)
            case "\u{1B}": guard select(&scalars) else { return nil }
            default: guard put(scalar) else { return nil }
            }
        }
        return cells
    }

    private mutating func put(_ scalar: Unicode.Scalar) -> Bool {
        let character = Character(scalar)
        let isShown = scalar == " " || Sanitizer.visible(String(character)) == String(character)
        guard row < size.rows, column < size.columns, isShown, DisplayWidth.of(character) == 1 else { return false }
        cells[row * size.columns + column] = StoredCell(code: scalar.value, width: 1, style: style)
        column += 1
        return true
    }

    /// Reads the rest of a selection of colours after its Escape.
    private mutating func select(_ scalars: inout Substring.UnicodeScalarView) -> Bool {
        guard scalars.popFirst() == "[" else { return false }
        var text = ""
        while let scalar = scalars.popFirst() {
            if scalar == "m" { return select(text) }
            guard scalar == ";" || ("0"..."9").contains(scalar), text.utf8.count < Self.longest else { return false }
            text.unicodeScalars.append(scalar)
        }
        return false
    }

    private mutating func select(_ text: String) -> Bool {
        var codes: [UInt8] = []
        for word in text.split(separator: ";", omittingEmptySubsequences: false) {
            guard let code = word.isEmpty ? 0 : UInt8(word) else { return false }
            codes.append(code)
        }
        var rest = codes[...]
        while let code = rest.popFirst() {
            switch code {
            case 0: style = Style(attributes: .exact)
            case 1: style.attributes.insert(.bold)
            case 22: style.attributes.remove(.bold)
            case 7: style.attributes.insert(.reverse)
            case 27: style.attributes.remove(.reverse)
            case 30...37: style.foreground = .palette(code - 30)
            case 90...97: style.foreground = .palette(code - 82)
            case 39: style.foreground = nil
            case 40...47: style.background = .palette(code - 40)
            case 100...107: style.background = .palette(code - 92)
            case 49: style.background = nil
            case 38, 48:
                guard let color = Self.color(&rest) else { return false }
                if code == 38 { style.foreground = color } else { style.background = color }
            default: return false
            }
        }
        return true
    }

    /// The colour whose kind and numbers come next.
    private static func color(_ codes: inout ArraySlice<UInt8>) -> Color? {
        switch codes.popFirst() {
        case 5: return codes.popFirst().map(Color.palette)
        case 2:
            guard codes.count >= 3 else { return nil }
            defer { codes = codes.dropFirst(3) }
            return .rgb(codes[codes.startIndex], codes[codes.startIndex + 1], codes[codes.startIndex + 2])
        default: return nil
        }
    }
}
