// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import Foundation
@testable import NotesLogic
import NotesStore
import Testing

/// A folder of all sorts of files under hundreds of changes: no byte changes but those that a change is about.
struct UntouchedBytesTests {
    /// How many steps each seed takes, which takes some seconds; more of both for a long run.
    private static let steps = ProcessInfo.processInfo.environment["ATRIUM_VAULT_STEPS"].flatMap(Int.init) ?? 250
    private static let seeds = ProcessInfo.processInfo.environment["ATRIUM_VAULT_SEEDS"].flatMap(UInt64.init) ?? 1

    @Test(arguments: 1...seeds) func `every byte that a change is not about stays`(seed: UInt64) async throws {
        var run = try await VaultRun(seed: seed)
        for step in 1...Self.steps {
            do { try await run.step() } catch {
                Issue.record("seed \(seed), step \(step), \(run.told): \(error)")
                return
            }
        }
        try await run.compareWithAFreshIndex()
    }
}
