// SPDX-License-Identifier: GPL-3.0-or-later

/// A renderer that sends only the cells that changed since the frame before.
///
/// Frames are drawn in the upper left corner of the screen. The first frame, one of another size, and the one after
/// `invalidate()` clear the screen. The cursor is afterwards where the canvas wants it; one that wants it nowhere leaves
/// place and style as they were before.
public struct DiffRenderer: Renderer {
    private let depth: ColorDepth
    private let synchronized: Bool
    private let hasLinks: Bool
    private var shown: Canvas?
    private var cursor: Point?
    /// The sequences of the styles that were sent, of which there are few.
    private var sequences: [(style: Style, bytes: [UInt8])] = []

    /// Makes a renderer that knows nothing of the screen.
    ///
    /// - Parameters:
    ///   - depth: The colours of the terminal; with `.none` attributes such as reverse are still sent.
    ///   - synchronized: Whether frames are marked to appear at once (private mode 2026). Terminals that do not know
    ///     the mode ignore it.
    ///   - hasLinks: Whether the addresses of links are sent to the terminal.
    public init(depth: ColorDepth, synchronized: Bool, hasLinks: Bool = false) {
        self.depth = depth
        self.synchronized = synchronized
        self.hasLinks = hasLinks
    }

    /// The bytes that change the screen from the frame before to `canvas`; empty if they are equal.
    public mutating func frame(_ canvas: Canvas) -> EscapedText {
        let before = shown.flatMap { $0.size == canvas.size ? $0 : nil }
        var bytes = Array((synchronized ? EscapeSequence.beginSynchronized : "").utf8)
        let begin = bytes.count
        // Out of sight while it writes: on terminals without synchronized output it would flit over the screen.
        bytes += (canvas.cursor == nil ? EscapeSequence.saveCursor : EscapeSequence.hideCursor).utf8
        let start = bytes.count
        if before == nil { bytes += (EscapeSequence.resetStyle + EscapeSequence.clearScreen).utf8 }
        changes(from: (before ?? Canvas(size: canvas.size)).grid, to: canvas.grid, into: &bytes)
        shown = canvas
        let isChanged = bytes.count > start
        guard isChanged || cursor != canvas.cursor else { return .none }
        defer { cursor = canvas.cursor }
        if !isChanged { bytes.removeSubrange(begin...) }
        if let wanted = canvas.cursor {
            bytes += (EscapeSequence.move(to: wanted) + EscapeSequence.showCursor).utf8
        } else {
            guard isChanged else { return .none }
            bytes += EscapeSequence.restoreCursor.utf8
        }
        if synchronized { bytes += EscapeSequence.endSynchronized.utf8 }
        return EscapedText(bytes: bytes)
    }

    /// Forgets what the screen shows: the next frame clears it and draws everything.
    public mutating func invalidate() {
        shown = nil
        cursor = nil
    }
}

extension DiffRenderer {
    private mutating func changes(from old: CellGrid, to new: CellGrid, into body: inout [UInt8]) {
        var cursor: Point?
        var style: Style?
        var link: LinkAddress?
        let columns = new.size.columns
        let areAlike = new.sharesTables(with: old)
        for row in 0..<new.size.rows where !areAlike || !new.hasSameBits(in: row, as: old) {
            var column = 0
            // A terminal that has drawn a cluster wider than it is here has drawn over what follows.
            var overdrawn = 0
            while column < columns {
                if areAlike, column >= overdrawn {
                    column = new.otherBits(in: row, from: column, than: old)
                    guard column < columns else { break }
                    // Most cells are like the one before, and follow it.
                    if link == nil, let known = style, cursor == Point(column: column, row: row) {
                        column += new.appendPlain(in: row, from: column, styled: known, than: old, to: &body)
                        cursor = column < columns ? Point(column: column, row: row) : nil
                        guard column < columns else { break }
                    }
                }
                let index = row * columns + column
                let cell = new[index]
                let step = max(1, Int(cell.width))
                let changed =
                    column < overdrawn || !new.shows(index, as: old) || (step == 2 && !new.shows(index + 1, as: old))
                // A continuation is drawn by the wide grapheme before it, never on its own.
                if changed, cell.width > 0 {
                    move(&cursor, to: Point(column: column, row: row), into: &body)
                    if style != cell.style {
                        body += sequence(of: cell.style)
                        style = cell.style
                    }
                    let target = hasLinks ? new.link(at: index) : nil
                    if target != link {
                        body += (target.map(EscapeSequence.beginLink) ?? EscapeSequence.endLink).utf8
                        link = target
                    }
                    if cell.isUnsure, step == 2 {
                        // A terminal that draws it narrower leaves the old cell.
                        body += "  ".utf8
                        body += EscapeSequence.move(to: Point(column: column, row: row)).utf8
                    }
                    if cell.isCluster { overdrawn = column + new.mostColumns(of: cell) }
                    new.append(cell, to: &body)
                    cursor = cursorAfter(cell, column: column, row: row, columns: columns)
                }
                column += step
            }
        }
        if link != nil { body += EscapeSequence.endLink.utf8 }
        if style != nil { body += EscapeSequence.resetStyle.utf8 }
    }

    /// The sequence of a style, of which few come again and again; those of pictures are too many to be kept.
    private mutating func sequence(of style: Style) -> [UInt8] {
        if let known = sequences.first(where: { $0.style == style }) { return known.bytes }
        let new = Array(EscapeSequence.style(style, depth: depth).utf8)
        if !style.attributes.contains(.exact) { sequences.append((style, new)) }
        return new
    }

    private func move(_ cursor: inout Point?, to point: Point, into body: inout [UInt8]) {
        guard cursor != point else { return }
        if let cursor, cursor.row == point.row, cursor.column < point.column {
            body += EscapeSequence.forward(point.column - cursor.column).utf8
        } else {
            body += EscapeSequence.move(to: point).utf8
        }
    }

    /// The certain place of the cursor after a cell; `nil` if unknown.
    ///
    /// Unknown in the last column, as terminals differ in when they wrap, and after a grapheme whose width terminals do
    /// not agree upon: one wrong guess must not shift the rest of the row.
    private func cursorAfter(_ cell: StoredCell, column: Int, row: Int, columns: Int) -> Point? {
        guard column + Int(cell.width) < columns, !cell.isUnsure else { return nil }
        return Point(column: column + Int(cell.width), row: row)
    }
}

/// Turns canvases into the bytes for the terminal.
public protocol Renderer {
    /// The bytes that make the screen show `canvas`; empty if it does already.
    mutating func frame(_ canvas: Canvas) -> EscapedText

    /// Forgets the screen’s content, so that the next frame draws everything: after a suspension, or when another
    /// program has written on the screen.
    mutating func invalidate()

    /// The number of bytes that each of these takes, one after the other; the renderer stays unchanged.
    func cost(of canvases: [Canvas]) -> [Int]
}

extension Renderer {
    /// The number of bytes that each of these takes, one after the other.
    public func cost(of canvases: [Canvas]) -> [Int] {
        var trial = self
        return canvases.map { trial.frame($0).count }
    }
}
