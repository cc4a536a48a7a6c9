// SPDX-License-Identifier: GPL-3.0-or-later

@testable import SMSLogLogic
import AtriumExchange
import Testing

/// The numbers of rows that an import left out or changed.
struct ImportReportTests {
    @Test func `every reason is counted, also of rows that are not listed`() {
        var report = ImportReport()
        for line in 1...3000 {
            report.refuse(RefusedRow(line: line, reason: .missingValue("date")))
            report.remark(RowRemark(line: line, reason: .badDate("\(line)")))
        }
        for line in 3001...6000 {
            report.refuse(RefusedRow(line: line, reason: .brokenJSON))
            report.remark(RowRemark(line: line, reason: .missingBody))
        }
        report.saved.removed = 2
        report.ending = .fault(.truncated(line: 6001))
        #expect(report.refused.count == ImportReport.listedRows)
        let total = ImportTotal([
            ImportedFile(name: "a", result: .success(report)), ImportedFile(name: "b", result: .success(report)),
            ImportedFile(name: "c", result: .failure(.unknownJSON)),
        ])
        #expect(
            total.reasons.byName == [
                "missingValue": 6000, "brokenJSON": 6000, "badDate": 6000, "missingBody": 6000, "removed": 4,
                "truncated": 2, "unknownJSON": 1,
            ])
        let counted = total.reasons.byName.filter { !["truncated", "unknownJSON"].contains($0.key) }.values
        #expect(counted.reduce(0, +) == total.refused + total.saved.removed + total.remarks)
    }
}
