// SPDX-License-Identifier: GPL-3.0-or-later

/// Turns canvases into what is sent to the terminal.
public protocol Renderer {
    /// The bytes that make the screen show `canvas`; empty if it does already.
    mutating func frame(_ canvas: Canvas) -> EscapedText

    /// Forgets what the screen shows, so that the next frame draws everything: after a suspension, or when somebody
    /// else has written on the screen.
    mutating func invalidate()

    /// How many bytes each of these takes, one after the other; nothing changes by it.
    func cost(of canvases: [Canvas]) -> [Int]
}

extension Renderer {
    /// How many bytes each of these takes, one after the other.
    public func cost(of canvases: [Canvas]) -> [Int] {
        var trial = self
        return canvases.map { trial.frame($0).string.utf8.count }
    }
}
