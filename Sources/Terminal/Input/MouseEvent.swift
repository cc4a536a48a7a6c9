// SPDX-License-Identifier: GPL-3.0-or-later

/// What somebody does with the mouse over the terminal.
public struct MouseEvent: Hashable, Sendable {
    /// What is done.
    public enum Kind: Hashable, Sendable {
        /// The left button goes down.
        case press
        /// The right button goes down, or the one that goes back.
        case back
        /// The wheel turns towards earlier lines.
        case wheelUp
        /// The wheel turns towards later lines.
        case wheelDown
    }

    /// What is done.
    public let kind: Kind
    /// The cell that it is done over.
    public let point: Point
    /// When, on a clock that only tells how much later it was than another event.
    public let time: Duration

    /// An event of these facts.
    public init(_ kind: Kind, at point: Point, time: Duration) {
        self.kind = kind
        self.point = point
        self.time = time
    }
}
