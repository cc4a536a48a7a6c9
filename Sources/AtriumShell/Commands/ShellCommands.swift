// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit

/// The shell’s own commands, which are there in every app.
package enum ShellCommands {
    /// Those of a shell with these apps, in the order in which help lists them; without accounts nobody logs in.
    @MainActor
    package static func all(in catalog: [any AppFactory]) -> [Command<Shell>] {
        moving + (catalog.hasAccounts ? login : []) + shell + appearance + jobs
    }
}
