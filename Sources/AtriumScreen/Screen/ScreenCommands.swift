// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
package import AtriumSession

/// The part of the shell that the screen asks: the commands that it offers, and the meaning of a typed line.
@MainActor
package protocol ScreenCommands: AnyObject {
    /// The commands of keys.
    var keys: KeyCommands { get }
    /// The words that a line may start with now.
    var firstWords: [String] { get }
    /// The items of the palette before a search.
    var items: [PaletteItem] { get }
    /// The results of the apps for words, app by app, with the commands that list all of them.
    func found(_ words: String) async -> Palette.Found
    /// Passes on the app’s remark on a typed line, once the app has it: `nil` for none.
    func remark(on line: String, say: @escaping @MainActor (LocalizedText?) -> Void)
}

/// The commands of the shell that keys and the mouse stand for.
package struct KeyCommands {
    /// Explains everything.
    let help: Action
    /// Explains the keys.
    let keys: Action
    /// Draws the sidebar out, or pushes it in.
    let sidebar: Action
    /// Shows an app as it was left.
    let switching: (AppID) -> Action

    /// The commands of these actions.
    package init(help: Action, keys: Action, sidebar: Action, switching: @escaping (AppID) -> Action) {
        self.help = help
        self.keys = keys
        self.sidebar = sidebar
        self.switching = switching
    }
}
