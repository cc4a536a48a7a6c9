// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumPhoneNumbers
import AtriumSession
import AtriumSystems
import AtriumTesting
import GRDB
@testable import SMSLogLogic
import SMSLogStore
import Testing

/// Numbers are read again, once, after the rules for numbers have changed.
@Suite struct ReadingVersionTests {
    private let (dao, system): (any MessageStores, TemporarySystem)

    init() throws { (dao, system) = try TestStore.sqlite.make() }

    private func change(_ sql: String) async throws {
        guard case .sqlite(let file) = system.system else { return }
        try await file.write { try $0.execute(sql: sql) }
    }

    private func conversations() async throws -> Int {
        try await dao.conversations(of: ana, .all, after: nil, limit: 9).count
    }

    @Test func `numbers that older rules kept apart are joined at the first start`() async throws {
        let rows = ["81234567", "+6581234567"].map { BackupText.sms("x", address: $0) }
        _ = try await BackupText.importing(BackupText.file(rows), into: dao)
        let log = SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock)
        // Nobody has said where this is.
        try await log.people.joinAtFirst()
        #expect(try await conversations() == 2)
        _ = try await dao.setPeople(by: "", of: ana)
        #expect(try await dao.read(ana) { try $0.reading()?.version } == PhoneNumbering.version)
        // As older rules have left it, which knew that region and not this number.
        try await change("UPDATE sms_kept SET value = '0 SG' WHERE kind = 'reading'")
        try await log.people.joinAtFirst()
        #expect(try await conversations() == 1)
        #expect(try await dao.read(ana) { try $0.reading()?.version } == PhoneNumbering.version)
        // Once: what is as this version leaves it is not touched.
        _ = try await dao.setPeople(by: "", of: ana)
        try await change(
            "UPDATE sms_kept SET value = '\(PhoneNumbering.version) SG' WHERE kind = 'reading'"
        )
        try await log.people.joinAtFirst()
        #expect(try await conversations() == 2)
    }
}
