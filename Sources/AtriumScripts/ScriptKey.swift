// SPDX-License-Identifier: GPL-3.0-or-later

/// A key that a session script presses, by the name that tmux gives it.
///
/// A character stands for its key. Others have names: `Enter`, `Tab`, `BTab`, `Escape`, `Space`, `BSpace`, `Up`,
/// `Down`, `Left`, `Right`, `Home`, `End`, `PageUp`, `PageDown`, `Insert`, `Delete`, and `F1` to `F12`. `C-`, `M-`
/// and `S-` in front hold down Control, Meta and Shift: `C-r`, `M-2`, `C-M-Left`.
///
/// Source: tmux(1), “Key bindings”.
public struct ScriptKey: Sendable, Equatable {
    private static let names: Set<String> = Set(
        [
            "Enter", "Tab", "BTab", "Escape", "Space", "BSpace", "Up", "Down", "Left", "Right", "Home", "End", "PageUp",
            "PgUp", "PPage", "PageDown", "PgDn", "NPage", "Insert", "IC", "Delete", "DC",
        ] + (1...12).map { "F\($0)" })

    /// The key’s name.
    public let name: String

    /// The key of this name; nil if there is none.
    ///
    /// An emulator would type an unknown name letter by letter.
    public init?(_ name: String) {
        var key = name[...]
        while key.count > 2, ["C-", "M-", "S-"].contains(key.prefix(2)) { key = key.dropFirst(2) }
        guard key.count == 1 || Self.names.contains(String(key)) else { return nil }
        self.name = name
    }

    /// Whether it is Escape, with which other keys begin.
    public var isEscape: Bool { name.hasSuffix("Escape") || name.hasSuffix("C-[") }
}
