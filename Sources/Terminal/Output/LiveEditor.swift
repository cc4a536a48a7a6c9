// SPDX-License-Identifier: GPL-3.0-or-later

/// An editor whose line is on the screen while other output comes.
@MainActor
public protocol LiveEditor: AnyObject {
    /// Whether a line is being edited now.
    var isEditing: Bool { get }

    /// Erases prompt and line from the screen; the cursor is afterwards in column 0 of where the prompt began.
    ///
    /// Called only while `isEditing`; what the editor prints goes through `OutputGate.writeThrough`.
    func hide()

    /// Draws prompt and line again where the cursor is, in column 0.
    func redraw()
}
