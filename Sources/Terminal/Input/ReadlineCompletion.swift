// SPDX-License-Identifier: GPL-3.0-or-later

import CReadline
import Glibc
import Synchronization

/// Hands candidates to Readline's own completion, which inserts, quotes and lists them.
enum ReadlineCompletion {
    private struct State: Sendable {
        var candidates: [Completion] = []
        var next = 0
    }

    /// What the callbacks, which have no context, work on.
    ///
    /// They run on the main thread; the lock is never waited for.
    private static let state = Mutex(State())
    @MainActor fileprivate static var onTab: (@MainActor () -> Void)?
    /// Who shows candidates instead of Readline.
    @MainActor static var onList: (@MainActor ([Completion]) -> Void)?
    private static let listLimit = 200

    /// Binds TAB and sets the callbacks.
    @MainActor
    static func prepare(onTab: @escaping @MainActor () -> Void) {
        self.onTab = onTab
        creadline_bind_tab(pressTab)
        creadline_set_completion(
            { word, _, _ in ReadlineCompletion.matches(word) },
            { _, _ in nil },
            { matches, count, width in ReadlineCompletion.list(matches, count: Int(count), width: width) })
        // Readline keeps the pointers.
        creadline_set_quoting(
            strdup(CompletionWord.breaks), strdup("\"'"), strdup(CompletionWord.special),
            { word, _, quote in
                let open = quote.flatMap { $0.pointee == 0 ? nil : Unicode.Scalar(UInt8(bitPattern: $0.pointee)) }
                return word.flatMap { strdup(CompletionWord.quoted(String(cString: $0), within: open)) }
            },
            { word, quote in
                guard let word else { return nil }
                let opening = quote == 0 ? "" : String(Unicode.Scalar(UInt8(truncatingIfNeeded: quote)))
                return strdup(CompletionWord(beforeCursor: opening + String(cString: word)).text)
            },
            { line, index in
                guard let line else { return 0 }
                var backslashes = 0
                while Int(index) > backslashes, line[Int(index) - backslashes - 1] == 0x5C { backslashes += 1 }
                return backslashes % 2 == 1 ? 1 : 0
            },
            { name in
                // A candidate is no file, even if there is a folder of that name, which would get a slash.
                guard let name else { return 0 }
                free(name.pointee)
                name.pointee = strdup("")
                return 1
            })
    }

    /// What this TAB is to do: complete, or list, if it follows a TAB that found several.
    static func mode() -> Int32 {
        rl_completion_mode(pressTab)
    }

    /// Whether Readline is editing the line itself, and not, say, searching in the history.
    static var isPossible: Bool {
        let busy = UInt(
            RL_STATE_ISEARCH | RL_STATE_NSEARCH | RL_STATE_MULTIKEY | RL_STATE_METANEXT | RL_STATE_NUMERICARG
                | RL_STATE_VIMOTION | RL_STATE_CHARSEARCH | RL_STATE_MOREINPUT)
        return creadline_state() & busy == 0
    }

    /// Completes the word before the cursor; `mode` is from the time when TAB was pressed.
    static func perform(_ candidates: [Completion], mode: Int32) {
        // Readline prints and inserts them as they are.
        let clean = candidates.filter { !$0.text.isEmpty && Sanitizer.visible($0.text) == $0.text }
        state.withLock { $0 = State(candidates: clean) }
        rl_complete_internal(mode)
        creadline_redisplay()
        state.withLock { $0 = State() }
    }
}

extension ReadlineCompletion {
    private static func matches(
        _ word: UnsafePointer<CChar>?
    ) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        creadline_end_attempt()
        let candidates = state.withLock { $0.candidates }
        guard !candidates.isEmpty else { return nil }
        creadline_treat_as_file_names(1)
        let found = rl_completion_matches(word) { _, index in
            let next = ReadlineCompletion.state.withLock { state -> String? in
                if index == 0 { state.next = 0 }
                guard state.next < state.candidates.count else { return nil }
                defer { state.next += 1 }
                return state.candidates[state.next].text
            }
            return next.flatMap { strdup($0) }
        }
        let appended = candidates.count == 1 ? candidates.first?.appends : nil
        creadline_set_append_character(Int32(appended?.asciiValue ?? 0))
        return found
    }

    private static func list(
        _ matches: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, count: Int, width: Int32
    ) {
        let candidates = state.withLock { $0.candidates }
        if let onList = MainActor.assumeIsolated({ onList }) {
            MainActor.assumeIsolated { onList(candidates) }
            return
        }
        let shown = min(count, listLimit)
        if candidates.contains(where: { $0.description != nil }) {
            describe(candidates.sorted { $0.text < $1.text }.prefix(shown))
        } else {
            // Otherwise Readline would print only what follows the last slash.
            creadline_treat_as_file_names(0)
            rl_display_match_list(matches, Int32(shown), width)
        }
        if shown < count { creadline_print("…\n") }
        rl_forced_update_display()
    }

    private static func describe(_ candidates: ArraySlice<Completion>) {
        let columns = max(1, (TerminalSize.current(descriptor: 0)?.columns ?? 80) - 1)
        let longest = candidates.map { DisplayWidth.of($0.text) }.max() ?? 0
        var text = "\n"
        for candidate in candidates {
            let description = Sanitizer.visible(candidate.description ?? "")
            let line = TextLayout.pad(candidate.text, to: min(longest, columns)) + "  " + description
            text += TextLayout.cut(line, to: columns) + "\n"
        }
        creadline_print(text)
    }
}

/// What TAB calls, on the main thread, from within `rl_callback_read_char`.
///
/// Only a free function is always the same pointer, by which Readline recognises that TAB is pressed again.
private func pressTab(count: Int32, key: Int32) -> Int32 {
    MainActor.assumeIsolated { ReadlineCompletion.onTab?() }
    return 0
}
