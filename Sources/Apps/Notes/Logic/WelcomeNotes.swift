// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// The two notes that everybody starts with.
enum WelcomeNotes {
    static let all: [(content: String, time: CivilTime)] = [
        (
            "Welcome to MyNote.\nadd TEXT keeps a note, list shows them, help says what else there is.",
            CivilTime(year: 2010, month: 8, day: 4, hour: 16, minute: 1, second: 3)
        ),
        (
            "欢迎使用MyNote。\n输入 add 内容 保存笔记，list 列出笔记，help 查看更多命令。",
            CivilTime(year: 2011, month: 12, day: 4, hour: 16, minute: 1, second: 3)
        ),
    ]
}
