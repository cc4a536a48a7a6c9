// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import Files

/// A lock that keeps others away, though never for good.
struct FolderLockTests {
    @Test func `who waits too long goes on, and so does who can have no lock`() async throws {
        let scratch = try Scratch()
        let lock = FolderLock(scratch.path, patience: .milliseconds(20))
        let inner = await lock.held { await lock.held { "inner" } }
        #expect(inner == "inner")
        #expect(await FolderLock(scratch["none"]).held { "without" } == "without")
    }

    @Test func `it is free again when the work fails, and leaves no file`() async throws {
        struct Failure: Error {}
        let scratch = try Scratch()
        let lock = FolderLock(scratch.path)
        await #expect(throws: Failure.self) {
            try await lock.held {
                await Task.yield()
                throw Failure()
            }
        }
        // Free: with patience left, this would not return before it ran out.
        #expect(await lock.held { 1 } == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).isEmpty)
    }
}
