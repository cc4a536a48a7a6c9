// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// The permissions of the files that the program makes.
struct FileModeTests {
    @Test(arguments: [("022", "644 755"), ("002", "664 775"), ("077", "600 700")])
    func `new files in a live folder follow the mask, and the program’s own are private`(
        mask: String, modes: String
    ) async throws {
        let atrium = try ProgramUnderTest()
        try await atrium.register()
        let outcome = try await atrium(
            """
            umask \(mask); mkdir V; echo old > V/Old.md; chmod 640 V/Old.md; echo map > map.txt
            atrium --user ana --password-file password -c 'set notes.store markdown:V' -c 'add --in sub New' \
                -c 'append Old more' -c 'attach New map.txt' > log
            stat -c %a V/sub/New.md V/sub | paste -sd ' '
            stat -c %a V/sub/attachments/New/map.txt V/sub/attachments/New | paste -sd ' '
            stat -c %a V/Old.md V/.atrium V/.atrium/notes.sqlite data data/* | sort -u | paste -sd ' '
            """)
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.prefix(2) == [modes, modes], "\(outcome.output) \(outcome.error)")
        #expect(lines.last == "600 640 700", "\(outcome.output)")
    }
}
