// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// A part of the screen that an app fills: its sidebar or its main part.
@MainActor
public protocol Panel: AppLifecycle {
    /// What stands in the panel’s border; empty for nothing.
    func title(in context: DrawingContext) -> String
    /// Draws on a canvas that is as large as the panel, from what is in memory: reads nothing, waits for nothing.
    func draw(on canvas: inout Canvas, in context: DrawingContext)
}
