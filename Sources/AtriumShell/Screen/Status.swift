// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// What the status line says.
struct Status: Hashable {
    /// What kind of news it is; the sign alone tells, without any colour.
    enum Kind: Character {
        /// A command went well.
        case done = "✓"
        /// Something failed.
        case failed = "✗"
        /// Something happened elsewhere.
        case news = "•"
        /// Something goes on.
        case progress = "…"
    }

    let kind: Kind
    let text: VisibleText

    /// A failure is the louder one.
    var style: Style { kind == .failed ? Style(foreground: .warning, attributes: .bold) : .plain }

    /// The sign and the words.
    var line: VisibleText { "\(String(kind.rawValue)) \(text)" }

    /// The sign and the words in lines that leave a margin on so many columns; those behind the first one stand below the
    /// words.
    func lines(columns: Int) -> [VisibleText] {
        guard line.columns + 2 > columns, columns > 8 else { return [line] }
        let parts = text.wrapped(to: columns - 4, keepingWords: true)
        return parts.enumerated().map { $0 == 0 ? "\(String(kind.rawValue)) \($1)" : "  \($1)" }
    }
}
