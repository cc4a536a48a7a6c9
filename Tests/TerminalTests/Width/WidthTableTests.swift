// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import AtriumTerminal

struct WidthTableTests {
    private static let folder = "/usr/share/unicode"

    /// Whether the table was made of this version of Unicode, as its file says.
    private static func isMade(of version: String) -> Bool {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/AtriumTerminal/Width/WidthTable.swift")
        return (try? String(contentsOf: file, encoding: .utf8))?.contains("from Unicode \(version) by") ?? false
    }

    @Test func runsAscendAndChange() {
        for (before, after) in zip(WidthTable.runs, WidthTable.runs.dropFirst()) {
            #expect(before >> 2 < after >> 2)
            #expect(before & 3 != after & 3)
        }
        #expect(WidthTable.runs.first == 0)
    }

    @Test(.enabled(if: UnicodeData(folder: folder).map { isMade(of: $0.version) } ?? false))
    func agreesWithTheUnicodeCharacterDatabase() throws {
        let data = try #require(UnicodeData(folder: Self.folder))
        #expect(WidthTable.runs == data.runs)
    }

    @Test func everyCodePointBelongsToTheRunThatStartsAtOrBeforeIt() {
        for (run, next) in zip(WidthTable.runs, WidthTable.runs.dropFirst()) {
            #expect(DisplayWidth.classOf(run >> 2) == Int(run & 3))
            #expect(DisplayWidth.classOf((next >> 2) - 1) == Int(run & 3))
        }
        #expect(DisplayWidth.classOf(0x10_FFFF) == Int((WidthTable.runs.last ?? 0) & 3))
    }
}
