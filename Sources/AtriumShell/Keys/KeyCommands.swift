// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit

/// The commands of the shell that keys and the mouse stand for.
struct KeyCommands {
    /// Explains everything.
    let help: Action
    /// Explains the keys.
    let keys: Action
    /// Draws the sidebar out, or pushes it in.
    let sidebar: Action
    /// Shows an app as it was left.
    let switching: (AppID) -> Action
}
