// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumSession
import AtriumStores
import AtriumSystems
import AtriumTesting
import Dice
import Foundation
@testable import SMSLogLogic
import Testing

@testable import MessageFormats
import SMSLogStore

/// What is exported comes back as it was.
@Suite struct ExportTests {
    /// The formats that come back, and whether each has calls in a file of their own.
    static let whole: [ExportFormat] = [.xml, .json, .jsonl]

    @Test(arguments: [UInt64(1), 2, 3, 4], whole)
    func aFileBringsBackWhatWasWritten(_ seed: UInt64, _ format: ExportFormat) async throws {
        var random = Dice(seed: seed)
        let (dao, system) = try (seed % 2 == 0 ? TestStore.memory : .sqlite).make()
        let folder = try TemporaryFolder()
        let drafts = (0..<150).map { ExportSamples.draft($0, &random) }
        #expect(try await dao.merge(drafts, of: ana).allSatisfy { $0 != nil })
        let contacts = [("+15551234567", "Zoë 😀"), ("+19998887777", "Without messages")]
        if format != .xml {
            for (number, name) in contacts {
                try await dao.save(
                    Contact(address: Address(number), name: name, kind: .corporate, workNumber: "+1 1"), of: ana)
            }
        }
        let service = SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock)
        var written = try await write(service, folder.path, "a", format)
        #expect(written == 150)
        // Nothing is new where it comes from, and nothing is lost elsewhere.
        let again = ImportTotal(try await service.importFiles(at: folder.path) { _, _ in })
        #expect(again.saved.added == 0)
        #expect(again.saved.duplicates == 150)
        #expect(again.saved.refreshed == 0)
        #expect(again.remarks == 0)
        let (other, otherSystem) = try TestStore.memory.make()
        let copy = SMSLogService(dao: other, owner: ana, clock: ManualClock.nineOClock)
        let total = ImportTotal(try await copy.importFiles(at: folder.path) { _, _ in })
        #expect(total.saved.added == 150)
        #expect(total.refused == 0)
        #expect(total.remarks == 0)
        #expect(try await ExportSamples.whole(other) == ExportSamples.whole(dao))
        #expect(try await other.contacts(of: ana) == dao.contacts(of: ana))
        // Byte for byte, once the numbers are those of the file.
        let second = try TemporaryFolder()
        written = try await write(copy, second.path, "a", format)
        #expect(written == 150)
        let (third, thirdSystem) = try TestStore.memory.make()
        let last = SMSLogService(dao: third, owner: ana, clock: ManualClock.nineOClock)
        _ = try await last.importFiles(at: second.path) { _, _ in }
        let fourth = try TemporaryFolder()
        _ = try await write(last, fourth.path, "a", format)
        for name in try FileManager.default.contentsOfDirectory(atPath: second.path) {
            #expect(try bytes(second, name) == bytes(fourth, name))
            if format == .xml { #expect(try bytes(folder, name) == bytes(second, name)) }
        }
        withExtendedLifetime((system, otherSystem, thirdSystem)) {}
    }

    @Test(arguments: TestStore.allCases)
    func `a person with several numbers is one elsewhere too, until somebody there says otherwise`(
        _ kind: TestStore
    ) async throws {
        let (dao, system) = try TestStore.memory.make()
        let numbers = [Address("+15551111111"), Address("+15552222222")]
        _ = try await dao.merge(
            [draft("a", from: "+15551111111", at: 1), draft("b", from: "+15552222222", at: 2)], of: ana)
        try await dao.write(ana) { try $0.merge(numbers) }
        let folder = try TemporaryFolder()
        let service = SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock)
        _ = try await service.export("\(folder.path)/all.json", as: .json)
        let (other, otherSystem) = try kind.make()
        let copy = SMSLogService(dao: other, owner: ana, clock: ManualClock.nineOClock)
        _ = try await copy.importFiles(at: folder.path) { _, _ in }
        #expect(try await copy.people.numbers(of: numbers[0]).sorted() == numbers)
        _ = try await copy.people.split("+15551111111")
        let again = ImportTotal(try await copy.importFiles(at: folder.path) { _, _ in })
        #expect(again.saved.duplicates == 2 && again.refused == 0)
        #expect(try await copy.people.numbers(of: numbers[0]) == [numbers[0]])
        withExtendedLifetime((system, otherSystem)) {}
    }

    private func write(
        _ service: SMSLogService, _ folder: String, _ name: String, _ format: ExportFormat
    ) async throws -> Int {
        let report = try await service.export("\(folder)/\(name).\(format.rawValue)", as: format)
        guard format == .xml else { return report.written }
        let calls = try await service.export("\(folder)/calls.xml", as: format) { $0.isOfCalls = true }
        #expect(report.left == calls.written)
        #expect(calls.left == report.written)
        return report.written + calls.written
    }

    private func bytes(_ folder: TemporaryFolder, _ name: String) throws -> Data {
        try #require(FileManager.default.contents(atPath: "\(folder.path)/\(name)"))
    }

    private func text(_ folder: TemporaryFolder, _ name: String) throws -> String {
        String(decoding: try bytes(folder, name), as: UTF8.self)
    }

    /// As SMS Backup & Restore writes what lies beyond the BMP: as references of surrogates, which XML does not have.
    @Test func aForeignBackupComesBackAsItWas() async throws {
        let folder = try TemporaryFolder()
        let backup = BackupText.file(
            BackupText.sms("&#55357;&#56832; a &#128512; \u{5E9}\u{5DC}\u{5D5}\u{5DD}"),
            BackupText.sms("&#55356;&#57198;", date: "1262439709330", type: "2"),
            BackupText.mms(
                "msg_box=\"1\" address=\"+15551234567~+15557654321\"",
                parts: "<part seq=\"0\" ct=\"text/plain\" text=\"&#55357;&#56424;&#8205;&#55357;&#56425;\"/>"
                    + "<part seq=\"1\" ct=\"image/png\" cl=\"a.png\" data=\"AAEC\"/>",
                addresses: "<addr address=\"+15551234567\" type=\"137\"/><addr address=\"+15557654321\" type=\"151\"/>"
                    + "<addr address=\"+15550001111\" type=\"151\"/>"))
        try backup.write(toFile: folder.path + "/first.xml", atomically: false, encoding: .utf8)
        var names = ["first.xml"]
        var stores: [[String]] = []
        for round in 1...2 {
            let (dao, system) = try TestStore.memory.make()
            let service = SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock)
            _ = try await service.importFiles(at: "\(folder.path)/\(names.last ?? "")") { _, _ in }
            stores.append(try await ExportSamples.whole(dao))
            names.append("round\(round).xml")
            _ = try await service.export("\(folder.path)/round\(round).xml", as: .xml)
            withExtendedLifetime(system) {}
        }
        #expect(stores[0].count == 3)
        #expect(stores[0] == stores[1])
        #expect(try bytes(folder, "round1.xml") == bytes(folder, "round2.xml"))
        #expect(try text(folder, "round1.xml").contains("body=\"😀 a 😀 שלום\""))
    }

    @Test(arguments: [ExportFormat.json, .csv, .xml])
    func aFileThatIsThereStays(_ format: ExportFormat) async throws {
        let (dao, _) = try TestStore.memory.make()
        let folder = try TemporaryFolder()
        let service = SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock)
        let path = folder.path + "/a"
        _ = try await service.export(path, as: format)
        await #expect(throws: ExportFault.exists(path: path)) { try await service.export(path, as: format) }
        _ = try await service.export(path, as: format) { $0.isReplacing = true }
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test(arguments: TestStore.allCases)
    func anIncrementalExportHasWhatIsNew(_ kind: TestStore) async throws {
        let (dao, system) = try kind.make()
        let folder = try TemporaryFolder()
        let clock = ManualClock.nineOClock
        let service = SMSLogService(dao: dao, owner: ana, clock: clock)
        let path = folder.path + "/all.jsonl"
        func new() async throws -> ExportReport {
            try await service.export(path, as: .jsonl) { $0.isIncremental = true }
        }
        _ = try await dao.save([draft("a"), draft("b")], of: ana)
        #expect(try await new().path == path)
        #expect(try await new().path == nil)
        _ = try await dao.save([draft("c", at: 0)], of: ana)
        let second = try await new()
        #expect(second.written == 1)
        #expect(second.path == folder.path + "/all-20260101-090000.jsonl")
        _ = try await dao.save([draft("d")], of: ana)
        // One that cannot be written counts for nothing, another target counts by itself.
        await #expect(throws: ExportFault.exists(path: folder.path + "/all-20260101-090000.jsonl")) { try await new() }
        #expect(try await dao.read(ana) { try $0.exportMark(of: path) } == 3)
        #expect(try await dao.read(ben) { try $0.exportMark(of: path) } == nil)
        let other = try await service.export(folder.path + "/b.jsonl", as: .jsonl) { $0.isIncremental = true }
        #expect(other.written == 4)
        // All of them come to the same.
        _ = try await service.export(folder.path + "/c.jsonl", as: .jsonl) { $0.query = "d" }
        let (copy, copySystem) = try TestStore.memory.make()
        for name in ["all.jsonl", "all-20260101-090000.jsonl", "c.jsonl"] {
            _ = try await SMSLogService(dao: copy, owner: ana, clock: clock).importFiles(at: folder.path + "/" + name) {
                _, _ in
            }
        }
        #expect(try await ExportSamples.whole(copy) == ExportSamples.whole(dao))
        withExtendedLifetime((system, copySystem)) {}
    }

    @Test(arguments: TestStore.allCases)
    func aQueryPicksWhatFindFinds(_ kind: TestStore) async throws {
        let (dao, system) = try kind.make()
        var random = Dice(seed: 9)
        _ = try await dao.save((0..<700).map { ExportSamples.draft($0, &random) }, of: ana)
        let service = SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock)
        let folder = try TemporaryFolder()
        for (index, query) in ["hello", "from:me", "has:picture emoji", "in:12345", "\"emoji\" is:call"].enumerated() {
            let found = try await service.find(query, limit: .max)
            let file = "\(index).jsonl"
            let report = try await service.export("\(folder.path)/\(file)", as: .jsonl) { $0.query = query }
            #expect(report.written == found.count)
            let lines = try text(folder, file).split(separator: "\n").dropFirst().dropLast()
            let numbers = try lines.map { try JSONDecoder().decode(MessageObject.self, from: Data($0.utf8)).id }
            #expect(Set(numbers) == Set(found.map(\.id)))
            let pages = try await service.export("\(folder.path)/pages\(index)", as: .html) { $0.query = query }
            #expect(pages.written == found.count)
            let backup = try await service.export("\(folder.path)/\(index).xml", as: .xml) { $0.query = query }
            #expect(try text(folder, "\(index).xml").contains("count=\"\(backup.written)\""))
            #expect(backup.written + backup.left == found.count)
        }
        withExtendedLifetime(system) {}
    }

    @Test func aTableSaysWhatTheMessagesDo() async throws {
        let (dao, _) = try TestStore.memory.make()
        var odd = draft("a \"q\u{301}\", b\r\nc\"\u{301}", from: "Bank", at: 1)
        odd.subject = "=1+1"
        _ = try await dao.save([odd, draft("", from: "+15551234567", at: 2, name: "Zoë")], of: ana)
        let folder = try TemporaryFolder()
        let service = SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock)
        _ = try await service.export(folder.path + "/a.csv", as: .csv) { $0.hasByteOrderMark = true }
        let data = try bytes(folder, "a.csv")
        #expect(data.starts(with: [0xEF, 0xBB, 0xBF]))
        let text = String(decoding: data.dropFirst(3), as: UTF8.self)
        #expect(
            text.utf8.elementsEqual(
                """
                id,date,kind,direction,status,read,address,name,sender,subject,text,attachments,types,sha256,participants,\
                sent,delivered,sim,centre,locked,call,seconds,failure,written,network,undated\r
                1,1970-01-01T00:00:01Z,sms,incoming,received,0,Bank,,,=1+1,"a ""q\u{301}"", b\r\nc""\u{301}",,,,,,,,,0,,,,,,\r
                2,1970-01-01T00:00:02Z,sms,incoming,received,0,+15551234567,Zoë,,,,,,,,,,,,0,,,,,,\r\n
                """.utf8))
        var rows = CSVRows(text)
        _ = rows.next()
        #expect(rows.next()?.fields[10].utf8.elementsEqual(odd.content.utf8) == true)
        // Nobody takes it for a table of contacts.
        #expect(!ContactTable.begins(Array(data)))
    }

    @Test func objectsOfOtherProgramsAreRead() async throws {
        let folder = try TemporaryFolder()
        let (dao, _) = try TestStore.memory.make()
        _ = try await dao.save([draft("a", name: "Zoë"), draft("b")], of: ana)
        let service = SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock)
        _ = try await service.export(folder.path + "/a.json", as: .json)
        let array = try JSONSerialization.jsonObject(with: bytes(folder, "a.json"))
        for (name, options) in [("pretty", [.prettyPrinted, .sortedKeys]), ("dense", [.sortedKeys])]
            as [(String, JSONSerialization.WritingOptions)]
        {
            let path = "\(folder.path)/\(name).json"
            try JSONSerialization.data(withJSONObject: array, options: options).write(to: URL(fileURLWithPath: path))
            let (copy, _) = try TestStore.memory.make()
            _ = try await SMSLogService(dao: copy, owner: ana, clock: ManualClock.nineOClock)
                .importFiles(at: path) { _, _ in }
            #expect(try await ExportSamples.whole(copy) == ExportSamples.whole(dao))
        }
        // What is broken costs itself.
        let lines = try text(folder, "a.json").split(separator: "\n")
        let broken = [
            lines[0], lines[1], "{\"address\":", lines[3], lines[4].replacing("\"sms\"", with: "\"fax\""), "]",
        ]
        let path = folder.path + "/broken.json"
        try broken.joined(separator: "\n").write(toFile: path, atomically: false, encoding: .utf8)
        let (copy, _) = try TestStore.memory.make()
        let report = ImportTotal(
            try await SMSLogService(dao: copy, owner: ana, clock: ManualClock.nineOClock).importFiles(at: path) {
                _, _ in
            })
        #expect(report.saved.added == 1)
        #expect(report.refused == 2)
        let newer = lines.joined(separator: "\n").replacing("\"version\":2", with: "\"version\":3")
        try newer.write(toFile: path, atomically: false, encoding: .utf8)
        await #expect(throws: ImportFault.newer(version: 3)) { try await service.importFiles(at: path) { _, _ in } }
    }
}

/// A folder that is removed with it.
final class TemporaryFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "atrium-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
