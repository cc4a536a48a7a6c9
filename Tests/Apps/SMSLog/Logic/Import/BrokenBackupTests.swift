// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
import AtriumSession
import AtriumTesting
import AtriumXMLReader
import Dice
import Foundation
import Testing

@testable import SMSLogLogic
import SMSLogStore

/// Files of which some bytes are not what they were.
@Suite struct BrokenBackupTests {
    @Test func aBrokenRowCostsItself() async throws {
        let (dao, _) = try TestStore.memory.make()
        var rows = (0..<1001).map { BackupText.sms("m\($0)", date: "\(1_000 + $0)") }
        rows[500] = rows[500].replacing("body=\"m500\"", with: "body=\"m500")
        let report = try await BackupText.importing(BackupText.file(rows), into: dao)
        #expect(report.saved.added == 1000)
        #expect(report.refused == [RefusedRow(line: 503, reason: .broken)])
        #expect(report.ending == nil)
        #expect(report.isPartial)
        #expect(!report.isMiscounted)
    }

    @Test(arguments: [
        ("<sms a=1/>", RefusedRow.Reason.broken), ("<sms a='1' a='2'/>", .broken), ("<sms a='&no;'/>", .broken),
        ("<smz a='1'/>", .unknownElement("smz")), ("sms a='1'/>", .strayText), ("<?ms a='1'/>", .broken),
        ("<mms date='1' address='+1'><parts>", .broken), ("<mms date='1' address='+1'></mm>", .broken),
        ("<sms date='1' type='1' address='+1' body='", .broken), ("< sms/>", .broken),
    ])
    func whatComesAfterIsRead(_ damage: String, _ reason: RefusedRow.Reason) async throws {
        for chunk in [1, 7, 1000] {
            let (dao, _) = try TestStore.memory.make()
            let rows = [
                BackupText.sms("first"), damage,
                BackupText.mms("address='+1' msg_box='1'", parts: "<part ct='text/plain' text='second'/>"),
                BackupText.sms("third"),
            ]
            let source = MemorySource(Array(BackupText.file(rows).utf8), chunk: chunk)
            let report = try await BackupText.importer(dao).run(backup: source)
            #expect(report.saved.added == 3, "\(damage), chunk \(chunk)")
            #expect(report.refused == [RefusedRow(line: 4, reason: reason)], "\(damage), chunk \(chunk)")
            #expect(report.ending == nil, "\(damage), chunk \(chunk)")
        }
    }

    @Test func aRowThatIsNotClosedIsKept() async throws {
        let (dao, _) = try TestStore.memory.make()
        let open = BackupText.sms("open").dropLast(2) + ">"
        let report = try await BackupText.importing(
            BackupText.file(String(open), BackupText.sms("next"), String(open)), into: dao)
        #expect(report.saved.added == 3)
        #expect(report.refusedCount == 0)
        #expect(report.ending == nil)
    }

    @Test func anEndOfTheRootBetweenRowsIsNamedByItsOwnLine() async throws {
        for chunk in [1, 7, 1000] {
            for end in ["</smses>", "\n</smses>\n\n"] {
                let (dao, _) = try TestStore.memory.make()
                let rows = [BackupText.sms("first"), end, BackupText.sms("second"), end, BackupText.sms("third")]
                let source = MemorySource(Array(BackupText.file(rows).utf8), chunk: chunk)
                let report = try await BackupText.importer(dao).run(backup: source)
                #expect(report.saved.added == 3)
                let lines = end.hasPrefix("\n") ? [5, 10] : [4, 6]
                #expect(report.refused == lines.map { RefusedRow(line: $0, reason: .broken) }, "chunk \(chunk)")
                #expect(report.ending == nil)
            }
        }
    }

    @Test(
        "What comes behind the end of the root costs itself",
        arguments: ["\0\0\0\0", "the end\n", "<!-- -->\nx", "<", "&"])
    func behindTheRoot(_ rest: String) async throws {
        for chunk in [1, 7, 1000] {
            let (dao, _) = try TestStore.memory.make()
            let text = BackupText.file(BackupText.sms("first"), BackupText.sms("second")) + rest
            let report = try await BackupText.importer(dao).run(
                backup: MemorySource(Array(text.utf8), chunk: chunk))
            #expect(report.saved.added == 2, "chunk \(chunk)")
            #expect(report.refused.map(\.reason) == [.broken], "chunk \(chunk)")
            #expect(report.ending == nil, "chunk \(chunk)")
        }
    }

    @Test func piecesOnOneLineAreListedOnce() async throws {
        let (dao, _) = try TestStore.memory.make()
        let report = try await BackupText.importing(
            BackupText.file(BackupText.sms("first"), "<smz/> <smy/> sms a='1'/>", BackupText.sms("second")), into: dao)
        #expect(report.saved.added == 2)
        #expect(report.refused == [RefusedRow(line: 4, reason: .unknownElement("smz"))])
        #expect(report.refusedCount == 1)
    }

    @Test func textWithinAMessageIsLeftOutAndSaid() async throws {
        let (dao, _) = try TestStore.memory.make()
        let row = BackupText.sms("first").dropLast(2) + ">not its text\n</sms>"
        let report = try await BackupText.importing(
            BackupText.file(String(row), BackupText.sms("second")), into: dao)
        #expect(report.saved.added == 2)
        #expect(report.refused.isEmpty)
        #expect(report.remarks == [RowRemark(line: 3, reason: .strayText)])
        #expect(try await dao.find(SearchQuery("first"), of: ana, limit: 9).map(\.content) == ["first"])
    }

    @Test(arguments: ["</smse>", "<smses>", "/smses>", "</smses", "</sm\u{7}ses>", ""])
    func aDamagedEndOfTheRootLosesNoRow(_ end: String) async throws {
        let (dao, _) = try TestStore.memory.make()
        let rows = [BackupText.sms("first"), BackupText.sms("second")]
        let text = BackupText.file(rows).replacing("</smses>", with: end)
        let report = try await BackupText.importing(text, into: dao)
        #expect(report.saved.added == 2)
        #expect(try await dao.tally(of: ana).messages == 2)
        // Whether rows are missing behind it, nobody knows, unless it is an end that only has another name.
        #expect(report.isPartial == (end != "</smse>"), "\(report)")
    }

    /// Each undamaged row comes in, whatever became of its neighbours, and none that was not there.
    @Test(arguments: seeds(3))
    func damageStaysWhereItIs(_ seed: UInt64) async throws {
        var dice = Dice(seed: seed)
        for round in 0..<15 {
            let (dao, _) = try TestStore.memory.make()
            let rows = (0..<60).map { Self.row($0, &dice) }
            var lines = rows.map { Array($0.utf8) }
            var damaged: Set<Int> = []
            for _ in 0...dice.roll(8) {
                let index = dice.roll(rows.count)
                damaged.insert(index)
                Self.damage(&lines[index], &dice)
            }
            let head = Array("<?xml version='1.0' encoding='UTF-8' ?>\n<smses count='60'>\n".utf8)
            let bytes = head + lines.flatMap { $0 + [0x0A] } + Array("</smses>\n".utf8)
            let source = MemorySource(bytes, chunk: 1 + dice.roll(3000))
            let report = try await BackupText.importer(dao).run(backup: source)
            let found = Set(try await dao.find(SearchQuery("row"), of: ana, limit: 100).map(\.content))
            for index in rows.indices where !damaged.contains(index) {
                try #require(
                    found.contains("row \(index) end"),
                    "seed \(seed), round \(round), row \(index): \(String(decoding: bytes, as: UTF8.self))")
            }
            try #require(report.saved.added <= 60, "seed \(seed), round \(round)")
            let kept = try await dao.tally(of: ana).messages
            try #require(kept == report.saved.added)
        }
    }

    private static func row(_ index: Int, _ dice: inout Dice) -> String {
        dice.roll(4) == 0
            ? "<mms date='\(1_600_000_000_000 + index)' msg_box='1' address='+1555\(index)'><parts><part ct='text/plain' text='row \(index) end'/><part ct='image/png' data='aGVsbG8='/></parts><addrs><addr address='+1' type='137'/></addrs></mms>"
            : BackupText.sms("row \(index) end", address: "+1555\(index)", date: "\(1_600_000_000_000 + index)")
    }

    /// A byte becomes another one, is lost, or is there twice.
    private static func damage(_ line: inout [UInt8], _ dice: inout Dice) {
        guard !line.isEmpty else { return }
        let index = dice.roll(line.count)
        switch dice.roll(4) {
        case 0: line.remove(at: index)
        case 1: line.insert(line[index], at: index)
        case 2: line.removeSubrange(index..<min(line.count, index + dice.roll(40)))
        default: line[index] = dice.roll(3) == 0 ? Array("<>\"'&?!/=".utf8)[dice.roll(9)] : UInt8(dice.roll(256))
        }
    }
}
