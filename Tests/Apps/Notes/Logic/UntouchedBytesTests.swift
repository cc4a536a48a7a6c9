// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import Dice
import Foundation
@testable import NotesLogic
import NotesStore
import Testing

/// A folder of all sorts of files under hundreds of changes: no byte changes but those that a change is about.
struct UntouchedBytesTests {
    @Test(arguments: seeds(1)) func `every byte that a change is not about stays`(seed: UInt64) async throws {
        var run = try await VaultRun(seed: seed)
        for step in 1...250 {
            do { try await run.step() } catch {
                Issue.record("seed \(seed), step \(step), \(run.told): \(error)")
                return
            }
        }
        try await run.compareWithAFreshIndex()
    }
}
