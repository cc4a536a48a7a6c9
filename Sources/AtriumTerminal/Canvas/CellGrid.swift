// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// The cells of a canvas as they are stored, which count along the rows.
///
/// A wide grapheme takes two of them: where one is overwritten, the other becomes blank.
struct CellGrid: Sendable {
    let size: Size
    private var cells: [StoredCell]
    private var clusters = Clusters()
    /// The addresses of the cells in links, by index; entries for cells that are no longer in a link do not count.
    private var links: [Int: LinkAddress] = [:]

    /// Blank cells.
    init(size: Size) {
        self.size = size
        cells = Array(repeating: .blank, count: size.columns * size.rows)
    }

    /// The content of a cell.
    subscript(point: Point) -> Cell {
        let cell = cells[point.row * size.columns + point.column]
        return Cell(character: clusters[cell.code], width: Int(cell.width), style: cell.style)
    }

    /// The cell of an index.
    subscript(index: Int) -> StoredCell { cells[index] }

    /// The cells of a row.
    func row(_ row: Int) -> ArraySlice<StoredCell> { cells[row * size.columns..<(row + 1) * size.columns] }
}

extension CellGrid: Hashable {
    /// Whether both show the same.
    static func == (first: CellGrid, second: CellGrid) -> Bool {
        guard first.size == second.size else { return false }
        if first.clusters.isEmpty, second.clusters.isEmpty, first.links.isEmpty || second.links.isEmpty {
            return first.cells == second.cells
        }
        return first.cells.indices.allSatisfy { first.shows($0, as: second) }
    }

    /// Hashes what it shows.
    func hash(into hasher: inout Hasher) {
        hasher.combine(size)
        for cell in cells {
            hasher.combine(clusters[cell.code])
            hasher.combine(cell.width)
            hasher.combine(cell.style)
        }
    }
}

// The queries of a renderer.
extension CellGrid {
    /// Whether a cell looks like that of another grid of the same size.
    func shows(_ index: Int, as other: CellGrid) -> Bool {
        let (cell, old) = (cells[index], other.cells[index])
        guard !cell.style.attributes.contains(.link) || link(at: index) == other.link(at: index) else { return false }
        guard cell.isCluster, old.isCluster else { return cell == old }
        return cell.width == old.width && cell.style == old.style && clusters[cell.code] == other.clusters[old.code]
    }

    /// Whether cells with the same bits look alike in both.
    func sharesTables(with other: CellGrid) -> Bool { clusters == other.clusters && links == other.links }

    /// Whether a row has the same bits as that of another grid of the same size; fast, but false for some rows that look
    /// alike.
    func hasSameBits(in row: Int, as other: CellGrid) -> Bool {
        let range = row * size.columns..<(row + 1) * size.columns
        return cells[range].withUnsafeBytes { new in
            other.cells[range].withUnsafeBytes { old in
                guard let first = new.baseAddress, let second = old.baseAddress else { return true }
                return memcmp(first, second, new.count) == 0
            }
        }
    }

    /// The column of the first cell from one on that has other bits than that of another grid of the same size, or of
    /// the wide grapheme that it is the half of; the number of columns if there is none.
    func otherBits(in row: Int, from column: Int, than other: CellGrid) -> Int {
        let range = row * size.columns + column..<(row + 1) * size.columns
        let found = cells.withUnsafeBufferPointer { new in
            other.cells.withUnsafeBufferPointer { old in range.first { new[$0] != old[$0] } ?? range.upperBound }
        }
        let start = found < range.upperBound && found > range.lowerBound && cells[found].width == 0 ? found - 1 : found
        return column + start - range.lowerBound
    }

    /// Appends the cells of a row from a column on that are ASCII, outside of links, of a style, and have other bits than
    /// those of another grid of the same size; returns their number.
    func appendPlain(
        in row: Int, from column: Int, styled style: Style, than other: CellGrid, to bytes: inout [UInt8]
    ) -> Int {
        guard !style.attributes.contains(.link) else { return 0 }
        let range = row * size.columns + column..<(row + 1) * size.columns
        return cells.withUnsafeBufferPointer { new in
            other.cells.withUnsafeBufferPointer { old in
                let end = range.first {
                    new[$0] == old[$0] || new[$0].code >= 0x80 || new[$0].width != 1 || new[$0].style != style
                }
                let run = range.lowerBound..<(end ?? range.upperBound)
                bytes.append(contentsOf: run.lazy.map { UInt8(truncatingIfNeeded: new[$0].code) })
                return run.count
            }
        }
    }

    /// The address that a cell links to.
    func link(at index: Int) -> LinkAddress? { cells[index].style.attributes.contains(.link) ? links[index] : nil }

    /// The number of columns a cell’s grapheme may take on a terminal that draws its scalars side by side.
    func mostColumns(of cell: StoredCell) -> Int {
        cell.isCluster ? 2 * clusters[cell.code].unicodeScalars.count : Int(cell.width)
    }

    /// Appends the grapheme of a cell, in UTF-8.
    func append(_ cell: StoredCell, to bytes: inout [UInt8]) {
        if cell.code < 0x80 {
            bytes.append(UInt8(cell.code))
        } else if !cell.isCluster, let scalar = Unicode.Scalar(cell.code) {
            bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        } else {
            // Terminals join to it whatever they are sent next.
            let scalars = clusters[cell.code].unicodeScalars
            let sent = scalars.last == "\u{200D}" ? scalars.dropLast() : scalars[...]
            for scalar in sent { bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter) }
        }
    }
}

// MARK: - Changing it

extension CellGrid {
    /// Puts a grapheme on the cells that it takes, as far as they are in the row.
    mutating func put(_ character: Character, width: Int, column: Int, row: Int, style: Style) {
        // A grapheme out of sight needs no number.
        guard width > 0, column > -width, column < size.columns else { return }
        put(clusters.code(of: character), width: width, column: column, row: row, style: style)
    }

    /// Puts the grapheme of a code on the cells that it takes, as far as they are in the row.
    mutating func put(_ code: UInt32, width: Int, column: Int, row: Int, style: Style) {
        switch width {
        case 1:
            guard column >= 0, column < size.columns else { return }
            set(StoredCell(code: code, width: 1, style: style), column: column, row: row)
        case 2:
            if column >= 0, column + 1 < size.columns {
                set(StoredCell(code: code, width: 2, style: style), column: column, row: row)
                setContinuation(style, column: column + 1, row: row)
            } else if column == -1, size.columns > 0 {
                set(.blank(style), column: 0, row: row)
            }
        default:
            // A mark without a base: it has no column, and the cell before it is another text.
            break
        }
    }

    /// Puts visible ASCII on cells of a row, as far as they are in it, and returns how many it takes.
    mutating func put(_ ascii: UnsafeBufferPointer<UInt8>, column: Int, row: Int, style: Style) -> Int {
        let (first, last) = (max(0, -column), min(ascii.count, size.columns - column) - 1)
        guard first <= last else { return ascii.count }
        func cell(_ index: Int) -> StoredCell { StoredCell(code: UInt32(ascii[index]), width: 1, style: style) }
        // Only at its ends can it leave half of a wide grapheme.
        set(cell(first), column: column + first, row: row)
        set(cell(last), column: column + last, row: row)
        let start = row * size.columns + column
        cells.withUnsafeMutableBufferPointer { cells in
            for index in first..<last { cells[start + index] = cell(index) }
        }
        return ascii.count
    }

    /// Sets cells of a row, which are all in it, to what `cell` makes of them.
    mutating func set(_ columns: Range<Int>, row: Int, to cell: (StoredCell) -> StoredCell) {
        guard let first = columns.first, let last = columns.last else { return }
        let start = row * size.columns
        // Only at its ends can it leave half of a wide grapheme.
        set(cell(cells[start + first]), column: first, row: row)
        guard first < last else { return }
        cells.withUnsafeMutableBufferPointer { cells in
            for index in start + first + 1..<start + last { cells[index] = cell(cells[index]) }
        }
        set(cell(cells[start + last]), column: last, row: row)
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

    /// Makes cells of a row, as they are, a part of a link.
    mutating func link(_ columns: Range<Int>, row: Int, to address: LinkAddress) {
        for index in row * size.columns + columns.lowerBound..<row * size.columns + columns.upperBound {
            cells[index].style.attributes.insert(.link)
            links[index] = address
        }
    }

    /// Gives cells the style that `style` makes of their own.
    mutating func restyle(_ range: Range<Int>, _ style: (Style) -> Style) {
        // Neighbours mostly look alike.
        var (known, made) = (Style.plain, style(.plain))
        var isOther = made != known
        cells.withUnsafeMutableBufferPointer { cells in
            for index in range {
                let old = cells[index].style
                if old != known {
                    (known, made) = (old, style(old))
                    isOther = made != known
                }
                if isOther { cells[index].style = made }
            }
        }
    }

    /// Adopts the numbers of the longer graphemes of another grid; only a blank grid may do so.
    mutating func know(_ other: CellGrid) { clusters = other.clusters }

    /// Takes over cells of another grid, from an index on.
    mutating func take(_ range: Range<Int>, of other: CellGrid, at start: Int) {
        // Cells with the same meaning in both are copied at once.
        if other.links.isEmpty, other.clusters.isEmpty || other.clusters == clusters {
            cells.withUnsafeMutableBufferPointer { mine in
                other.cells.withUnsafeBufferPointer { its in
                    let part = UnsafeMutableBufferPointer(rebasing: mine[start..<start + range.count])
                    _ = part.update(fromContentsOf: its[range])
                }
            }
            return
        }
        for (index, cell) in zip(start..., other.cells[range]) {
            if cell.style.attributes.contains(.link) { links[index] = other.links[range.lowerBound + index - start] }
            cells[index] =
                cell.isCluster
                ? StoredCell(code: clusters.code(of: other.clusters[cell.code]), width: cell.width, style: cell.style)
                : cell
        }
    }

    /// Blanks halves of wide graphemes that the edges of copied columns cut through.
    mutating func repair(row: Int, edgesOf columns: Range<Int>) {
        let start = row * size.columns
        func repair(_ column: Int) {
            guard column >= 0, column < size.columns else { return }
            let index = start + column
            let follows = column > 0 && cells[index - 1].width == 2
            let leads = column + 1 < size.columns && cells[index + 1].width == 0
            if (cells[index].width == 0 && !follows) || (cells[index].width == 2 && !leads) {
                cells[index] = .blank(cells[index].style)
            }
        }
        repair(columns.lowerBound - 1)
        repair(columns.lowerBound)
        repair(columns.upperBound - 1)
        repair(columns.upperBound)
    }
}

/// One column of one row: a grapheme, or the right half of the wide one before it.
public struct Cell: Hashable, Sendable {
    /// The grapheme; meaningless (a blank) in a continuation.
    public let character: Character
    /// Columns taken from here on: 1, 2 for a wide grapheme, 0 for the continuation that follows a wide one.
    public let width: Int
    /// Colours and attributes.
    public let style: Style

    init(character: Character, width: Int, style: Style) {
        self.character = character
        self.width = width
        self.style = style
    }

    /// The grapheme as text, empty in a continuation.
    public var text: String { width == 0 ? "" : String(character) }

    /// A blank in the terminal's own colours.
    public static let blank = Cell(character: " ", width: 1, style: .plain)
}

/// A cell as a canvas stores it: plain data, which is copied without counting references.
struct StoredCell: Hashable, Sendable {
    /// The grapheme’s one scalar; above all scalars, its position in the canvas’s `Clusters`.
    let code: UInt32
    /// The width, as in `Cell.width`.
    let width: UInt8
    /// Colours and attributes.
    var style: Style

    /// Whether the grapheme is in the canvas’s `Clusters`.
    var isCluster: Bool { code >= Clusters.first }
    /// Whether terminals do not agree on how many columns the grapheme takes: one of several scalars, and an emoji, which
    /// may be newer than the terminal.
    var isUnsure: Bool {
        isCluster || width == 2 && ((0x1F000...0x1FBFF).contains(code) || (0x2300...0x2BFF).contains(code))
    }
    var isSpace: Bool { code == 0x20 }

    static let blank = StoredCell.blank(.plain)
    static func blank(_ style: Style) -> StoredCell { StoredCell(code: 0x20, width: 1, style: style) }
    static func continuation(_ style: Style) -> StoredCell { StoredCell(code: 0x20, width: 0, style: style) }
}

/// The graphemes of several scalars that a canvas has.
struct Clusters: Hashable, Sendable {
    /// The code of the first one: no scalar has it.
    static let first: UInt32 = 0x11_0000

    private(set) var characters: [Character] = []

    var isEmpty: Bool { characters.isEmpty }

    /// The code of a grapheme.
    mutating func code(of character: Character) -> UInt32 {
        if let scalar = character.onlyScalar { return scalar.value }
        // The same one often follows; all of them are not looked through for each.
        let index = characters.suffix(16).lastIndex(of: character) ?? characters.endIndex
        if index == characters.endIndex { characters.append(character) }
        return Self.first + UInt32(index)
    }

    /// The grapheme of a code.
    subscript(code: UInt32) -> Character {
        if code >= Self.first { return characters[Int(code - Self.first)] }
        return Unicode.Scalar(code).map { Character($0) } ?? " "
    }
}

extension Character {
    /// The scalar of a grapheme with only one; `nil` for others.
    var onlyScalar: Unicode.Scalar? {
        let first = unicodeScalars.first
        return unicodeScalars.index(after: unicodeScalars.startIndex) == unicodeScalars.endIndex ? first : nil
    }
}
