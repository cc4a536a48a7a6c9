// SPDX-License-Identifier: GPL-3.0-or-later

/// A renderer that draws nothing, for output without a screen.
public struct NilRenderer: Renderer {
    /// Makes one.
    public init() {}

    /// Nothing, always.
    public mutating func frame(_ canvas: Canvas) -> String { "" }

    /// Does nothing: there is nothing to forget.
    public mutating func invalidate() {}
}
