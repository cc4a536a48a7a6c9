// SPDX-License-Identifier: GPL-3.0-or-later

/// A report of the mouse, byte by byte from behind `ESC [ <` on: `0;12;5M`.
///
/// Source: xterm’s “Control Sequences”, section “Extended coordinates”, SGR (1006).
struct MouseReport {
    /// What comes of a byte.
    enum Step: Equatable {
        /// More is to come.
        case more
        /// The report is over; nil where it means nothing here.
        case over(MouseEvent.Kind?, Point)
        /// The byte is no part of a report, which ends before it.
        case broken
    }

    /// A button or a place of more digits is none.
    private static let mostDigits = 5

    /// What a report ends with.
    static let ends = Array("Mm".utf8)

    private var numbers = [0]
    private var digits = 0

    /// What a whole sequence reports; nil for one that means nothing here.
    static func event(of sequence: [UInt8]) -> (MouseEvent.Kind, Point)? {
        var report = MouseReport()
        for byte in sequence.dropFirst(KeySequence.mouseStart.count) {
            switch report.take(byte) {
            case .more: continue
            case .over(let kind, let point): return kind.map { ($0, point) }
            case .broken: return nil
            }
        }
        return nil
    }

    /// Takes the next byte.
    mutating func take(_ byte: UInt8) -> Step {
        switch byte {
        case 0x30...0x39:
            guard digits < Self.mostDigits else { return .broken }
            numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte - 0x30)
            digits += 1
            return .more
        case 0x3B:
            guard digits > 0, numbers.count < 3 else { return .broken }
            numbers.append(0)
            digits = 0
            return .more
        case 0x4D, 0x6D:
            guard digits > 0, numbers.count == 3 else { return .broken }
            // An upper-case letter ends a press, the other a release.
            let kind = byte == 0x4D ? Self.kind(of: numbers[0]) : nil
            return .over(kind, Point(column: numbers[1] - 1, row: numbers[2] - 1))
        default:
            return .broken
        }
    }

    /// What a button means; keys that are held with it, 4 to 16, make no difference, and 32 is a movement.
    private static func kind(of code: Int) -> MouseEvent.Kind? {
        switch code & ~(4 | 8 | 16) {
        case 0: .press
        case 2, 128: .back
        case 64: .wheelUp
        case 65: .wheelDown
        default: nil
        }
    }
}
