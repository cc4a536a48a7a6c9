// SPDX-License-Identifier: GPL-3.0-or-later

/// A line of a session script that says nothing the format knows.
public struct ScriptSyntaxFault: Error, Equatable {
    /// The line, counted from 1.
    public let line: Int
    /// What is wrong with it.
    public let reason: ScriptSyntaxReason
}
