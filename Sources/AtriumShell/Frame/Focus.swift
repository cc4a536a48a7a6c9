// SPDX-License-Identifier: GPL-3.0-or-later

/// A panel of the current app that keys may move in.
enum PanelPart: Hashable {
    /// What the app offers at its side.
    case sidebar
    /// The list, or the text that stands in its place.
    case list
    /// What is read in full.
    case reader
}

/// Where keys go.
enum Focus: Hashable {
    /// To the line that is typed; keys that only panels know go to the panel that was moved in last.
    case line
    /// To a panel. A character that is no key there goes to the line, and the focus with it.
    case panel(PanelPart)
}
