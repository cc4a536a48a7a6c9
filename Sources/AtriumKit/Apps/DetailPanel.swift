// SPDX-License-Identifier: GPL-3.0-or-later

/// The panel with one thing in full, beside the list, below it, or instead of it.
@MainActor
public protocol DetailPanel: ContentPanel {
    /// Whether a thing was opened: where there is room for one panel only, it is this one then.
    var isOpen: Bool { get }
    /// Closes the thing, so that the list is seen again.
    func close()
    /// Whether what was drawn last has something in it that the user has not seen before.
    var showsUnseen: Bool { get }
    /// Hears that what was drawn last is in sight, with nothing over it; only where it `showsUnseen`.
    func wasSeen() async
}

extension DetailPanel {
    /// Nothing is told apart.
    public var showsUnseen: Bool { false }
    /// Nothing is kept of it.
    public func wasSeen() async {}
}
