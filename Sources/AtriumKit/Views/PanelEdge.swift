// SPDX-License-Identifier: GPL-3.0-or-later

/// An end of a panel’s content.
public enum PanelEdge: Sendable {
    /// Before the first row.
    case start
    /// After the last row.
    case end
}
