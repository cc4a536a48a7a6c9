// SPDX-License-Identifier: GPL-3.0-or-later

/// Programs that people read or edit in, which need the terminal for themselves.
enum TerminalProgram {
    private static let pagers: Set = ["less", "more", "most", "fzf"]
    private static let editors: Set = [
        "vi", "vim", "view", "nvim", "vis", "nano", "pico", "emacs", "mg", "jove", "joe", "jed", "ne", "micro", "hx",
        "helix", "kak", "mcedit", "editor", "sensible-editor",
    ]

    private static let others: Set = [
        "aerc", "alot", "btop", "elinks", "htop", "info", "irssi", "lazygit", "lf", "links", "lynx", "man", "mc",
        "mosh",
        "mutt", "ncdu", "neomutt", "nnn", "ranger", "screen", "sftp", "ssh", "telnet", "tig", "tmux", "top", "w3m",
        "watch", "weechat", "yazi",
    ]
    /// Those that talk to somebody only where they are given nothing to do.
    private static let interpreters: Set = [
        "bash", "bc", "dash", "fish", "gdb", "irb", "lldb", "lua", "node", "psql", "python", "python3", "sh", "sqlite3",
        "swift", "zsh",
    ]

    /// Whether a command starts one that reads or edits what it is given.
    static func takesTerminal(_ command: String) -> Bool {
        let name = name(of: command)
        return pagers.contains(name) || editors.contains(name)
    }

    /// Whether a command starts one that somebody works in.
    static func isWorkedIn(_ command: String) -> Bool {
        let name = name(of: command)
        return takesTerminal(command) || others.contains(name)
            || interpreters.contains(name) && command.split(separator: " ").count == 1
    }

    /// The name of the program that a command starts.
    static func name(of command: String) -> String {
        let word = command.split(separator: " ").first ?? ""
        return word.split(separator: "/").last.map(String.init) ?? ""
    }
}
