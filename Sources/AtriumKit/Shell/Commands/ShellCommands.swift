// SPDX-License-Identifier: GPL-3.0-or-later

/// The shell’s own commands, which are there in every app.
enum ShellCommands {
    /// All of them, in the order in which help lists them.
    static var all: [Command<Shell>] { moving + login + shell + stage + jobs }
}
