// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Terminal

/// Something that the palette offers.
struct PaletteItem: Hashable {
    /// What it is; of equal matches the first of these comes first.
    enum Kind: Int {
        /// An app.
        case app
        /// A command.
        case command
        /// A place in an app.
        case place
        /// A command of another app.
        case foreign
        /// One of the things in an app.
        case thing
        /// The app’s own search, which lists everything.
        case search
    }

    let kind: Kind
    /// What is matched and marked; safe to be shown.
    let title: String
    /// What it means; safe to be shown.
    let detail: String
    /// What choosing it does.
    let action: Action
    /// Whether the app has found it by other words than its title’s, so that it is offered although that does not match.
    let isFound: Bool

    init(
        _ kind: Kind, title: String, detail: String, action: Action, isFound: Bool = false
    ) {
        self.kind = kind
        self.title = Sanitizer.visible(title)
        self.detail = Sanitizer.visible(detail)
        self.action = action
        self.isFound = isFound
    }
}
