// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Testing

@testable import AtriumProgram

/// What the command line’s parser says, in other languages than its own.
struct ParserTextTests {
    @Test func `columns stay in line, and English is as it was`() {
        let text = "OPTIONS:\n  --home <dir>            The folder.\n  -h, --help              Show help information.\n"
        #expect(ParserText(language: .english).translated(text) == text)
        #expect(
            ParserText(language: .simplifiedChinese).translated(text)
                == "选项：\n  --home <文件夹>         The folder.\n  -h, --help              显示帮助。\n")
    }
}
