// SPDX-License-Identifier: GPL-3.0-or-later

/// What stands before a line that is asked for.
public struct Prompt: Sendable, Hashable {
    /// The text, usually with a blank at its end; sanitised when it is shown.
    public var text: String
    /// How it is drawn where there are colours.
    public var style: Style

    /// Makes a prompt.
    public init(text: String, style: Style = .plain) {
        self.text = text
        self.style = style
    }
}
