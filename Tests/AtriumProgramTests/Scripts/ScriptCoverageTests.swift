// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScripts
import AtriumSession
import Testing

@testable import AtriumProgram
@testable import atrium

/// What scripts exercise is told.
@MainActor
struct ScriptCoverageTests {
    private var catalog: [any AppFactory] { get throws { try ShellProgram.atrium.factories() } }

    @Test func `what is missing is listed`() throws {
        let coverage = try ScriptCoverage(catalog: catalog)
        coverage.note(.seed)
        #expect(!coverage.missing.contains(.setting(.seed)))
        #expect(coverage.missing.count == coverage.all.count - 1)
        let report = coverage.report(in: .english)
        #expect(report.hasPrefix("Not exercised: \(coverage.all.count - 1) of \(coverage.all.count) "))
        for line in ["@ notes $ edit", "@ - $ quit", "$ open notes/trash", "$ set theme", "% clock"] {
            #expect(report.contains("\n  \(line)\n"), "\(line)")
        }
    }

    @Test func `what is typed on a terminal counts in the app where it was typed`() throws {
        let coverage = try ScriptCoverage(catalog: catalog)
        let notes = try #require(try catalog.first?.id)
        #expect(coverage.note(typed: "list", in: notes) == notes)
        let sms = coverage.note(typed: "sms", in: notes)
        #expect(sms.rawValue == "sms")
        #expect(coverage.note(typed: "find a", in: sms) == sms)
        #expect(coverage.note(typed: "no such command", in: sms) == sms)
        // A key has led back without a word.
        #expect(coverage.note(typed: "add Milk", in: sms) == notes)
        let missing = Set(coverage.missing.map(\.text))
        let seen = ["@ notes $ list", "@ - $ switch", "@ sms $ find", "@ notes $ add"]
        #expect(missing.isDisjoint(with: seen))
        #expect(missing.count == coverage.all.count - seen.count)
    }
}
