// SPDX-License-Identifier: GPL-3.0-or-later

/// Something typed that must not be shown: it prints as dots wherever it is interpolated, logged or dumped.
public struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The bytes, in UTF-8.
    public let bytes: [UInt8]

    /// The secret that was typed.
    public init(_ text: String) { bytes = Array(text.utf8) }

    /// Dots.
    public var description: String { "•••" }
    /// Dots.
    public var debugDescription: String { "•••" }
    /// Nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
