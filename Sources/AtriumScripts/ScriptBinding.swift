// SPDX-License-Identifier: GPL-3.0-or-later

/// What a placeholder of a session script stands for.
public struct ScriptBinding: Sendable, Equatable {
    /// The placeholder's name.
    public let name: String
    /// The text it was bound to where it was first met.
    public let value: String
}
