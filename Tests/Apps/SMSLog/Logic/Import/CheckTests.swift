// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import Dice
import Foundation
@testable import SMSLogLogic
import SMSLogStore
import Testing

@testable import MessageFormats

/// `import --check` says what `import` then does, of whole folders too, and changes nothing.
@Suite struct CheckTests {
    /// A row of a backup: one of few, so that files have the same ones, know them better, or name others.
    private static func row(_ random: inout Dice) -> String {
        let number = "+1555100000\(Int.random(in: 0...2, using: &random))"
        let date = "160945920000\(Int.random(in: 0...3, using: &random))"
        let name = ["Alice", "Alicia", "null"].randomElement(using: &random) ?? ""
        switch Int.random(in: 0...3, using: &random) {
        case 0: return "<call number=\"\(number)\" date=\"\(date)\" type=\"3\" duration=\"0\"/>"
        case 1:
            let data = Bool.random(using: &random) ? "aGVsbG8=" : "null"
            return "<mms date=\"\(date)\" address=\"\(number)~+15551000009\" msg_box=\"1\">"
                + "<parts><part ct=\"image/png\" cl=\"a.png\" data=\"\(data)\"/></parts><addrs>"
                + "<addr address=\"\(number)\" type=\"137\"/>"
                + "<addr address=\"+1555100000\(Int.random(in: 8...9, using: &random))\" type=\"151\"/></addrs></mms>"
        default:
            let read = Int.random(in: 0...1, using: &random)
            return BackupText.sms(
                ["a", "b"].randomElement(using: &random) ?? "", address: number,
                date: Int.random(in: 0...9, using: &random) == 0 ? "null" : date,
                rest: "read=\"\(read)\" status=\"-1\" contact_name=\"\(name)\"")
        }
    }

    private static func write(_ folder: TemporaryFolder, _ random: inout Dice) throws {
        for file in 0..<4 {
            let rows = (0..<12).map { _ in row(&random) }
            var text = BackupText.file(rows)
            if Bool.random(using: &random) {
                let date = "160945920000\(Int.random(in: 4...9, using: &random))"
                text = text.replacing("<smses ", with: "<smses backup_date=\"\(date)\" ")
            }
            try text.write(toFile: "\(folder.path)/\(file).xml", atomically: true, encoding: .utf8)
        }
        let name = ["Ann", "Bob"].randomElement(using: &random) ?? ""
        let card = "BEGIN:VCARD\nFN:\(name)\nTEL:+15551000001\nTEL:+15551000002\nEND:VCARD\n"
        for name in ["x", "y"] {
            try card.write(toFile: "\(folder.path)/\(name).vcf", atomically: true, encoding: .utf8)
        }
    }

    /// What is said of files, but for what depends on the time that they took.
    private func said(_ files: [ImportedFile]) throws -> [ImportReport] {
        try files.map { file in
            var report = try file.result.get()
            report.saved.batches = 0
            return report
        }
    }

    @Test(arguments: TestStore.allCases, seeds(4))
    func aCheckSaysWhatTheImportDoes(_ kind: TestStore, _ seed: UInt64) async throws {
        var random = Dice(seed: seed)
        let (dao, system) = try kind.make()
        let log = SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock)
        for round in 0..<3 {
            let folder = try TemporaryFolder()
            try Self.write(folder, &random)
            func state() async throws -> [[String]] {
                let messages = try await dao.read(ana) { try $0.messages(.above(0), limit: 1000) }
                return [messages.map { "\($0)" }, try await dao.contacts(of: ana).map { "\($0)" }]
            }
            let before = try await state()
            let checked = try await log.copied().importFiles(at: folder.path) { _, _ in }
            #expect(try await state() == before)
            let imported = try await log.importFiles(at: folder.path) { _, _ in }
            #expect(try said(checked) == said(imported), "seed \(seed), round \(round)")
            #expect(ImportTotal(imported).saved.duplicates > 0)
            // The user removes some, which no file brings back.
            for number in [1, 2 + round] { _ = try? await log.remove([number]) }
        }
        withExtendedLifetime(system) {}
    }

    /// The words that it had have to be forgotten, and a copy has none.
    @Test(arguments: TestStore.allCases)
    func `a check knows what a message gets`(_ kind: TestStore) async throws {
        let (dao, system) = try kind.make()
        let poor = BackupText.sms("a", date: "1609459200001")
        _ = try await BackupText.importing(BackupText.file([poor]), into: dao)
        let log = SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock)
        let folder = try TemporaryFolder()
        let rich = BackupText.sms("a", date: "1609459200001", rest: "subject=\"About\"")
        try BackupText.file([rich]).write(toFile: folder.path + "/b.xml", atomically: true, encoding: .utf8)
        let checked = ImportTotal(try await log.copied().importFiles(at: folder.path) { _, _ in }).saved
        #expect(checked.added == 0 && checked.refreshed == 1)
        withExtendedLifetime(system) {}
    }
}
