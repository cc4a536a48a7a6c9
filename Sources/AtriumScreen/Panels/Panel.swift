// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
import AtriumSession
package import AtriumTerminal

/// A part of the screen: the app’s data there, and the user’s position in it.
///
/// First it is arranged: it takes the app’s present data, and its position is made to fit. Drawing changes nothing.
@MainActor
package protocol Panel: AnyObject {
    /// The text in the border.
    var title: String { get }
    /// The text beside that, in the longest form for which there is room; empty for none.
    var asides: [String] { get }
    /// The text in the lower border; empty for none.
    var foot: String { get }
    /// The visible part of a text, for the lower border; empty if all of it is visible.
    var place: String { get }
    /// The position in the content.
    var position: PanelPosition { get set }
    /// The number of rows before the first loaded one; `nil` if it is unknown.
    var offset: Int? { get }
    /// The number of all rows.
    var total: ListTotal { get }
    /// The action that opens the selected item; `nil` if none can be opened.
    var opening: Action? { get }
    /// Lays the app’s present data out for a panel of this size.
    ///
    /// The app makes the texts in sight for it, and learns nothing.
    func arrange(for size: Size, in context: ViewContext)
    /// Draws the arranged data on a canvas of that size.
    ///
    /// - Parameter isFocused: Whether the keys that select move here; a selection elsewhere is drawn less loudly.
    func draw(on canvas: inout Canvas, accent: Color, isFocused: Bool)
    /// Loads rows beyond the loaded ones, when the user comes near the first or the last of them.
    ///
    /// - Parameter far: Whether the user is on the way to the end: more may be read at once then.
    /// - Returns: `false` if there was nothing to read.
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

    /// Reads the page before the loaded rows, or after them; `false` if there was none.
    @discardableResult
    package func turnPage(_ edge: PanelEdge) async throws -> Bool { try await turnPage(edge, far: false) }
}
