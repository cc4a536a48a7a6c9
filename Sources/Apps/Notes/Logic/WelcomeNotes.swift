// SPDX-License-Identifier: GPL-3.0-or-later

package import NotesDomain
package import Session

/// The two notes that everybody starts with.
///
/// Their titles are the same for everybody; the first says in the user’s language what to type, where the second does
/// not.
package enum WelcomeNotes {
    /// Their texts and times for a user of this language.
    static func all(in language: Language) -> [(content: String, time: CivilTime)] {
        [
            (
                "Welcome to MyNote.\n" + (language == .french ? french : english),
                CivilTime(year: 2010, month: 8, day: 4, hour: 16, minute: 1, second: 3)
            ),
            (
                "欢迎使用MyNote。\n输入 add 内容 保存笔记，list 列出笔记，help 查看更多命令。",
                CivilTime(year: 2011, month: 12, day: 4, hour: 16, minute: 1, second: 3)
            ),
        ]
    }

    private static let english = "add TEXT keeps a note, list shows them, help says what else there is."
    private static let french = "add TEXTE garde une note, list les montre, help dit ce qu’il y a d’autre."

    /// The number of the one that a user of this language reads first.
    package static func first(in language: Language) -> Int { language == .simplifiedChinese ? 2 : 1 }

    /// Whether these are the welcome notes and no others.
    package static func are(_ notes: [Note]) -> Bool {
        notes.count == 2 && Set(notes.map(\.title)) == ["Welcome to MyNote.", "欢迎使用MyNote。"]
    }
}
