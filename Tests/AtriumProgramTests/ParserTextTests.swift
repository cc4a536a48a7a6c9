// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
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

    @Test(arguments: [
        (
            Language.french,
            "Erreur\u{A0}: La valeur «\u{A0}maybe\u{A0}» ne convient pas pour «\u{A0}--color <quand>\u{A0}». Choisissez parmi\u{A0}: auto, always, never."
        ),
        (.simplifiedChinese, "错误：值“maybe”不能用于“--color <何时>”。请使用以下之一：auto、always、never。"),
    ])
    func `the values that there are stand in a list of the language`(language: Language, said: String) {
        let text =
            "Error: The value 'maybe' is invalid for '--color <color>'. Please provide one of 'auto', 'always' or 'never'."
        #expect(ParserText(language: language).translated(text) == said)
    }
}
