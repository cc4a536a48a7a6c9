// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import Testing

@Suite struct FileSizeTests {
    @Test(arguments: [
        (0, "0 bytes"), (999, "999 bytes"), (1000, "1 kB"), (1234, "1.2 kB"), (9_960, "10 kB"), (323_584, "324 kB"),
        (999_499, "999 kB"), (999_500, "1 MB"), (1_250_000, "1.3 MB"), (999_499_999, "999 MB"), (999_500_000, "1 GB"),
        (10_234_691_584, "10 GB"),
    ]) func `a size is in the unit in which it is short`(bytes: Int, text: String) {
        #expect(FileSize(bytes).text(in: .english) == text)
    }

    @Test func `a size is written as in the language`() {
        #expect(FileSize(1_250_000).text(in: .french) == "1,3 Mo")
        #expect(FileSize(2_000).text(in: .simplifiedChinese) == "2 kB")
    }
}
