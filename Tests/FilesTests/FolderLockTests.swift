// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Synchronization
import Testing

@testable import AtriumFiles

/// A lock that keeps others away, though never for good.
struct FolderLockTests {
    @Test func `who waits too long goes on, and so does who can have no lock`() async throws {
        let scratch = try Scratch()
        let lock = FolderLock(scratch.path, patience: .milliseconds(20))
        let inner = await lock.held { _ in await lock.held { $0 ? "inner" : "too soon" } }
        #expect(inner == "inner")
        #expect(await FolderLock(scratch["none"]).held { $0 ? "waited" : "without" } == "without")
    }

    private final class Visits: Sendable {
        let counts = Mutex((now: 0, most: 0, all: 0))
    }

    /// Each has a lock of its own on the same folder, as processes do.
    @Test func `one is let in at a time`() async throws {
        let scratch = try Scratch()
        let path = scratch.path
        let visits = Visits()
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    await FolderLock(path, patience: .seconds(600)).held { _ in
                        visits.counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.all + 1) }
                        for _ in 0..<5 { await Task.yield() }
                        visits.counts.withLock { $0.now -= 1 }
                    }
                }
            }
        }
        #expect(visits.counts.withLock { $0.most == 1 && $0.all == 8 })
    }

    @Test func `it is free again when the work fails, and leaves no file`() async throws {
        struct Failure: Error {}
        let scratch = try Scratch()
        let lock = FolderLock(scratch.path)
        await #expect(throws: Failure.self) {
            try await lock.held { _ in
                await Task.yield()
                throw Failure()
            }
        }
        // Free: with patience left, this would not return before it ran out.
        #expect(await lock.held { $0 } == false)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).isEmpty)
    }
}
