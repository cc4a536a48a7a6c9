// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import Foundation
@testable import SMSLogLogic
import SMSLogStore
import Testing

@testable import MessageFormats

/// What a backup says of times comes back as it was.
@Suite struct ExportedTimeTests {
    @Test func `a time of sending that nobody can mean comes back as it was`() async throws {
        let folder = try TemporaryFolder()
        let mms = "<mms date=\"1600000001000\" date_sent=\"1600000\" msg_box=\"1\" address=\"+1555\"></mms>"
        var text = BackupText.file(mms, BackupText.sms("b", rest: "date_sent=\"1\""))
        var exported: [String] = []
        for _ in 1...3 {
            let (dao, _) = try TestStore.memory.make()
            _ = try await BackupText.importing(text, into: dao)
            #expect(try await dao.read(ana) { try $0.details(of: 1) }?.sent?.milliseconds == 1_600_000_000)
            #expect(try await dao.read(ana) { try $0.details(of: 2) }?.sent?.milliseconds == 1000)
            let path = "\(folder.path)/\(exported.count).xml"
            _ = try await SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock).export(path, as: .xml)
            text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text.contains("date_sent=\"1600000\""))
            exported.append(text)
        }
        #expect(exported[1] == exported[2])
    }
}
