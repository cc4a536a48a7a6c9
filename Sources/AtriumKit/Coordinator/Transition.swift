// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumTerminal

/// The change from one app to another on the full screen: a value that draws every moment between two frames.
///
/// An app may have its own:
///
/// ```swift
/// let transition = Transition("curtain") { old, new, progress in … }
/// ```
public struct Transition: Sendable {
    /// The name, by which a user chooses it.
    public let name: String
    /// Draws a moment: from the frame of the old app and that of the new one, of equal size, and how much of the way is
    /// gone, from 0 to 1.
    public let draw: @Sendable (_ old: Canvas, _ new: Canvas, _ progress: Double) -> Canvas

    /// A transition that draws so.
    public init(
        _ name: String, draw: @escaping @Sendable (_ old: Canvas, _ new: Canvas, _ progress: Double) -> Canvas
    ) {
        self.name = name
        self.draw = draw
    }

    /// At once.
    public static let none = Transition("none") { _, new, _ in new }

    /// The new app comes from the right and pushes the old one out.
    public static let pushLeft = Transition("push-left") { old, new, progress in
        pushed(old, new, progress, towards: -1)
    }

    /// The new app comes from the left and pushes the old one out.
    public static let pushRight = Transition("push-right") { old, new, progress in
        pushed(old, new, progress, towards: 1)
    }

    /// The new app covers the old one from below.
    public static let cover = Transition("cover") { old, new, progress in
        var canvas = old
        let rows = new.size.rows
        let top = rows - Int(Double(rows) * progress)
        canvas.within(Rect(column: 0, row: top, columns: new.size.columns, rows: rows)) { $0 = new }
        return canvas
    }

    /// The old app’s cells give way in a scattered order.
    public static let dissolve = Transition("dissolve") { old, new, progress in
        var canvas = old
        for row in 0..<new.size.rows {
            for column in 0..<new.size.columns {
                // Knuth’s multiplicative hashing: scattered, and the same at every run.
                let hash = UInt32(truncatingIfNeeded: row * new.size.columns + column) &* 2_654_435_761
                let cell = new[Point(column: column, row: row)]
                guard Double(hash >> 16) / 65_536 < progress, cell.width > 0 else { continue }
                canvas.write(cell.text, at: Point(column: column, row: row), style: cell.style, width: cell.width)
            }
        }
        return progress >= 1 ? new : canvas
    }

    /// Those that there are for every app.
    public static let all = [none, pushLeft, pushRight, cover, dissolve]

    private static func pushed(_ old: Canvas, _ new: Canvas, _ progress: Double, towards side: Int) -> Canvas {
        var canvas = Canvas(size: new.size)
        let columns = new.size.columns
        let gone = Int(Double(columns) * progress) * side
        canvas.within(Rect(column: gone, row: 0, columns: columns, rows: new.size.rows)) { $0 = old }
        canvas.within(Rect(column: gone - columns * side, row: 0, columns: columns, rows: new.size.rows)) { $0 = new }
        return canvas
    }
}

/// Shows how apps give way to each other.
@MainActor
public protocol TransitionPlayer: AnyObject {
    /// Plays the change from one app to another, and returns when that is over.
    func play(_ transition: Transition, from old: RunningApp?, to new: RunningApp) async
}
