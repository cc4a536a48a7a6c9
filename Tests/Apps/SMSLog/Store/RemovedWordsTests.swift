// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
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

    @Test func `an import that was taken back leaves no word, nor do moved messages where they were`() async throws {
        let store = try TestStore.sqlite.open()
        let folder = try #require(store.folder)
        let stores = SystemMessages(on: store.system)
        let clock = ManualClock.nineOClock
        let own = SMSLogService(store: try stores.store(of: ana), owner: ana, clock: clock)
        let archive = SMSLogService(
            store: try stores.open(.archive, for: ana, isMade: true, isWatched: false), owner: ana, clock: clock,
            origin: .store(.archive))
        func importing(_ text: String) async throws {
            let rows = (1...500).map { BackupText.sms($0 == 250 ? text : "About work", date: "\($0)000") }
            _ = try await command("import") {
                try await BackupText.importing(BackupText.file(rows), into: SystemMessages.all(on: store.system))
            }
        }
        try await importing("Zebrafish in the tank")
        #expect(RawFiles.below(folder, with: ["zebrafish"]) != [])
        #expect(try await own.perform(.undo).removed == 500)
        #expect(RawFiles.below(folder, with: ["zebrafish", "about work"]) == [])

        try await importing("Quokka on the island")
        #expect(try await own.move(own.messages(since: nil), to: archive) { _, _ in } == 500)
        #expect(RawFiles.below(folder, with: ["quokka"]).allSatisfy { $0.hasPrefix("archive.sqlite") })
        #expect(RawFiles.below(folder, with: ["quokka"]) != [])
        #expect(try await archive.move(archive.messages(since: nil), to: own) { _, _ in } == 500)
        #expect(RawFiles.below(folder, with: ["quokka"]).allSatisfy { !$0.hasPrefix("archive.sqlite") })
    }
}
