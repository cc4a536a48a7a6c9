// SPDX-License-Identifier: GPL-3.0-or-later

/// Something of an app’s that is found by words, for the palette.
public struct Finding: Hashable, Sendable {
    /// What it is called.
    public let title: String
    /// What tells it from others of that name; nil where nothing does.
    public let detail: String?
    /// The command that goes there, from any app.
    public let command: String

    /// Something that a command goes to.
    public init(title: String, detail: String? = nil, command: String) {
        self.title = title
        self.detail = detail
        self.command = command
    }
}
