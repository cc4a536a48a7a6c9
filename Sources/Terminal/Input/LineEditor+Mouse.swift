// SPDX-License-Identifier: GPL-3.0-or-later

import CReadline

/// The mouse, which is reported among the keys while a line is typed on a display.
///
/// The terminal is told at the start of each line and at its end, as it is of pasted text: what is asked as a secret,
/// what a command does meanwhile and other programs never meet a report.
extension LineEditor {
    /// What Readline knows a report by; the rest of it never becomes a part of the line.
    static let mouse: (key: KeySequence, action: String) = (.mouse, "mouse-report")

    /// Has the mouse reported while a line is typed on a display, or leaves it to the terminal.
    public func setMouse(_ isOn: Bool) { report(.mouse, isOn) }

    /// Has something reported, or not any more.
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
        // What was typed before it comes first.
        if isStale { showLine() }
        leavingKey = onMouse?(MouseEvent(kind, at: point, time: elapsed()))
    }

    /// Tells the time since it was made.
    static func stopwatch<C: Clock>(_ clock: C) -> @MainActor () -> Duration where C.Duration == Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
