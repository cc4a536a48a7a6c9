// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
import AtriumSession
package import AtriumTerminal
import AtriumWorlds

/// Draws the pictures of the shown document, one after the other, as they come into sight.
@MainActor
final class PictureLoader {
    private let drawer: PictureDrawer
    private let settings: any ScreenSettings
    private var loading: Task<Void, Never>?
    /// The last drawn pictures, the newest at the end: on the way back to a document they are there at once.
    private var drawn: [(key: Key, cells: CellPicture)] = []
    private static let kept = 32

    /// Called when a picture was drawn.
    var onChange: @MainActor () -> Void = {}

    private struct Key: Hashable {
        let digest: Int
        let size: Size
    }

    init(drawer: PictureDrawer, settings: any ScreenSettings) {
        self.drawer = drawer
        self.settings = settings
    }

    /// Draws the pictures that a document needs, if the user wants pictures.
    func load(_ document: DocumentPanel) {
        guard settings.showsPictures, loading == nil, let request = document.wantedPicture, drawer.isThere else {
            return
        }
        loading = Task { [weak self] in
            let picture = await self?.picture(request, in: document)
            document.take(picture, for: request)
            self?.loading = nil
            self?.onChange()
        }
    }

    /// Forgets all drawn pictures: they are not for every user to see.
    func forget() { drawn = [] }

    private func picture(_ request: PictureRequest, in document: DocumentPanel) async -> DrawnPicture? {
        guard let file = await document.readPicture(request), let pixels = PixelSize(of: file),
            let size = request.cells(of: pixels)
        else { return nil }
        let digest = file.hashValue
        guard !document.isDrawn(request, digest: digest, size: size) else {
            return DrawnPicture(pixels: pixels, digest: digest, cells: nil)
        }
        let key = Key(digest: digest, size: size)
        var cells = drawn.first { $0.key == key }?.cells
        if cells == nil { cells = await drawer.draw(file, size: size) }
        guard let cells else { return nil }
        drawn.removeAll { $0.key == key }
        drawn = drawn.suffix(Self.kept - 1) + [(key, cells)]
        return DrawnPicture(pixels: pixels, digest: digest, cells: cells)
    }
}

/// Shows one picture alone, as large as the terminal is and as well as it can.
@MainActor
package struct PictureViewer {
    let coordinator: Coordinator
    let gate: OutputGate
    let settings: any ScreenSettings
    /// The number of colours of the terminal.
    let depth: ColorDepth

    /// A viewer on the terminal of a gate.
    package init(coordinator: Coordinator, gate: OutputGate, settings: any ScreenSettings, depth: ColorDepth) {
        self.coordinator = coordinator
        self.gate = gate
        self.settings = settings
        self.depth = depth
    }

    /// Shows a picture until the user presses Enter; false if it cannot be shown.
    package func show(_ file: [UInt8]) async throws -> Bool {
        let drawer = PictureDrawer(world: coordinator.world, depth: depth)
        guard gate.isTerminal, settings.showsPictures, drawer.isThere, PixelSize(of: file) != nil else { return false }
        let (format, size) = (settings.pictureFormat, coordinator.size)
        let hint = Strings.pictureHint.string(in: coordinator.language)
        return try await gate.lendTerminal(to: .viewer) {
            try await drawer.show(
                file, format: format, size: Size(columns: size.columns, rows: max(1, size.rows - 2)), hint: hint)
        }
    }
}
