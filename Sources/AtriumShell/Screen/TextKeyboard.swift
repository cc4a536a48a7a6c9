// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// Does what keys are bound to while a text of several lines is written.
@MainActor
struct TextKeyboard {
    let state: ScreenState
    let keys: any KeyedLineSource

    /// Does what a key is bound to; `leave` where the text is done or left.
    func press(_ key: TextKey) -> KeyOutcome {
        guard let editor = state.editor else { return .done }
        let line = state.typed.line
        let place = TextPlace(line.text, cursor: line.cursor)
        func move(_ lines: Int) {
            let column = editor.column ?? place.column
            keys.moveCursor(to: place.moved(lines: lines, toColumn: column))
            state.editor?.column = column
        }
        state.editor?.column = nil
        switch key {
        case .done, .leave: return .leave
        case .newline:
            guard place.endsWithDot else {
                keys.insert("\n")
                break
            }
            // The dot says that nothing follows, and is no part of the text.
            keys.delete(max(0, place.line.lowerBound - 1)..<place.cursor)
            return .leave
        case .up: move(-1)
        case .down: move(1)
        case .pageUp: move(-max(1, editor.visible - 1))
        case .pageDown: move(max(1, editor.visible - 1))
        case .lineStart: keys.moveCursor(to: place.line.lowerBound)
        case .lineEnd: keys.moveCursor(to: place.line.upperBound)
        case .killToStart: keys.delete(place.line.lowerBound..<place.cursor)
        case .killToEnd:
            // At the end of a line the next one is joined to it.
            let end = place.line.upperBound
            keys.delete(place.cursor..<(end > place.cursor ? end : min(end + 1, line.text.utf8.count)))
        }
        return .done
    }
}
