// SPDX-License-Identifier: GPL-3.0-or-later

/// What is wrong with a list of apps: a mistake of whoever put the shell together.
public enum CatalogFault: Error, Hashable, Sendable {
    /// There is no app.
    case empty
    /// Several apps have the same name; the types of their factories, in the order of the list, say which.
    case duplicate(AppID, factories: [String])
    /// Two commands of an app have the same name.
    case duplicateCommand(String, app: AppID)
}
