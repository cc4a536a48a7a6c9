// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Foundation
import Testing

struct FileContentsTests {
    @Test func `waiting for a pipe ends when it is cancelled`() async throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let path = "/dev/fd/\(ends[0])"
        let reading = Task { try await FileContents.text(readingAsideAt: path, limit: 100) }
        reading.cancel()
        await #expect(throws: CommandFault.stopped) { try await reading.value }
        _ = write(ends[1], "whoami\n", 7)
        close(ends[1])
        close(ends[0])
    }
}
