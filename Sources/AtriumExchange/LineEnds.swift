// SPDX-License-Identifier: GPL-3.0-or-later

/// The ends of lines of the first systems of Apple: carriage returns alone.
public enum LineEnds {
    /// Whether a text, or its beginning, has such ends and no others; a line feed may follow its last byte.
    public static func areReturns(_ bytes: [UInt8]) -> Bool {
        bytes.dropLast().contains(UInt8(ascii: "\r")) && !bytes.contains(UInt8(ascii: "\n"))
    }

    /// The bytes with a line feed in place of each carriage return.
    public static func feeds(_ bytes: [UInt8]) -> [UInt8] {
        bytes.map { $0 == UInt8(ascii: "\r") ? UInt8(ascii: "\n") : $0 }
    }

    /// The bytes of a whole text whose lines end with line feeds.
    public static func mended(_ bytes: [UInt8]) -> [UInt8] { areReturns(bytes) ? feeds(bytes) : bytes }
}
