// SPDX-License-Identifier: GPL-3.0-or-later

/// A line that has been understood: which command, with what, and where its output goes.
public struct Invocation: Sendable {
    /// Whose command it is.
    public enum Owner: Sendable, Hashable {
        /// The shell’s own.
        case shell
        /// An app’s.
        case app(AppID)
    }

    /// Whose command it is.
    public let owner: Owner
    /// The command.
    public let spec: CommandSpec
    /// Its values.
    public let arguments: Arguments
    /// Where its output goes; nil: to the screen.
    public let redirection: Redirection?
    /// Whether it is to go on in the background.
    public let isBackground: Bool
}
