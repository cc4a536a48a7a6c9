// SPDX-License-Identifier: GPL-3.0-or-later

/// A panel whose content may be longer than the screen: the keys that scroll and select work on its position.
@MainActor
public protocol ContentPanel: Panel {
    /// Where the content stands; `draw` tells it the number of rows there are and that there is room for.
    var position: PanelPosition { get set }
    /// Loads rows beyond those that are loaded, when somebody comes near the first or the last of them; does nothing where
    /// there are none.
    func turnPage(_ edge: PanelEdge) async throws
}

extension ContentPanel {
    /// Does nothing: all there is is loaded.
    public func turnPage(_ edge: PanelEdge) async throws {}
}
