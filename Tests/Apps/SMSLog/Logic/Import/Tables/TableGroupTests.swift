// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import Foundation
import SMSLogLogic
import Testing

@testable import MessageFormats
import SMSLogStore

/// Groups in tables of messages.
@Suite struct TableGroupTests {
    @Test("Beside the numbers of all members a name is that of the group, and whom a message names is kept")
    func groups() async throws {
        let text = """
            date,kind,direction,address,name,sender,text,participants
            2021-03-05T10:00:00Z,mms,incoming,+15551234567~+15557654321,Trip,+15551234567,one,"from +15551234567
            to +15557654321"
            2021-03-05T10:01:00Z,sms,incoming,+15551234567,,,two,
            """
        for kind in TestStore.allCases {
            let (dao, system) = try kind.make()
            let folder = try TemporaryFolder()
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/table.csv"))
            let service = SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock)
            _ = try await service.importFiles(at: folder.path) { _, _ in }
            #expect(try await dao.message(1, of: ana)?.displayName == "Trip")
            #expect(try await dao.message(2, of: ana)?.displayName == "+15551234567")
            let people = [Participant(.from, "+15551234567"), Participant(.to, "+15557654321")]
            #expect(try await dao.read(ana) { try $0.parts(of: 1).participants } == people)
            withExtendedLifetime(system) {}
        }
    }
}
