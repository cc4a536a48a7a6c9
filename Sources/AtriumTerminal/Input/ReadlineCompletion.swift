// SPDX-License-Identifier: GPL-3.0-or-later

import CAtriumReadline
import Glibc

/// Puts candidates into the line that Readline edits, and lists them.
///
/// Readline’s own completion knows words that begin like the typed text. Here a candidate may be found by its meaning
/// too, and is put into the line as the command reads it, so Readline’s editing functions make the change instead:
/// it is one step of undo.
@MainActor
enum ReadlineCompletion {
    fileprivate static var onTab: (@MainActor () -> Void)?
    /// Shows candidates instead of Readline.
    static var onList: (@MainActor ([Completion], @escaping @MainActor (Completion) -> Void) -> Void)?
    private static let listLimit = 200

    /// Binds TAB.
    static func prepare(onTab: @escaping @MainActor () -> Void) {
        self.onTab = onTab
        creadline_bind_tab(pressTab)
    }

    /// The task of this TAB: to complete, or to list, if it follows a TAB that found several, or `~/.inputrc` says so.
    static func mode() -> Int32 { rl_completion_mode(pressTab) }

    /// Whether Readline is editing the line itself, and not, say, searching in the history.
    static var isPossible: Bool {
        let busy = UInt(
            RL_STATE_ISEARCH | RL_STATE_NSEARCH | RL_STATE_MULTIKEY | RL_STATE_METANEXT | RL_STATE_NUMERICARG
                | RL_STATE_VIMOTION | RL_STATE_CHARSEARCH | RL_STATE_MOREINPUT)
        return creadline_state() & busy == 0
    }

    /// Completes the part before the cursor, which is at the end of `typed`; `mode` is from when TAB was pressed.
    static func perform(_ answer: CompletionAnswer, typed: String, mode: Int32) {
        var answer = answer
        // They are inserted as they are.
        var known: Set<String> = []
        answer.candidates = answer.candidates.filter {
            !$0.text.isEmpty && Sanitizer.visible($0.text) == $0.text && known.insert($0.text).inserted
        }
        guard !answer.candidates.isEmpty else {
            rl_ding()
            return
        }
        let edit = CompletionEdit(answer, typed: typed)
        if let replacement = edit.replacement { replace(from: answer.start, with: replacement) }
        guard answer.candidates.count > 1 else { return creadline_redisplay() }
        let alwaysLists = mode != Int32(UInt8(ascii: "\t"))
        if let onList {
            onList(answer.candidates) { choose($0, of: answer) }
        } else if alwaysLists {
            list(answer.candidates)
        } else {
            creadline_redisplay()
            if edit.replacement == nil { rl_ding() }
        }
    }

    /// Puts a candidate in, as if it were the only one.
    private static func choose(_ candidate: Completion, of answer: CompletionAnswer) {
        let typed = String(
            decoding: String(cString: creadline_line()).utf8.prefix(Int(creadline_point())), as: UTF8.self)
        guard answer.start <= typed.utf8.count else { return }
        let one = CompletionAnswer([candidate], start: answer.start, isLiteral: answer.isLiteral)
        if let text = CompletionEdit(one, typed: typed).replacement { replace(from: answer.start, with: text) }
        creadline_redisplay()
    }

    private static func replace(from start: Int, with text: String) {
        rl_begin_undo_group()
        rl_delete_text(Int32(start), creadline_point())
        creadline_set_point(Int32(start))
        rl_insert_text(text)
        rl_end_undo_group()
    }
}

extension ReadlineCompletion {
    private static func list(_ candidates: [Completion]) {
        let shown = candidates.prefix(listLimit)
        let columns = max(1, (TerminalSize.current(descriptor: 0)?.columns ?? 80) - 1)
        let hasDescriptions = shown.contains { $0.description != nil }
        creadline_print(
            "\n" + (hasDescriptions ? described(shown, columns) : tabulated(shown, columns))
                + (shown.count < candidates.count ? "… \(candidates.count - shown.count)\n" : ""))
        rl_forced_update_display()
    }

    private static func described(_ candidates: ArraySlice<Completion>, _ columns: Int) -> String {
        let longest = candidates.map { DisplayWidth.of($0.text) }.max() ?? 0
        return candidates.map { candidate in
            let description = Sanitizer.visible(candidate.description ?? "")
            let line = TextLayout.pad(candidate.text, to: min(longest, columns)) + "  " + description
            return TextLayout.cut(line, to: columns) + "\n"
        }.joined()
    }

    private static func tabulated(_ candidates: ArraySlice<Completion>, _ columns: Int) -> String {
        let width = (candidates.map { DisplayWidth.of($0.text) }.max() ?? 0) + 2
        let perLine = max(1, columns / width)
        return stride(from: candidates.startIndex, to: candidates.endIndex, by: perLine).map { start in
            let row = candidates[start..<min(start + perLine, candidates.endIndex)]
            return TextLayout.cut(row.map { TextLayout.pad($0.text, to: width) }.joined(), to: columns) + "\n"
        }.joined()
    }
}

/// The function that TAB calls, on the main thread, from within `rl_callback_read_char`.
///
/// Only a free function is always the same pointer, by which Readline recognises that TAB is pressed again.
private func pressTab(count: Int32, key: Int32) -> Int32 {
    MainActor.assumeIsolated { ReadlineCompletion.onTab?() }
    return 0
}

extension LineEditor {
    func startCompletion() {
        // Of keys that came at once, the display has not seen those before this one: candidates may be for another line.
        if isStale { showLine() }
        guard display?.nextCandidate() != true, let complete else { return }
        let mode = ReadlineCompletion.mode()
        let (line, point) = (ReadlineLine.text, ReadlineLine.cursor)
        let number = count
        let request = CompletionRequest(line: line, cursor: point)
        completion?.cancel()
        completion = Task { @MainActor [weak self] in
            let answer = await complete(request)
            guard let self, !Task.isCancelled, self.activity == .line, self.count == number,
                point == ReadlineLine.cursor, line == ReadlineLine.text,
                ReadlineCompletion.isPossible
            else { return }
            ReadlineCompletion.perform(answer, typed: request.typed, mode: mode)
            creadline_flush_output()
            if self.isStale { self.showLine() }
        }
    }
}
