// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// The tabs of an app.
@MainActor
public protocol TabBar: AppLifecycle {
    /// The tabs, in order; their keys are what a user may type after `tab`.
    var tabs: [Tab] { get }
    /// The key of the tab that is shown.
    var selected: String { get }
    /// Shows another tab.
    func select(_ key: String) async throws
}

/// One tab.
public struct Tab: Sendable {
    /// What a user types.
    public let key: String
    /// What a user reads.
    public let title: LocalizedText

    /// A tab of this key and title.
    public init(key: String, title: LocalizedText) {
        self.key = key
        self.title = title
    }
}
