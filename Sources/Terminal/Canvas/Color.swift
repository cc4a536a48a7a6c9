// SPDX-License-Identifier: GPL-3.0-or-later

/// A colour as a program asks for it; the terminal gets the nearest one it has.
public enum Color: Hashable, Sendable {
    /// One of the 256 colours of xterm: 0–7 normal, 8–15 bright, 16–231 a cube of 6×6×6, 232–255 greys.
    case palette(UInt8)
    /// Red, green and blue, 0–255 each.
    case rgb(UInt8, UInt8, UInt8)
}
