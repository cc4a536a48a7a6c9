// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import Files

/// Folders in memory.
@Suite struct MemoryFolderTests {
    @Test func `a folder has its program's name, and one of a version before is gone on with`() throws {
        let owner = try Scratch()
        let folder = MemoryFolder(for: owner.path, of: "probe", in: ["/dev/shm"])
        #expect(folder.path == nil)
        let new = try #require(folder.made())
        #expect(new.hasPrefix("/dev/shm/probe-"))
        let former = new.replacing("probe-", with: "atrium-")
        #expect(rename(new, former) == 0)
        #expect(folder.path == former)
        #expect(folder.made() == former)
        folder.removeIfEmpty()
        #expect(folder.path == nil)
    }
}
