// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import AtriumFiles

/// Folders in memory.
@Suite struct MemoryFolderTests {
    @Test func `a folder has its program's name, and is made once`() throws {
        let owner = try Scratch()
        let folder = MemoryFolder(for: owner.path, of: "probe", in: ["/dev/shm"])
        #expect(folder.path == nil)
        let new = try #require(folder.made())
        #expect(new.hasPrefix("/dev/shm/probe-"))
        #expect(folder.path == new)
        #expect(folder.made() == new)
        folder.removeIfEmpty()
        #expect(folder.path == nil)
    }
}
