// SPDX-License-Identifier: GPL-3.0-or-later

package import Terminal

/// A part of the screen: what an app shows there, and where somebody is in it.
///
/// First it is arranged: it takes what the app shows now, and its position is made to fit. Drawing changes nothing then.
@MainActor
package protocol Panel: AnyObject {
    /// What stands in the border.
    var title: String { get }
    /// What stands beside that, in the longest of these ways for which there is room; none for nothing.
    var asides: [String] { get }
    /// What stands in the lower border; empty for nothing.
    var foot: String { get }
    /// Which part of a text is seen, for the lower border; empty where all of it is.
    var place: String { get }
    /// Where somebody is.
    var position: PanelPosition { get set }
    /// How many rows stand before the first one that is loaded; nil where nobody knows.
    var offset: Int? { get }
    /// How many rows there are in all.
    var total: ListTotal { get }
    /// What opens the selected thing; nil where none can be opened.
    var opening: Action? { get }
    /// Takes what the app shows now, for a panel of this size.
    func arrange(for size: Size, in context: ViewContext)
    /// Draws what was arranged on a canvas of that size.
    ///
    /// - Parameter isFocused: Whether the keys that select move here; a selection elsewhere is drawn less loudly.
    func draw(on canvas: inout Canvas, accent: Color, isFocused: Bool)
    /// Loads rows beyond those that are loaded, when somebody comes near the first or the last of them.
    ///
    /// - Parameter far: Whether somebody is on the way to the end: more may be read at once then.
    /// - Returns: False where there was nothing to be read.
    @discardableResult
    func turnPage(_ edge: PanelEdge, far: Bool) async throws -> Bool
}

extension Panel {
    package var asides: [String] { [] }
    package var foot: String { "" }
    package var place: String { "" }
    package var offset: Int? { 0 }
    package var total: ListTotal { ListTotal(position.count) }
    package var opening: Action? { nil }
    package func turnPage(_ edge: PanelEdge, far: Bool) async throws -> Bool { false }

    /// Reads the page before what is there, or behind it; false where there was none.
    @discardableResult
    package func turnPage(_ edge: PanelEdge) async throws -> Bool { try await turnPage(edge, far: false) }
}
