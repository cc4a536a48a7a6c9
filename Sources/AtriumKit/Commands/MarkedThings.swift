// SPDX-License-Identifier: GPL-3.0-or-later

/// What was marked on the screen when a command was given for it, however often the command is performed for that.
package struct MarkedThings: Hashable, Sendable {
    /// The rows that were marked.
    package let ids: [String]
    /// Tells the command from every other one.
    private let serial: Int

    @MainActor private static var count = 0

    /// What the command of the present task is for; nil where nothing was marked for it.
    @TaskLocal package static var current: MarkedThings?

    /// What a command is for that is about to be performed; nil where nothing is marked.
    @MainActor
    package init?(_ ids: [String]) {
        guard !ids.isEmpty else { return nil }
        Self.count += 1
        (self.ids, serial) = (ids, Self.count)
    }
}
