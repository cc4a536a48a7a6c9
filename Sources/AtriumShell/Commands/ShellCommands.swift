// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit

/// The shell’s own commands, which are there in every app.
package enum ShellCommands {
    /// All of them, in the order in which help lists them.
    package static var all: [Command<Shell>] { moving + login + shell + appearance + jobs }
}
