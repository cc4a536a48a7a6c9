// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit

extension Action {
    /// Performs a command of the shell.
    static func shell(_ command: Command<Shell>, _ arguments: CommandArgument...) -> Action {
        .perform(CommandCall(.shell, command.spec, arguments))
    }

    /// Shows an app as it was left.
    static func switching(to app: AppID) -> Action {
        .shell(MovingCommands.switching, MovingCommands.app.argument(app.rawValue))
    }
}
