// SPDX-License-Identifier: GPL-3.0-or-later

/// Where a script's session keeps its data.
public enum ScriptStore: String, Sendable, CaseIterable {
    /// A database file of its own in the session's folder.
    case sqlite
    /// Nowhere but in memory.
    case memory
}
