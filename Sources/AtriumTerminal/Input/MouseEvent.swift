// SPDX-License-Identifier: GPL-3.0-or-later

import CAtriumReadline

/// An event of the mouse over the terminal.
public struct MouseEvent: Hashable, Sendable {
    /// The kind of event.
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

    /// The kind of event.
    public let kind: Kind
    /// The cell that it is done over.
    public let point: Point
    /// The time, on a clock that only measures the distance between events.
    public let time: Duration

    /// An event of this kind at a cell.
    public init(_ kind: Kind, at point: Point, time: Duration) {
        self.kind = kind
        self.point = point
        self.time = time
    }
}

/// A report of the mouse, byte by byte from behind `ESC [ <` on: `0;12;5M`.
///
/// Source: xterm’s “Control Sequences”, section “Extended coordinates”, SGR (1006).
struct MouseReport {
    /// The result of a byte.
    enum Step: Equatable {
        /// More is to come.
        case more
        /// The report is over; `nil` if it means nothing here.
        case over(MouseEvent.Kind?, Point)
        /// The byte is no part of a report, which ends before it.
        case broken
    }

    /// The most digits of a button or a place.
    private static let mostDigits = 5

    /// The bytes that end a report.
    static let ends = Array("Mm".utf8)

    private var numbers = [0]
    private var digits = 0

    /// The event that a whole sequence reports; `nil` for one that means nothing here.
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

    /// The meaning of a button; keys that are held with it, 4 to 16, make no difference, and 32 is a movement.
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

/// The mouse, which is reported among the keys while a line is typed on a display.
///
/// Reports are switched at the start and end of each line, like marks of pasted text: questions for a secret, running
/// commands and other programs never meet a report.
extension LineEditor {
    /// The start by which Readline knows a report; the rest of it never becomes a part of the line.
    static let mouse: (key: KeySequence, action: String) = (.mouse, "mouse-report")

    /// Makes the terminal report the mouse while a line is typed on a display, or leaves the mouse to the terminal.
    public func setMouse(_ isOn: Bool) { report(.mouse, isOn) }

    /// Starts or stops a report.
    func report(_ report: TerminalReport, _ isOn: Bool) {
        reports.set(report, isOn)
        applyReports()
    }

    func applyReports() { reports.apply(isTyping: activity == .line && display != nil, through: gate) }

    /// Reads a byte of a report that has begun, which may come in pieces.
    func readReport() {
        guard let byte = UInt8(exactly: rl_read_key()) else { return report = nil }
        switch report?.take(byte) {
        case .more: break
        case .over(let kind, let point):
            report = nil
            if let kind { take(kind, at: point) }
        case .broken, nil:
            report = nil
            // It is the start of something else.
            input.hold([byte])
            readKey()
        }
    }

    func take(_ kind: MouseEvent.Kind, at point: Point) {
        // The text typed before it comes first.
        if isStale { showLine() }
        leavingKey = onMouse?(MouseEvent(kind, at: point, time: elapsed()))
    }

    /// Returns a function that measures the time since this call.
    static func stopwatch<C: Clock>(_ clock: C) -> @MainActor () -> Duration where C.Duration == Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
