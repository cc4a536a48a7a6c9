// SPDX-License-Identifier: GPL-3.0-or-later

/// A grid of cells that panels draw on; a renderer turns it into bytes.
///
/// Drawing outside of the canvas is harmless: it is clipped. Text is sanitised when it is written, so a canvas never
/// holds a control character. A wide grapheme of which one half is overwritten leaves a blank in the other half.
///
/// ```swift
/// var canvas = Canvas(size: Size(columns: 20, rows: 3))
/// canvas.box(Rect(column: 0, row: 0, columns: 20, rows: 3), title: "Notes")
/// canvas.write("Buy milk", at: Point(column: 2, row: 1), style: .bold)
/// ```
public struct Canvas: Sendable {
    /// The size asked for, or the nearest possible one.
    public let size: Size
    /// Where the terminal's cursor belongs; `nil` leaves it where it is.
    public var cursor: Point?
    private(set) var cells: [StoredCell]
    private(set) var clusters = Clusters()
    /// Where cells lead that are a part of a link, by their index; those of cells that are none any more do not count.
    private var links: [Int: LinkAddress] = [:]

    /// Makes a blank canvas.
    ///
    /// A negative side counts as zero and a side over 65,535, the most a terminal reports, as 65,535; a canvas of more
    /// than four million cells has its last rows taken away.
    public init(size: Size) {
        let columns = min(max(0, size.columns), 65_535)
        let rows = min(max(0, size.rows), 65_535, columns == 0 ? 65_535 : 4_194_304 / columns)
        self.size = Size(columns: columns, rows: rows)
        cells = Array(repeating: .blank, count: columns * rows)
    }

    /// The cell at `point`; outside of the canvas a blank.
    public subscript(point: Point) -> Cell {
        guard contains(point) else { return .blank }
        let cell = cells[point.row * size.columns + point.column]
        return Cell(character: clusters[cell.code], width: Int(cell.width), style: cell.style)
    }
}

extension Canvas: Hashable {
    /// Whether both show the same.
    public static func == (first: Canvas, second: Canvas) -> Bool {
        guard first.size == second.size, first.cursor == second.cursor else { return false }
        if first.clusters.isEmpty, second.clusters.isEmpty, first.links.isEmpty || second.links.isEmpty {
            return first.cells == second.cells
        }
        return first.cells.indices.allSatisfy { first.shows($0, as: second) }
    }

    /// Hashes what it shows.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(size)
        hasher.combine(cursor)
        for cell in cells {
            hasher.combine(clusters[cell.code])
            hasher.combine(cell.width)
            hasher.combine(cell.style)
        }
    }
}

// What a renderer asks
extension Canvas {
    /// The cell of an index, which counts along the rows.
    func cell(_ index: Int) -> StoredCell { cells[index] }

    /// Whether a cell looks like that of another canvas of the same size.
    func shows(_ index: Int, as other: Canvas) -> Bool {
        let (cell, old) = (cells[index], other.cells[index])
        guard !cell.style.attributes.contains(.link) || link(at: index) == other.link(at: index) else { return false }
        guard cell.isCluster, old.isCluster else { return cell == old }
        return cell.width == old.width && cell.style == old.style && clusters[cell.code] == other.clusters[old.code]
    }

    /// Where a cell leads.
    func link(at index: Int) -> LinkAddress? { cells[index].style.attributes.contains(.link) ? links[index] : nil }

    /// How many columns a cell’s grapheme may take on a terminal that draws its scalars one beside the other.
    func mostColumns(of cell: StoredCell) -> Int {
        cell.isCluster ? 2 * clusters[cell.code].unicodeScalars.count : Int(cell.width)
    }

    /// Appends the grapheme of a cell.
    func append(_ cell: StoredCell, to text: inout String) {
        if !cell.isCluster, let scalar = Unicode.Scalar(cell.code) {
            text.unicodeScalars.append(scalar)
        } else {
            text.append(clusters[cell.code])
        }
    }
}

extension Canvas {
    /// Writes one line of text.
    ///
    /// The text is sanitised (a line break shows as `␊`). Where it does not fit `width`, or the columns left to the
    /// right edge, it is cut at a grapheme boundary and ends with “…”. What lies left of the canvas is clipped.
    ///
    /// - Parameters:
    ///   - text: Any text, also from outside.
    ///   - point: The place of the first grapheme.
    ///   - style: Colours and attributes.
    ///   - width: The most columns to take; `nil` is up to the right edge.
    /// - Returns: The columns that the text took, those clipped on the left included.
    @discardableResult
    public mutating func write(_ text: String, at point: Point, style: Style = .plain, width: Int? = nil) -> Int {
        // Where it lies outside nothing of it is looked at.
        guard point.row >= 0, point.row < size.rows, point.column < size.columns else { return 0 }
        return write(VisibleText(text), at: point, style: style, width: width)
    }

    /// Writes one line of text that was made visible before.
    @discardableResult
    public mutating func write(
        _ text: VisibleText, at point: Point, style: Style = .plain, width: Int? = nil
    ) -> Int {
        guard point.row >= 0, point.row < size.rows, point.column < size.columns else { return 0 }
        let (toEdge, overflow) = size.columns.subtractingReportingOverflow(point.column)
        guard !overflow else { return 0 }
        let string = text.string.utf8.contains(0x0A) ? Sanitizer.visible(text.string) : text.string
        let line = TextLayout.cut(string, to: min(width ?? toEdge, toEdge))
        var column = point.column
        for character in line {
            let width = DisplayWidth.of(character)
            put(character, width: width, column: column, row: point.row, style: style)
            column += width
        }
        return column - point.column
    }

    /// Makes cells of a row, as they are, a part of a link.
    public mutating func link(from point: Point, columns: Int, to address: LinkAddress) {
        guard point.row >= 0, point.row < size.rows else { return }
        for column in max(0, point.column)..<max(0, point.column, min(size.columns, point.column + columns)) {
            let index = point.row * size.columns + column
            cells[index].style.attributes.insert(.link)
            links[index] = address
        }
    }

    /// Fills a rectangle with blanks of that style; what was there is gone.
    public mutating func fill(_ rect: Rect, style: Style) {
        let area = rect.clipped(to: size)
        guard area.size.columns > 0 else { return }
        for row in area.origin.row..<area.origin.row + area.size.rows {
            for column in area.origin.column..<area.origin.column + area.size.columns {
                set(.blank(style), column: column, row: row)
            }
        }
    }

    /// Draws on a part of the canvas as if it were a canvas of its own.
    ///
    /// The part starts as what is there. Whatever is drawn stays inside of `rect`; where that reaches over the edge of
    /// the canvas, only the part on the canvas is composed back.
    public mutating func within(_ rect: Rect, _ draw: (inout Canvas) -> Void) {
        var part = Canvas(size: rect.size)
        part.clusters = clusters
        let area = Rect(
            column: rect.origin.column, row: rect.origin.row, columns: part.size.columns, rows: part.size.rows
        ).clipped(to: size)
        let columns = area.size.columns
        guard columns > 0 else {
            draw(&part)
            return
        }
        let shift = (column: area.origin.column - rect.origin.column, row: area.origin.row - rect.origin.row)
        for row in 0..<area.size.rows {
            let from = (area.origin.row + row) * size.columns + area.origin.column
            let to = (shift.row + row) * part.size.columns + shift.column
            part.take(from..<from + columns, of: self, at: to)
            part.repair(row: shift.row + row)
        }
        draw(&part)
        for row in 0..<area.size.rows {
            let from = (shift.row + row) * part.size.columns + shift.column
            let to = (area.origin.row + row) * size.columns + area.origin.column
            take(from..<from + columns, of: part, at: to)
            repair(row: area.origin.row + row)
        }
    }

    /// Exchanges foreground and background of a row: what is selected.
    public mutating func reverse(row: Int) {
        guard row >= 0, row < size.rows else { return }
        for index in row * size.columns..<(row + 1) * size.columns {
            cells[index].style.attributes.remove(.dim)
            cells[index].style.attributes.insert(.reverse)
        }
    }

    /// Draws every cell in the style that `style` makes of its own.
    public mutating func restyle(_ style: (Style) -> Style) {
        // Neighbours mostly look alike.
        var (known, made) = (Style.plain, style(.plain))
        for index in cells.indices {
            let old = cells[index].style
            if old != known { (known, made) = (old, style(old)) }
            if made != known { cells[index].style = made }
        }
    }
}

extension Canvas {
    func contains(_ point: Point) -> Bool {
        point.column >= 0 && point.column < size.columns && point.row >= 0 && point.row < size.rows
    }

    private mutating func put(_ character: Character, width: Int, column: Int, row: Int, style: Style) {
        switch width {
        case 1:
            guard column >= 0, column < size.columns else { return }
            set(character, width: 1, style, column: column, row: row)
        case 2:
            if column >= 0, column + 1 < size.columns {
                set(character, width: 2, style, column: column, row: row)
                setContinuation(style, column: column + 1, row: row)
            } else if column == -1, size.columns > 0 {
                set(.blank(style), column: 0, row: row)
            }
        default:
            // A mark with nothing to stand on: it has no column, and the cell before it is somebody else's text.
            break
        }
    }

    /// Sets a cell that is one column wide, or the left half of a wide grapheme.
    mutating func set(_ character: Character, width: UInt8, _ style: Style, column: Int, row: Int) {
        set(StoredCell(code: clusters.code(of: character), width: width, style: style), column: column, row: row)
    }

    /// Sets a cell and blanks the half of a wide grapheme that this leaves alone.
    mutating func set(_ cell: StoredCell, column: Int, row: Int) {
        let index = row * size.columns + column
        if cells[index].width == 0, column > 0, cells[index - 1].width == 2 {
            cells[index - 1] = .blank(cells[index - 1].style)
        }
        if cells[index].width == 2, column + 1 < size.columns {
            cells[index + 1] = .blank(cells[index + 1].style)
        }
        cells[index] = cell
    }

    /// Sets the right half of the wide grapheme just set to the left of it.
    private mutating func setContinuation(_ style: Style, column: Int, row: Int) {
        let index = row * size.columns + column
        if cells[index].width == 2, column + 1 < size.columns {
            cells[index + 1] = .blank(cells[index + 1].style)
        }
        cells[index] = .continuation(style)
    }

    /// Takes over cells of another canvas, from an index on.
    private mutating func take(_ range: Range<Int>, of other: Canvas, at start: Int) {
        for (index, cell) in zip(start..., other.cells[range]) {
            if cell.style.attributes.contains(.link) { links[index] = other.links[range.lowerBound + index - start] }
            cells[index] =
                cell.isCluster
                ? StoredCell(code: clusters.code(of: other.clusters[cell.code]), width: cell.width, style: cell.style)
                : cell
        }
    }

    /// Blanks halves of wide graphemes that a copied rectangle cut through.
    private mutating func repair(row: Int) {
        let start = row * size.columns
        for index in start..<start + size.columns {
            let follows = index > start && cells[index - 1].width == 2
            let leads = index + 1 < start + size.columns && cells[index + 1].width == 0
            if (cells[index].width == 0 && !follows) || (cells[index].width == 2 && !leads) {
                cells[index] = .blank(cells[index].style)
            }
        }
    }
}
