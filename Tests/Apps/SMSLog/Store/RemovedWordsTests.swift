// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumSystems
import AtriumTesting
import Foundation
import Testing

@testable import SMSLogLogic
@testable import SMSLogStore

/// Permanently removed text cannot be read anywhere in the files.
struct RemovedWordsTests {
    @Test func `a removed message leaves no word, nor does a deleted user`() async throws {
        let store = try TestStore.sqlite.open()
        let folder = try #require(store.folder)
        let dao = try SystemMessages.all(on: store.system)
        let rows = (1...500).map {
            BackupText.sms($0 == 250 ? "Zebrafish in the tank" : "About work", date: "\($0)000")
        }
        _ = try await BackupText.importing(BackupText.file(rows), into: dao)
        #expect(!RawFiles.below(folder, with: ["zebrafish"]).isEmpty)
        #expect(try await dao.remove(250, of: ana)?.content == "Zebrafish in the tank")
        #expect(RawFiles.below(folder, with: ["zebrafish"]) == [])
        try await SMSLogService.deleteAll(of: ana, among: SystemMessages(on: store.system)) { _ in }
        #expect(RawFiles.below(folder, with: ["about work"]) == [])
    }
}
