// SPDX-License-Identifier: GPL-3.0-or-later

/// Turns canvases into what is sent to the terminal.
public protocol Renderer {
    /// The bytes that make the screen show `canvas`; empty if it does already.
    mutating func frame(_ canvas: Canvas) -> EscapedText

    /// Forgets what the screen shows, so that the next frame draws everything: after a suspension, or when somebody
    /// else has written on the screen.
    mutating func invalidate()
}
