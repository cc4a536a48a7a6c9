// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
import AtriumSession
import AtriumSystems
import AtriumTesting
import GRDB
import Testing

@testable import SMSLogLogic
@testable import SMSLogStore

/// Numbers that no version of the program has stored.
struct AbsurdNumberTests {
    @Test(arguments: ["9223372036854775807", "-9223372036854775808", "1e300", "'abc'", "x'00ff'"])
    func `a store with absurd numbers in it can be read`(value: String) async throws {
        let columns = [
            ("sms_tally", "count"), ("sms_thread", "unread"), ("sms_thread", "last_date"), ("sms_thread", "count"),
            ("sms_thread", "marks"),
            ("sms_owner", "last_message"), ("sms_owner", "last_thread"),
            ("sms_message", "date"), ("sms_message", "status"), ("sms_message", "kind"), ("sms_message", "direction"),
        ]
        for (table, column) in columns {
            let store = try TestStore.sqlite.open()
            guard case .sqlite(let system) = store.system else { return }
            let dao = try SystemMessages.all(on: store.system)
            let rows = (1...4).map { BackupText.sms("Hello", address: "+1555100000\($0 / 2)", date: "\($0)000") }
            _ = try await BackupText.importing(BackupText.file(rows), into: dao)
            try await system.write { try $0.execute(sql: "UPDATE OR IGNORE \(table) SET \(column) = \(value)") }
            // A trap would end the test. An error is an answer.
            for _ in 0..<2 {
                _ = try? await dao.tally(of: ana)
                _ = try? await dao.conversations(of: ana, .all, limit: 10)
                _ = try? await dao.conversationCounts(of: ana, limit: 10)
                _ = try? await dao.message(1, of: ana)
                _ = try? await dao.find(SearchQuery("hello"), of: ana, limit: 10)
                _ = try? await BackupText.importing(BackupText.file(rows), into: dao)
                // Each time another one of a thread of two.
                for id in [2, 4] { _ = try? await dao.remove(id, of: ana) }
            }
        }
    }
}
