// SPDX-License-Identifier: GPL-3.0-or-later

/// Programs that people read or edit in, which need the terminal for themselves.
enum TerminalProgram {
    private static let pagers: Set = ["less", "more", "most", "fzf"]
    private static let editors: Set = [
        "vi", "vim", "view", "nvim", "vis", "nano", "pico", "emacs", "mg", "jove", "joe", "jed", "ne", "micro", "hx",
        "helix", "kak", "mcedit", "editor", "sensible-editor",
    ]

    /// Whether a command starts one.
    static func takesTerminal(_ command: String) -> Bool {
        let name = name(of: command)
        return pagers.contains(name) || editors.contains(name)
    }

    /// The name of the program that a command starts.
    static func name(of command: String) -> String {
        let word = command.split(separator: " ").first ?? ""
        return word.split(separator: "/").last.map(String.init) ?? ""
    }
}
