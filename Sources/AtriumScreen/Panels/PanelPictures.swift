// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
package import AtriumTerminal

/// A panel’s data about the pictures of its document: their sizes, and their drawn forms.
struct PanelPictures {
    /// The data about a picture.
    struct Known: Hashable {
        /// The state of the files when it was read.
        let revision: Int
        /// The digest of the bytes; `nil` if there was nothing to draw.
        let digest: Int?
    }

    /// The known sizes.
    private(set) var sizes = PictureSizes()
    private var document: String?
    private var revision = 0
    private var known: [String: Known] = [:]
    private var drawings: [Drawing: CellPicture] = [:]
    /// Distinguishes requests from those before everything was forgotten.
    private(set) var generation = 0

    private struct Drawing: Hashable {
        let id: String
        let size: Size
    }

    /// Takes the displayed document, and the number of rows.
    @MainActor
    mutating func arrange(_ source: DocumentSource, rows: Int) {
        if source.id != document { forget() }
        document = source.id
        revision = source.pictureRevision
        // In steps, so that not every other height has pictures drawn anew.
        sizes.rows = rows >= 28 ? 24 : rows >= 14 ? 13 : 6
    }

    /// Knows of no picture any more.
    mutating func forget() {
        (known, drawings, sizes.pixels) = ([:], [:], [:])
        document = nil
        generation += 1
    }

    /// The drawn form of a picture, in its present size.
    func drawing(_ placed: BlockLayout.PlacedPicture) -> CellPicture? {
        placed.size.flatMap { drawings[Drawing(id: placed.picture.id, size: $0)] }
    }

    /// The part of a picture that is still to be read or drawn; `nil` for none.
    func request(_ placed: BlockLayout.PlacedPicture) -> PictureRequest? {
        let now = known[placed.picture.id]
        guard now?.revision != revision || now?.digest != nil && drawing(placed) == nil else { return nil }
        return PictureRequest(
            picture: placed.picture, room: Size(columns: placed.room, rows: sizes.rows), revision: revision,
            generation: generation)
    }

    /// Whether a picture of these bytes is drawn in a size already.
    func isDrawn(_ picture: Block.Picture, digest: Int, size: Size) -> Bool {
        known[picture.id]?.digest == digest && drawings[Drawing(id: picture.id, size: size)] != nil
    }

    /// Takes the result of a request; `nil` for a picture that cannot be drawn.
    mutating func take(_ drawn: DrawnPicture?, for request: PictureRequest) {
        guard request.generation == generation else { return }
        let id = request.picture.id
        if known[id]?.digest != drawn?.digest {
            drawings = drawings.filter { $0.key.id != id }
            sizes.pixels[id] = nil
        }
        known[id] = Known(revision: request.revision, digest: drawn?.digest)
        guard let drawn else { return }
        sizes.pixels[id] = drawn.pixels
        if let cells = drawn.cells { drawings[Drawing(id: id, size: cells.size)] = cells }
    }
}

/// A picture that comes into sight, and how much room there is for it.
package struct PictureRequest: Hashable, Sendable {
    package let picture: Block.Picture
    /// The most cells that it may take.
    package let room: Size
    let revision: Int
    let generation: Int

    /// The number of cells that a picture of a size takes there.
    package func cells(of pixels: PixelSize) -> Size? { pixels.cells(width: picture.width, in: room) }
}

/// A picture as it was read, and as it is drawn.
package struct DrawnPicture: Sendable {
    package let pixels: PixelSize
    /// The digest of its bytes.
    package let digest: Int
    /// Its cells; `nil` if it is drawn already.
    package let cells: CellPicture?
}

/// The sizes of a document’s pictures, and the room that one may take.
struct PictureSizes: Hashable {
    /// The known sizes, by the pictures’ ids.
    var pixels: [String: PixelSize] = [:]
    /// The most rows of a picture.
    var rows = 24

    /// The number of cells of a picture; `nil` if its size is unknown.
    func cells(of picture: Block.Picture, columns: Int) -> Size? {
        pixels[picture.id].flatMap { $0.cells(width: picture.width, in: Size(columns: columns, rows: rows)) }
    }
}

extension PixelSize {
    /// About how many pixels a cell has: most fonts are twice as high as wide.
    private static let cell = (width: 8, height: 16)

    /// The number of cells of a picture of this size; `nil` if there is no room.
    ///
    /// - Parameters:
    ///   - wanted: The intended width, in pixels; `nil` for its own width.
    ///   - room: The available room.
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

/// The width and the height of a picture, in pixels, in its intended orientation.
package struct PixelSize: Hashable, Sendable {
    package let width: Int
    package let height: Int

    /// A picture is no wider and no higher.
    static let largest = 30_000
    /// A picture has no more pixels: a small file may claim to be a very large one.
    private static let most = 50_000_000

    /// A size; `nil` for one that no displayable picture has.
    package init?(width: Int, height: Int) {
        guard (1...Self.largest).contains(width), (1...Self.largest).contains(height),
            width * height <= Self.most
        else { return nil }
        self.width = width
        self.height = height
    }

    /// The size that the beginning of a file tells, of PNG, JPEG, GIF or WebP; `nil` for anything else.
    package init?(of file: [UInt8]) {
        let bytes = PictureBytes(file)
        if bytes.has("\u{89}PNG\r\n\u{1A}\n", at: 0), bytes.has("IHDR", at: 12) {
            self.init(bytes.big(4, at: 16), bytes.big(4, at: 20))
        } else if bytes.has("GIF8", at: 0) {
            self.init(bytes.little(2, at: 6), bytes.little(2, at: 8))
        } else if bytes.has("RIFF", at: 0), bytes.has("WEBP", at: 8) {
            self.init(webP: bytes)
        } else if bytes.big(2, at: 0) == 0xFFD8 {
            self.init(jpeg: bytes)
        } else {
            return nil
        }
    }

    private init?(_ width: Int?, _ height: Int?) {
        guard let width, let height else { return nil }
        self.init(width: width, height: height)
    }

    /// Source: RFC 9649.
    private init?(webP bytes: PictureBytes) {
        if bytes.has("VP8 ", at: 12) {
            self.init(bytes.little(2, at: 26).map { $0 & 0x3FFF }, bytes.little(2, at: 28).map { $0 & 0x3FFF })
        } else if bytes.has("VP8L", at: 12) {
            let bits = bytes.little(4, at: 21)
            self.init(bits.map { $0 & 0x3FFF + 1 }, bits.map { $0 >> 14 & 0x3FFF + 1 })
        } else if bytes.has("VP8X", at: 12) {
            self.init(bytes.little(3, at: 24).map { $0 + 1 }, bytes.little(3, at: 27).map { $0 + 1 })
        } else {
            return nil
        }
    }

    /// Source: ITU-T T.81, B.1, and for what a camera says of how it was held Exif 2.3, 4.6.4 (Orientation).
    private init?(jpeg bytes: PictureBytes) {
        var place = 2
        var isTurned = false
        while let marker = bytes.big(2, at: place), marker >> 8 == 0xFF, let length = bytes.big(2, at: place + 2) {
            switch marker {
            // A start of frame; three of these numbers mean other things.
            case 0xFFC0...0xFFCF where ![0xFFC4, 0xFFC8, 0xFFCC].contains(marker):
                let (height, width) = (bytes.big(2, at: place + 5), bytes.big(2, at: place + 7))
                self.init(isTurned ? height : width, isTurned ? width : height)
                return
            case 0xFFE1 where bytes.has("Exif\0\0", at: place + 4): isTurned = bytes.isTurned(exif: place + 10)
            default: break
            }
            guard length >= 2 else { return nil }
            place += 2 + length
        }
        return nil
    }
}

/// The bytes of a picture’s file, any of which may be missing.
private struct PictureBytes {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether some characters stand at a place, a byte each.
    func has(_ text: String, at place: Int) -> Bool {
        let wanted = text.unicodeScalars
        guard place + wanted.count <= bytes.count else { return false }
        return zip(wanted, bytes[place...]).allSatisfy { $0.value == UInt32($1) }
    }

    /// A number whose first byte counts most.
    func big(_ count: Int, at place: Int) -> Int? {
        guard place + count <= bytes.count else { return nil }
        return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }

    /// A number whose last byte counts most.
    func little(_ count: Int, at place: Int) -> Int? {
        guard place + count <= bytes.count else { return nil }
        return bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Whether what a camera says turns width into height.
    func isTurned(exif start: Int) -> Bool {
        let isBig = has("MM", at: start)
        func number(_ count: Int, at place: Int) -> Int? {
            isBig ? big(count, at: start + place) : little(count, at: start + place)
        }
        guard let table = number(4, at: 4), let count = number(2, at: table) else { return false }
        for entry in 0..<min(count, 100) where number(2, at: table + 2 + 12 * entry) == 0x0112 {
            return (5...8).contains(number(2, at: table + 10 + 12 * entry) ?? 1)
        }
        return false
    }
}
