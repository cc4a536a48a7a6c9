// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit

/// The settings of the present user that the screen follows.
@MainActor
package protocol ScreenSettings: AnyObject {
    /// The settings by their names, for keys and themes.
    var preferences: Preferences { get }
    /// The facts that the terminal has reported.
    var terminal: TerminalFacts { get set }
    /// Whether there are lines of text for a screen reader, and no panels.
    var isPlain: Bool { get }
    /// The colours.
    var theme: Theme { get }
    /// Whether the sidebar is shown if there is room for it.
    var showsSidebar: Bool { get }
    /// Whether the mouse is the screen’s, or the terminal’s own.
    var usesMouse: Bool { get }
    /// Whether pictures are drawn.
    var showsPictures: Bool { get }
    /// The format in which a picture alone is drawn.
    var pictureFormat: String { get }
    /// Whether the terminal shows progress beside its text.
    var showsProgress: Bool { get }
    /// The transition to play if an app asks for one: the user’s choice, or else the app’s own.
    func transition(of asked: Transition) -> Transition
}
