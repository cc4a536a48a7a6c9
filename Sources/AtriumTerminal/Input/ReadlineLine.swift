// SPDX-License-Identifier: GPL-3.0-or-later

import CAtriumReadline
import Glibc

/// The line that Readline edits; places in it are in bytes of UTF-8.
@MainActor
enum ReadlineLine {
    static var text: String { String(cString: creadline_line()) }

    static var cursor: Int {
        get { Int(creadline_point()) }
        set { creadline_set_point(Int32(newValue)) }
    }

    static var isCursorAtEnd: Bool { creadline_point() == creadline_length() }

    /// The line as it is.
    static var draft: LineDraft { LineDraft(text, cursor: cursor) }

    /// Inserts text at the cursor.
    static func insert(_ text: String) { rl_insert_text(text) }

    /// Puts text at the start; the cursor stays behind what it stood behind.
    static func putFirst(_ text: String) {
        let before = cursor
        cursor = 0
        insert(text)
        cursor = before + text.utf8.count
    }

    /// Takes a part away, which may be yanked back.
    static func kill(_ range: Range<Int>) {
        rl_kill_text(Int32(range.lowerBound), Int32(range.upperBound))
        cursor = range.lowerBound
    }

    /// The line for a display, behind a prompt of ours or Readline’s question.
    static func shown(_ prompt: Prompt, hint: String?) -> EditedLine {
        var shown = EditedLine(prompt: prompt, text: text)
        shown.cursor = cursor
        if let message = creadline_message() {
            shown.prompt = Prompt(text: withoutMarks(String(cString: message)))
        } else {
            shown.prompt.text = modeSign + prompt.text
            shown.hint = hint ?? ""
        }
        let mark = Int(creadline_mark())
        if mark >= 0 { shown.marked = min(mark, shown.cursor)..<max(mark, shown.cursor) }
        return shown
    }

    /// Readline’s question, without the escape sequences that it marks in a prompt, which a search repeats (GNU
    /// Readline 8.2, RL_PROMPT_START_IGNORE).
    private static func withoutMarks(_ message: String) -> String {
        message.replacing(/\u{1}[^\u{2}]*\u{2}/, with: "")
    }

    /// The sign of the mode of editing that Readline would put before the prompt, if `~/.inputrc` asks for it.
    private static var modeSign: String {
        func value(_ name: String) -> String { rl_variable_value(name).map { String(cString: $0) } ?? "" }
        guard value("show-mode-in-prompt") == "on" else { return "" }
        guard creadline_is_vi() != 0 else { return value("emacs-mode-string") }
        return value(creadline_is_vi_command() != 0 ? "vi-cmd-mode-string" : "vi-ins-mode-string")
    }
}

/// The settings of the process that Readline needs before its first line.
enum ReadlineSetup {
    /// Makes the locale one of UTF-8, without which Readline edits bytes.
    ///
    /// Readline takes the locale from the environment again at every line, so it is the environment that has to change.
    static func chooseUTF8() {
        setlocale(LC_CTYPE, "")
        if String(cString: nl_langinfo(Int32(CODESET))) == "UTF-8" { return }
        let isOverridden = getenv("LC_ALL").map { $0.pointee != 0 } ?? false
        setenv(isOverridden ? "LC_ALL" : "LC_CTYPE", "C.UTF-8", 1)
        setlocale(LC_CTYPE, "")
    }

    /// The sequences in Readline’s output that switch the marking of pasted text: a display draws all else.
    static func modes(in bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(EscapeKey.byte) else { return [] }
        let modes = [EscapeSequence.enableBracketedPaste, EscapeSequence.disableBracketedPaste].map { Array($0.utf8) }
        let found = modes.compactMap { mode in
            bytes.indices.first { bytes[$0...].starts(with: mode) }.map { (start: $0, mode: mode) }
        }
        return found.sorted { $0.start < $1.start }.flatMap(\.mode)
    }
}
