// SPDX-License-Identifier: GPL-3.0-or-later

import CAtriumReadline
import Glibc

extension LineEditor {
    /// The action of the right arrow: takes the hint, if there is one.
    private static let forward = "forward-or-hint"
    /// The actions of keys for which the terminal would send a signal begin so.
    private static let signal = "signal-"
    /// The action of Escape alone if it means nothing else: removes the hint, instead of beginning a later key.
    static let loneEscape: (key: KeySequence, action: String) = (.escape, "lone-escape")

    /// Binds keys to names of actions; Readline’s own binding of a key comes back when it is no longer among them.
    public func bind(_ keys: [(key: KeySequence, action: String)]) {
        let escape = keys.contains { $0.key == .escape } ? [] : [Self.loneEscape]
        let forward = KeySequence("Right").flatMap { right in keys.contains { $0.key == right } ? nil : right }
        let signals = signalKeys.map { (KeySequence.ofSignal($0.key), Self.signal + String($0.value)) }
        self.keys = keys + [Self.mouse, Self.status] + signals + escape + (forward.map { [($0, Self.forward)] } ?? [])
        guard isReady else { return }
        // Not while Readline looks up the key that asks for it.
        if isReading { isRebinding = true } else { ReadlineKeys.bind(self.keys) }
    }

    /// Silences the terminal’s echo while a screen is shown: keys that come while nothing is asked would be written on
    /// it; false sets the terminal as it was when the editor was made.
    ///
    /// While a line is edited the terminal is Readline’s, and this holds from its end on.
    public func setQuiet(_ isQuiet: Bool) {
        // While keys are still silent: the next reader would take the answer for keys.
        if !isQuiet { awaitAnswer() }
        echo.isQuiet = isQuiet
        if !isQuiet { endAhead() }
        if activity == .idle { echo.apply() }
        if isQuiet { readAhead() }
    }

    func chooseDisplay() {
        guard isReady else { return }
        if display == nil {
            creadline_set_redisplay {
                MainActor.assumeIsolated { LineEditor.current?.input.takeBack() }
                rl_redisplay()
            }
            ReadlineCompletion.onList = nil
        } else {
            ReadlineCompletion.onList = { [weak self] in
                // The line first: candidates are for the line as the display knows it.
                self?.showLine()
                self?.display?.list($0, choose: $1)
            }
            creadline_set_redisplay {
                MainActor.assumeIsolated {
                    LineEditor.current?.input.takeBack()
                    LineEditor.current?.isStale = true
                }
            }
        }
    }

    func showLine() {
        isStale = false
        guard let display else { return }
        switch activity {
        case .idle: break
        case .secret:
            display.show(EditedLine(prompt: Prompt(text: prompt.text + secretRemark, style: prompt.style)))
        case .line: display.show(ReadlineLine.shown(prompt, hint: hint))
        }
    }

    /// The rest of the newest line of the history that begins like this one; only at its end.
    private var hint: String? {
        // The user cannot take a hint that is not shown.
        guard display != nil, ReadlineLine.isCursorAtEnd else { return nil }
        let line = ReadlineLine.text
        return line == unhinted ? nil : history.continuation(of: line)
    }

    func press(_ action: String) {
        if action == Self.forward {
            if let hint { ReadlineLine.insert(hint) } else { _ = ClusterKeys.moveForward(1, 0) }
            return
        }
        if action == Self.loneEscape.action {
            unhinted = ReadlineLine.text
            isStale = true
            return
        }
        if action == Self.status.action { return takeAnswer() }
        if action.hasPrefix(Self.signal) {
            pressedSignal = Int32(action.dropFirst(Self.signal.utf8.count))
            return
        }
        if action == Self.mouse.action {
            report = MouseReport()
            return
        }
        let character = keys.first { $0.action == action && $0.key.character != nil }?.key.character
        // The typed text comes before the key's action: of keys that came at once the display may not know it.
        if isStale { showLine() }
        switch onKey?(action) ?? .leave {
        case .done: break
        case .type:
            if let character, creadline_is_vi_command() == 0 {
                ReadlineLine.insert(character)
            } else {
                ReadlineKeys.passOn()
            }
        // Not from within Readline’s own reading of the key.
        case .leave: leavingKey = action
        case .leaveUnless(let followers): awaitWord(character, action: action, followers: followers)
        case .abort: Self.abort()
        }
    }

    /// Does the same as Readline’s `abort`, and continues to read: that one jumps over its caller.
    private static func abort() {
        rl_ding()
        rl_clear_message()
        rl_deactivate_mark()
    }

    /// Puts text at the start of the line.
    public func putFirst(_ text: String) {
        guard activity == .line else { return }
        ReadlineLine.putFirst(text)
    }

    /// Inserts text at the cursor.
    public func insert(_ text: String) {
        guard activity == .line else { return }
        ReadlineLine.insert(text)
        isStale = true
    }

    /// Moves the cursor to a place, in bytes of UTF-8.
    public func moveCursor(to place: Int) {
        guard activity == .line else { return }
        ReadlineLine.cursor = place
        isStale = true
    }

    /// Removes a part of the line, which may be yanked back.
    public func delete(_ range: Range<Int>) {
        guard activity == .line, !range.isEmpty else { return }
        ReadlineLine.kill(range)
        isStale = true
    }

    /// Does what a key is for that ends the reading of others.
    func endByKey() {
        if let signal = pressedSignal {
            pressedSignal = nil
            obey(signal)
        }
        if let key = leavingKey { finishLine(by: key) }
    }

    func finishLine(by key: String) {
        leavingKey = nil
        let draft = ReadlineLine.draft
        rl_free_line_state()
        finish(.success(.key(key, draft)))
    }

    /// Ends the typed line, with which the caller may continue; a secret is forgotten, and so are keys not read yet,
    /// which are for no later caller.
    public func leave(by action: String) {
        guard isEditing else { return }
        hide()
        tcflush(0, TCIFLUSH)
        input.forget()
        begun = nil
        guard activity == .line else { return finish(.success(.key(action, LineDraft()))) }
        // Readline’s unfinished operation, such as a search, is cancelled.
        rl_callback_sigcleanup()
        finishLine(by: action)
    }
}

/// Shows the typed line, in place of the lines’ own editor, for instance as a part of a full screen.
///
/// All calls are on the main actor, and none comes from within another.
@MainActor
public protocol LineDisplay: AnyObject {
    /// Shows the line; called whenever it has changed, once for many keys that come at once.
    func show(_ line: EditedLine)
    /// Shows candidates for the word before the cursor.
    ///
    /// - Parameters:
    ///   - candidates: The candidates, the likeliest first.
    ///   - choose: Puts one of them into the line; call it from within a key’s action, and only while the line is as it
    ///     was when they came.
    func list(_ candidates: [Completion], choose: @escaping @MainActor (Completion) -> Void)
    /// Moves to the next of the shown candidates, as TAB does; false if none are shown: the editor looks for them.
    func nextCandidate() -> Bool
    /// Shows text typed while a command works, below the line that is performed; empty: nothing.
    func showAhead(_ text: String)
}

extension LineDisplay {
    /// Nothing is shown.
    public func showAhead(_ text: String) {}
}

/// A line while it is typed, as a display shows it.
public struct EditedLine: Hashable, Sendable {
    /// The prompt before it, or Readline's message about a search or a count.
    public var prompt: Prompt
    /// The typed text, as it is: the display makes control characters visible.
    public var text: String
    /// The place of the cursor, in bytes of UTF-8.
    public var cursor: Int
    /// The marked part, in bytes of UTF-8; `nil` if there is none.
    public var marked: Range<Int>?
    /// The rest of a line of the history, to show behind this one; empty if there is none.
    public var hint = ""

    /// A line with these facts.
    public init(prompt: Prompt, text: String = "", cursor: Int = 0, marked: Range<Int>? = nil) {
        self.prompt = prompt
        self.text = text
        self.cursor = cursor
        self.marked = marked
    }
}
