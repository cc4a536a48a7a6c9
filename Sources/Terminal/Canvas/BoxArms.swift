// SPDX-License-Identifier: GPL-3.0-or-later

/// The directions in which a box-drawing character reaches to its neighbours.
struct BoxArms: OptionSet, Hashable {
    let rawValue: UInt8

    static let up = BoxArms(rawValue: 1)
    static let down = BoxArms(rawValue: 2)
    static let left = BoxArms(rawValue: 4)
    static let right = BoxArms(rawValue: 8)

    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The arms of a character that `Canvas.box` draws; `nil` for any other.
    init?(_ character: Character) {
        guard let scalar = character.onlyScalar else { return nil }
        self.init(code: scalar.value)
    }

    /// The same of a cell’s code: borders are drawn anew with each frame.
    init?(code: UInt32) {
        // U+2500 to U+257F are the box-drawing characters (Unicode Standard, Box Drawing).
        guard code &- 0x2500 < 0x80, let index = Self.codes.firstIndex(of: code) else { return nil }
        self.init(rawValue: UInt8(index))
    }

    /// The code of the character with exactly these arms.
    ///
    /// ASCII where ambiguous characters are wide: a line of double width
    /// could not be joined, and would not fit the one column an edge has.
    var code: UInt32 {
        if DisplayWidth.ambiguousIsWide {
            switch self {
            case [.left, .right]: return 0x2D
            case [.up, .down]: return 0x7C
            default: return 0x2B
            }
        }
        return Self.codes[Int(rawValue)]
    }

    /// Where the neighbour in this one direction is.
    var step: (columns: Int, rows: Int) {
        (contains(.left) ? -1 : contains(.right) ? 1 : 0, contains(.up) ? -1 : contains(.down) ? 1 : 0)
    }

    /// The direction in which that neighbour would have to reach to meet this one.
    var opposite: BoxArms {
        contains(.up) ? .down : contains(.down) ? .up : contains(.left) ? .right : .left
    }

    /// Indexed by `rawValue`.
    ///
    /// One arm alone never occurs: a box has at least a corner.
    private static let codes: [UInt32] =
        " ╵╷│╴┘┐┤╶└┌├─┴┬┼".unicodeScalars.map(\.value)
}
