// SPDX-License-Identifier: GPL-3.0-or-later

/// The command of every shell that shows a tab of the current app: what the actions of apps have to know of it.
package enum TabCommand {
    /// What a user types.
    package static let name = "tab"
    /// The tab’s key, its title or its number.
    package static let tab = Parameter.optional(.word("tab", values: .tab, summary: Strings.parameterTab))
}
