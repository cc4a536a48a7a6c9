// SPDX-License-Identifier: GPL-3.0-or-later

package import Terminal

/// What a panel knows of the pictures of the document that it shows: how large they are, and how they are drawn.
struct PanelPictures {
    /// What is known of a picture.
    struct Known: Hashable {
        /// The state of the files when it was read.
        let revision: Int
        /// Which bytes they were; nil where there was nothing to be drawn.
        let digest: Int?
    }

    /// The sizes that are known.
    private(set) var sizes = PictureSizes()
    private var document: String?
    private var revision = 0
    private var known: [String: Known] = [:]
    private var drawings: [Drawn: CellPicture] = [:]
    /// Tells what was asked for before everything was forgotten.
    private(set) var generation = 0

    private struct Drawn: Hashable {
        let id: String
        let size: Size
    }

    /// Takes which document is shown, and for how many rows.
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

    /// How a picture is drawn, in the size that it has now.
    func drawing(_ placed: BlockLayout.Placed) -> CellPicture? {
        placed.size.flatMap { drawings[Drawn(id: placed.picture.id, size: $0)] }
    }

    /// What is still to be read or drawn of a picture; nil for nothing.
    func request(_ placed: BlockLayout.Placed) -> PictureRequest? {
        let now = known[placed.picture.id]
        guard now?.revision != revision || now?.digest != nil && drawing(placed) == nil else { return nil }
        return PictureRequest(
            picture: placed.picture, room: Size(columns: placed.room, rows: sizes.rows), revision: revision,
            generation: generation)
    }

    /// Whether a picture of these bytes is drawn in a size already.
    func isDrawn(_ picture: Block.Picture, digest: Int, size: Size) -> Bool {
        known[picture.id]?.digest == digest && drawings[Drawn(id: picture.id, size: size)] != nil
    }

    /// Takes what has become of a request; nil for a picture that cannot be drawn.
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
        if let cells = drawn.cells { drawings[Drawn(id: id, size: cells.size)] = cells }
    }
}

/// A picture that comes into sight, and how much room there is for it.
package struct PictureRequest: Hashable, Sendable {
    package let picture: Block.Picture
    /// How many cells it may take.
    package let room: Size
    let revision: Int
    let generation: Int

    /// How many cells a picture of a size takes there.
    package func cells(of pixels: PixelSize) -> Size? { pixels.cells(width: picture.width, in: room) }
}

/// A picture as it was read, and as it is drawn.
package struct DrawnPicture: Sendable {
    package let pixels: PixelSize
    /// Tells its bytes from others.
    package let digest: Int
    /// Its cells; nil where it is drawn already.
    package let cells: CellPicture?

    /// A picture of these facts.
    package init(pixels: PixelSize, digest: Int, cells: CellPicture?) {
        self.pixels = pixels
        self.digest = digest
        self.cells = cells
    }
}
