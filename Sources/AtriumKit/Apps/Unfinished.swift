// SPDX-License-Identifier: GPL-3.0-or-later

/// Something that the user began and has not finished.
public struct Unfinished: Hashable, Sendable {
    /// What a user knows it by.
    public let title: String
    /// The command that goes on with it, as somebody would type it.
    public let command: String

    /// Unfinished work with this title, which this command goes on with.
    public init(title: String, command: String) {
        self.title = title
        self.command = command
    }
}
