// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import Foundation
@testable import SMSLogLogic
import SMSLogStore
import Testing

@testable import MessageFormats

/// A row without a date is the same message in every backup, whatever it stands beside there.
@Suite struct UndatedIdentityTests {
    private static let undated = [
        BackupText.sms("code", date: "99999999999999999999"),
        "<mms date=\"null\" address=\"+15551000000~+15551000001\" msg_box=\"1\"><parts>"
            + "<part ct=\"image/png\" cl=\"a.png\" data=\"aGVsbG8=\"/></parts><addrs>"
            + "<addr address=\"+15551000001\" type=\"137\"/></addrs></mms>",
        "<call number=\"+15551000002\" date=\"soon\" type=\"3\" duration=\"0\"/>",
    ]

    /// The backup of a day: as many good rows as days, and the ones without a date.
    private static func day(_ day: Int, first: Bool = false, _ undated: [String] = undated) -> String {
        let good = (1...day).map { BackupText.sms("day \($0)", date: "160945920000\($0)") }
        return BackupText.file(first ? undated + good : good + undated)
    }

    private func added(_ text: String, _ dao: any MessageStores) async throws -> Int {
        try await BackupText.importing(text, into: dao).saved.added
    }

    @Test(arguments: TestStore.allCases)
    func `backups that grow have it once`(_ store: TestStore) async throws {
        let (dao, system) = try store.make()
        #expect(try await added(Self.day(1), dao) == 4)
        #expect(try await added(Self.day(2), dao) == 1)
        #expect(try await added(Self.day(3, first: true), dao) == 1)
        // What a file has twice is there twice.
        #expect(try await added(Self.day(4, Self.undated + Self.undated), dao) == 4)
        #expect(try await added(Self.day(5, Self.undated + Self.undated), dao) == 1)
        withExtendedLifetime(system) {}
    }

    @Test(arguments: TestStore.allCases)
    func `one that was removed stays so`(_ store: TestStore) async throws {
        let (dao, system) = try store.make()
        #expect(try await added(Self.day(1), dao) == 4)
        for number in 2...4 { _ = try await dao.remove(number, of: ana) }
        let report = try await BackupText.importing(Self.day(3, first: true), into: dao)
        #expect(report.saved.added == 2 && report.saved.removed == 3)
        withExtendedLifetime(system) {}
    }

    @Test(arguments: TestStore.allCases)
    func `one without its sender and its bytes gets both`(_ store: TestStore) async throws {
        let (dao, system) = try store.make()
        let poor = Self.undated[1].replacing("aGVsbG8=", with: "null").replacing("type=\"137\"", with: "type=\"1\"")
        #expect(try await added(Self.day(1, [poor]), dao) == 2)
        #expect(try await added(Self.day(2, [Self.undated[1]]), dao) == 1)
        let message = try #require(try await dao.message(2, of: ana))
        #expect(message.sender == Address("+15551000001") && message.attachments.map(\.size) == [5])
        #expect(try await added(Self.day(3, [Self.undated[1]]), dao) == 1)
        withExtendedLifetime(system) {}
    }

    @Test(arguments: ExportTests.whole)
    func `an export keeps that it has no date`(_ format: ExportFormat) async throws {
        let (dao, system) = try TestStore.sqlite.make()
        _ = try await BackupText.importing(Self.day(1), into: dao)
        let folder = try TemporaryFolder()
        let service = SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock)
        _ = try await service.export("\(folder.path)/all.\(format.rawValue)", as: format)
        if format == .xml {
            _ = try await service.export("\(folder.path)/calls.xml", as: format) { $0.isOfCalls = true }
        }
        let (other, otherSystem) = try TestStore.memory.make()
        let copy = SMSLogService(dao: other, owner: ana, clock: ManualClock.nineOClock)
        let total = ImportTotal(try await copy.importFiles(at: folder.path) { _, _ in })
        #expect(total.saved.added == 4 && total.remarks == 0)
        #expect(try await ExportSamples.whole(other) == ExportSamples.whole(dao))
        #expect(try await added(Self.day(2), other) == 1)
        #expect(ImportTotal(try await service.importFiles(at: folder.path) { _, _ in }).saved.added == 0)
        withExtendedLifetime((system, otherSystem)) {}
    }

    @Test func `a table keeps that it has no date`() async throws {
        let (dao, _) = try TestStore.memory.make()
        let undated = [Self.undated[0], Self.undated[2]]
        _ = try await BackupText.importing(Self.day(2, undated), into: dao)
        let folder = try TemporaryFolder()
        let service = SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock)
        _ = try await service.export(folder.path + "/all.csv", as: .csv)
        let (other, _) = try TestStore.memory.make()
        let copy = SMSLogService(dao: other, owner: ana, clock: ManualClock.nineOClock)
        let total = ImportTotal(try await copy.importFiles(at: folder.path) { _, _ in })
        #expect(total.saved.added == 4 && total.remarks == 0 && total.refused == 0)
        for number in 1...4 {
            let details = try await other.read(ana) { try $0.details(of: number) }
            #expect(details?.isUndated == (number > 2))
        }
        #expect(try await ExportSamples.whole(other) == ExportSamples.whole(dao))
        #expect(try await added(Self.day(3, undated), other) == 1)
        #expect(ImportTotal(try await service.importFiles(at: folder.path) { _, _ in }).saved.added == 0)
    }
}
