// SPDX-License-Identifier: GPL-3.0-or-later

/// The panel with an app’s things, one of which may be selected.
@MainActor
public protocol ListPanel: ContentPanel {
    /// How many things there are in all, those included that are not loaded.
    var total: Int { get }
    /// Whether `total` is exact; otherwise there are at least that many.
    var isTotalKnown: Bool { get }
    /// How many of them stand before the first row that is loaded.
    var offset: Int { get }
    /// What opens the selected thing; nil where none can be opened.
    var opening: Action? { get }
}

extension ListPanel {
    /// As many as there are rows.
    public var total: Int { position.count }
    /// They are all.
    public var isTotalKnown: Bool { true }
    /// None.
    public var offset: Int { 0 }
    /// Nothing can be opened.
    public var opening: Action? { nil }
}
