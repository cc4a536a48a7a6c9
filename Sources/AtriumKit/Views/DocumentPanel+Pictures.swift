// SPDX-License-Identifier: GPL-3.0-or-later

package import Terminal

/// Pictures in what is read: somebody else reads and draws them, as they come into sight.
extension DocumentPanel {
    /// The first picture in sight, or near it, that is not drawn as it is now; nil where there is none.
    package var wantedPicture: PictureRequest? {
        let rows = position.rows
        let near = max(0, rows.lowerBound - position.visible)..<rows.upperBound + position.visible
        // What is seen comes first.
        let all = sight.layout.pictures(in: rows) + sight.layout.pictures(in: near)
        return all.lazy.compactMap { [pictures] in pictures.request($0.placed) }.first
    }

    /// Reads the file of a picture; nil where there is none that can be read.
    package func readPicture(_ request: PictureRequest) async -> [UInt8]? {
        await source()?.picture(request.picture.id)
    }

    /// Whether a picture of these bytes is drawn in a size already.
    package func isDrawn(_ request: PictureRequest, digest: Int, size: Size) -> Bool {
        pictures.isDrawn(request.picture, digest: digest, size: size)
    }

    /// Takes a picture, or that it cannot be drawn.
    package func take(_ drawn: DrawnPicture?, for request: PictureRequest) { pictures.take(drawn, for: request) }

    /// Knows of no picture any more: it is not for everybody to see, or is to be drawn otherwise.
    package func forgetPictures() { pictures.forget() }
}
