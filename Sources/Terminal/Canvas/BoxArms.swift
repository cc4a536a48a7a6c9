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
        // As numbers: borders are drawn anew with each frame, and comparing characters is a tenth of that.
        let scalars = character.unicodeScalars
        guard let first = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex,
            let index = Self.scalars.firstIndex(of: first), index > 0
        else { return nil }
        self.init(rawValue: UInt8(index))
    }

    /// The character with exactly these arms.
    ///
    /// ASCII where ambiguous characters are wide: a line of double width
    /// could not be joined, and would not fit the one column an edge has.
    var character: Character {
        if DisplayWidth.ambiguousIsWide {
            switch self {
            case [.left, .right]: return "-"
            case [.up, .down]: return "|"
            default: return "+"
            }
        }
        return Character(Self.scalars[Int(rawValue)])
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
    private static let scalars: [Unicode.Scalar] = [
        " ", "╵", "╷", "│", "╴", "┘", "┐", "┤", "╶", "└", "┌", "├", "─", "┴", "┬", "┼",
    ]
}
