// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// How large the pictures of a document are, and how much room one may take.
struct PictureSizes: Hashable {
    /// The sizes that are known, by the pictures’ ids.
    var pixels: [String: PixelSize] = [:]
    /// How many rows a picture takes at most.
    var rows = 24

    /// How many cells a picture takes; nil where its size is not known.
    func cells(of picture: Block.Picture, columns: Int) -> Size? {
        pixels[picture.id].flatMap { $0.cells(width: picture.width, in: Size(columns: columns, rows: rows)) }
    }
}

extension PixelSize {
    /// About how many pixels a cell has: most fonts are twice as high as wide.
    private static let cell = (width: 8, height: 16)

    /// How many cells a picture of this size takes; nil where there is no room.
    ///
    /// - Parameters:
    ///   - wanted: How wide it is meant to be, in pixels; nil: as wide as it is.
    ///   - room: How much room there is.
    func cells(width wanted: Int?, in room: Size) -> Size? {
        guard room.columns > 0, room.rows > 0 else { return nil }
        let meant = max(1, min(wanted ?? width, Self.largest))
        var columns = min(room.columns, (meant + Self.cell.width - 1) / Self.cell.width)
        let inRows = room.rows * Self.cell.height * width / (height * Self.cell.width)
        columns = max(1, min(columns, inRows))
        let high = columns * Self.cell.width * height
        let rows = (high + width * Self.cell.height / 2) / (width * Self.cell.height)
        return Size(columns: columns, rows: max(1, min(rows, room.rows)))
    }
}
