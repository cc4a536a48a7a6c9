// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal
import Worlds

/// Shows one picture alone, as large as the terminal is and as well as it can.
@MainActor
struct PictureViewer {
    let coordinator: Coordinator
    let gate: OutputGate
    let settings: UserSettings
    /// How many colours the terminal has.
    let depth: ColorDepth

    /// Shows a picture until somebody presses Enter; false where it cannot be.
    func show(_ file: [UInt8]) async throws -> Bool {
        let drawer = PictureDrawer(world: coordinator.world, depth: depth)
        guard gate.isTerminal, settings.showsPictures, drawer.isThere, PixelSize(of: file) != nil else { return false }
        let (format, size) = (settings.pictures.format(coordinator.world.variables), coordinator.size)
        let hint = Strings.pictureHint.string(in: coordinator.language)
        return try await gate.lendTerminal(to: .viewer) {
            try await drawer.show(
                file, format: format, size: Size(columns: size.columns, rows: max(1, size.rows - 2)), hint: hint)
        }
    }
}
