// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
import AtriumSession
import AtriumTerminal

/// An event on the screen.
enum ScreenEvent {
    /// A key that the layers may take.
    case key(Key)
    /// A press or a turn of the wheel.
    case mouse(MouseEvent)
    /// Another line, or another place of the cursor in it.
    case line(LineChange)
    /// The start of a command.
    case command
    /// The end of the time in which the user’s data may be seen.
    case cover
    /// Another layer that comes over this one.
    case layer
}

/// A change of the typed line.
struct LineChange {
    let text: String
    /// Whether the user has typed or removed something.
    let isTyped: Bool
    /// Whether the text or the place of the cursor is another one.
    let isMoved: Bool
}

/// The effect of an event.
enum EventResult {
    /// Nothing: the layer below gets the event.
    case ignored
    /// A change of this layer, or none.
    case handled
    /// The panels’ content has changed.
    case changed
    /// The layer is removed.
    case closed
    /// The key means what it does on a line: a letter goes into it.
    case type
    /// There was nothing to do: Readline cancels its own action.
    case abort
    /// The typed line ends, for this.
    case leave(LineEnd)
    /// The same, unless one of these characters follows soon: then the key is the first letter of a word.
    case leaveUnless(Set<UInt8>, LineEnd)
}

/// The work for which the typed line ends.
package enum LineEnd {
    /// An action.
    case perform(Action)
    /// Work that reads other lines, and may result in an action.
    case work(@MainActor (Screen) async throws -> Action?)
    /// The text of the layer that the line belongs to is complete, or its selection is made.
    case finish
    /// The layer that the line belongs to is left.
    case giveUp
}

/// A part of the screen over the panels, or these themselves.
///
/// Keys and the mouse go from the top layer down to the first that does not ignore them; the other events go to all.
/// Layers are drawn from the bottom up, once after each event; drawing and arranging change nothing but the layer.
@MainActor
protocol Layer: AnyObject {
    /// Whether it is on the screen; a layer that always exists may be out of it.
    func isOpen(on state: ScreenState) -> Bool
    /// Whether the typed line belongs to it, and is no command.
    var ownsLine: Bool { get }
    /// Whether it draws the text of that line itself.
    var drawsLine: Bool { get }
    /// Whether it hides a part of the panels.
    var hidesPanels: Bool { get }
    /// The keys that it takes; `nil`: those of the layer below.
    func keys(on state: ScreenState) -> KeyMap?
    /// Handles an event.
    func take(_ event: ScreenEvent, on screen: Screen) -> EventResult
    /// Fits it to its room.
    func arrange(in layout: ScreenLayout, of state: ScreenState)
    /// Draws it; the cursor stays in the line unless it is moved.
    func draw(in layout: ScreenLayout, of state: ScreenState, on canvas: inout Canvas)
    /// The keys to know now, beside the messages; `nil`: those of the layer below.
    func hint(on state: ScreenState) -> String?
}

extension Layer {
    func isOpen(on state: ScreenState) -> Bool { true }
    var ownsLine: Bool { false }
    var drawsLine: Bool { false }
    var hidesPanels: Bool { false }
    func keys(on state: ScreenState) -> KeyMap? { nil }
    func arrange(in layout: ScreenLayout, of state: ScreenState) {}
    func draw(in layout: ScreenLayout, of state: ScreenState, on canvas: inout Canvas) {}
    func hint(on state: ScreenState) -> String? { nil }
}

/// The layers of a screen, in order.
@MainActor
struct LayerStack {
    /// From the bottom up.
    private(set) var all: [any Layer]

    /// The layers that always exist.
    init(_ layers: [any Layer]) { all = layers }

    /// Lays a layer over all others.
    mutating func push(_ layer: any Layer) { all.append(layer) }

    /// Removes a layer.
    mutating func remove(_ layer: any Layer) { all.removeAll { $0 === layer } }

    /// The layer of a type; `nil` if there is none.
    func first<L: Layer>(_ type: L.Type = L.self) -> L? { all.lazy.compactMap { $0 as? L }.first }
}
