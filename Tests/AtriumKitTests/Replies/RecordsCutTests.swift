// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import Testing

/// Lists in words that a limit cuts.
struct RecordsCutTests {
    private let records = Records(
        Array(1...5), [.init("n", LocalizedText(verbatim: "N")) { .number($0) }],
        whenEmpty: LocalizedText(verbatim: "None"))

    @Test func `so many rows are left, and the rest is told of`() throws {
        for (kept, rows, notice) in [
            (Records.CutEnd.first, [1, 2], "Only the first 2 of 5; --limit N shows more."),
            (.newest, [1, 2], "Only the newest 2 of 5; --limit N shows more."),
            (.last, [4, 5], "Only the last 2 of 5; --limit N shows more."),
        ] {
            let cut = records.limited(to: 2, keeping: kept)
            #expect(cut.rows == rows.map { [.number($0)] })
            #expect(cut.cut?.total == 5 && cut.cut?.notice?.string(in: .english) == notice)
        }
        for limit in [nil, 5, 6] { #expect(records.limited(to: limit) == records) }
    }
}
