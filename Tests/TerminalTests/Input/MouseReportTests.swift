// SPDX-License-Identifier: GPL-3.0-or-later

import Dice
import Testing

@testable import AtriumTerminal

/// What reports of the mouse mean, and where they end.
struct MouseReportTests {
    private func read(_ text: String) -> (step: MouseReport.Step, rest: String) {
        var report = MouseReport()
        var step = MouseReport.Step.more
        for (index, byte) in text.utf8.enumerated() {
            step = report.take(byte)
            guard step == .more else { return (step, String(text.dropFirst(index + 1))) }
        }
        return (step, "")
    }

    @Test func `buttons and the wheel are known, whatever key is held`() {
        let point = Point(column: 11, row: 4)
        let kinds: [(Int, MouseEvent.Kind?)] = [
            (0, .press), (4, .press), (16, .press), (2, .back), (128, .back), (1, nil), (3, nil), (32, nil), (35, nil),
            (64, .wheelUp), (65, .wheelDown), (81, .wheelDown), (66, nil), (67, nil), (99_999, nil),
        ]
        for (code, kind) in kinds {
            #expect(read("\(code);12;5M").step == .over(kind, point), "\(code)")
            // Where a button goes up nothing happens.
            #expect(read("\(code);12;5m").step == .over(nil, point), "\(code)")
        }
        #expect(read("0;12;5Mquit").rest == "quit")
    }

    @Test func `half a report waits, and what is none ends at once`() {
        for half in ["", "0", "0;", "0;12", "0;12;", "0;12;5"] { #expect(read(half).step == .more, "\(half)") }
        for broken in [
            "M", "0M", "0;M", "0;12M", "0;12;M", "0;12;5;", ";", "0;;5M", "a", "0;1\u{1B}", "123456", "-1;2;3M",
        ] {
            #expect(read(broken).step == .broken, "\(broken)")
        }
    }

    @Test(arguments: 1...20) func `any bytes end it soon`(seed: UInt64) {
        var dice = Dice(seed: seed)
        let bytes = (0..<40).map { _ in Array("0123456789;;MmA\u{1B}".utf8)[dice.roll(16)] }
        var report = MouseReport()
        let end = bytes.firstIndex { report.take($0) != .more }
        #expect(end.map { $0 < 18 } ?? false)
    }
}
