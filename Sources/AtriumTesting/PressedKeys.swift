// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumTerminal

/// Keys that a test presses, on a line that it types: the keyboard of a shell on a screen.
///
/// A key is named as `help keys` names it: `Enter`, `Tab`, `Up`, `F1`, `M-p`, `C-r`, or the character itself.
@MainActor
public final class PressedKeys: KeyedLineSource {
    /// The display of the line.
    public weak var display: (any LineDisplay)?
    /// The start of the next line.
    public var draft = LineDraft()
    /// Called for a bound key.
    public var onKey: (@MainActor (String) -> KeyOutcome)?
    /// Called for an event of the mouse.
    public var onMouse: (@MainActor (MouseEvent) -> String?)?
    /// Called before keys are read.
    public var onActivity: (@MainActor () -> Void)?
    /// Called after keys were read.
    public var onPress: (@MainActor () -> Void)?
    /// Called with a report of the terminal.
    public var onNews: (@MainActor (TerminalNews) -> Void)?
    /// The person at the keys.
    public let answerer = Answerer.person
    /// Called with the typed text.
    public var onTyping: (@MainActor (LineDraft) async -> Void)?
    /// For how long a line can be recalled.
    public var keeping: (@MainActor (String) -> LineKeeping)?
    /// Whether a key waits to be read.
    public var hasInput = false
    /// The text that is typed at once with the next pressed key, and stands behind it.
    private var behind = Substring()
    /// The time that the terminal takes to answer; `nil` if it was not asked.
    public var answerTime: Duration?
    /// Whether the requested input is a secret.
    public private(set) var isSecret = false
    /// Whether the terminal’s echo is silenced.
    public private(set) var isQuiet = false
    /// Whether the mouse is reported.
    public private(set) var hasMouse = false
    /// Whether the terminal distinguishes keys that are sent alike otherwise.
    public private(set) var tellsKeys = false
    /// The actions of the bound keys.
    public private(set) var bound: [String: String] = [:]
    /// How often keys were bound.
    public private(set) var timesBound = 0
    /// The typed line.
    public private(set) var line: EditedLine?
    /// The line that was interrupted last.
    public private(set) var interrupted = LineDraft()
    /// Whether a key’s action has changed the line, which is shown after it.
    private var isChanged = false
    private var answer: CheckedContinuation<LineInput, any Error>?

    /// A keyboard at which nothing is typed yet.
    public init() {}

    /// Binds keys to actions.
    public func bind(_ keys: [(key: KeySequence, action: String)]) {
        timesBound += 1
        bound = Dictionary(uniqueKeysWithValues: keys.map { ($0.key.name, $0.action) })
    }

    /// Passes on the typed text.
    public func tellOfTyping() async {
        guard let line else { return }
        await onTyping?(LineDraft(line.text, cursor: line.cursor))
    }

    /// Reports the mouse, or leaves it to the terminal.
    public func setMouse(_ isOn: Bool) { hasMouse = isOn }
    /// Distinguishes keys that are sent alike otherwise.
    public func setOtherKeys(_ isOn: Bool) { tellsKeys = isOn }

    /// Does something with the mouse, and waits until the next line is asked for where that ends this one.
    @discardableResult
    public func point(_ kind: MouseEvent.Kind, column: Int, row: Int, at time: Duration = .zero) async -> String? {
        onActivity?()
        guard answer != nil, !isSecret, hasMouse else { return nil }
        let action = onMouse?(MouseEvent(kind, at: Point(column: column, row: row), time: time))
        guard let action, let line else { return nil }
        await end(.key(action, LineDraft(line.text, cursor: line.cursor)))
        return action
    }

    /// Silences the terminal’s echo.
    public func setQuiet(_ isQuiet: Bool) { self.isQuiet = isQuiet }

    /// The next line that the test types.
    public func nextLine(_ prompt: Prompt, history: String?) async throws -> LineInput {
        show(EditedLine(prompt: prompt, text: draft.text, cursor: draft.cursor))
        draft = LineDraft()
        return try await withCheckedThrowingContinuation { continuation in
            answer = continuation
            wake()
        }
    }

    /// The next secret that the test types.
    public func nextSecret(_ prompt: Prompt) async throws -> LineInput {
        isSecret = true
        defer { isSecret = false }
        display?.show(EditedLine(prompt: prompt))
        return try await withCheckedThrowingContinuation { continuation in
            line = EditedLine(prompt: prompt)
            answer = continuation
            wake()
        }
    }

    /// Waits until a secret is asked for.
    public func secretReady() async { await wait { answer != nil && isSecret } }

    private var waiting: [CheckedContinuation<Void, Never>] = []
    /// Whether the shell has ended, so that it asks for nothing more.
    private var isOver = false

    private func wait(until holds: () -> Bool) async {
        while !holds(), !isOver { await withCheckedContinuation { waiting.append($0) } }
    }

    private func wake() {
        let waiting = waiting
        self.waiting = []
        for continuation in waiting { continuation.resume() }
    }

    /// No more is asked: nothing waits for a question any longer.
    func finish() {
        isOver = true
        wake()
    }

    /// Ends the line as if a key of this action had been pressed.
    public func leave(by action: String) {
        guard let answer, let line else { return }
        self.answer = nil
        answer.resume(returning: .key(action, isSecret ? LineDraft() : LineDraft(line.text, cursor: line.cursor)))
    }

    /// Waits until a line is asked for.
    public func ready() async { await wait { answer != nil } }

    /// Types text at the end of the line.
    public func type(_ text: String) {
        onActivity?()
        guard answer != nil, var line else { return }
        line.text += text
        line.cursor = line.text.utf8.count
        if isSecret { self.line = line } else { show(line) }
    }

    /// Ends the line, and waits until the next one is asked for.
    public func enter(_ text: String) async {
        type(text)
        await end(.line(line?.text ?? ""))
    }

    /// Presses a key by its name, and waits until the next line is asked for where it ends this one.
    @discardableResult
    public func press(_ name: String) async -> KeyOutcome {
        onActivity?()
        guard answer != nil else { return .done }
        let character = KeySequence(typed: name)?.character
        let outcome = bound[name].flatMap { onKey?($0) } ?? (character != nil ? .type : .abort)
        if case .type = outcome {
            if name == "Enter" {
                await end(.line(line?.text ?? ""))
                return outcome
            }
            type(character ?? name)
        }
        if isChanged, let line {
            isChanged = false
            show(line)
        }
        switch outcome {
        case .leave, .leaveUnless:
            guard let action = bound[name], let line else { return outcome }
            await end(.key(action, LineDraft(line.text, cursor: line.cursor)))
        case .done, .type, .abort: break
        }
        return outcome
    }

    /// Whether one of these characters was typed at once with the key.
    public func isFollowed(by characters: Set<UInt8>) -> Bool { behind.utf8.first.map(characters.contains) ?? false }

    /// Types a line with its Enter at once, as a program types it.
    public func enterAtOnce(_ text: String) async {
        var typed = line?.text ?? ""
        behind = text[...]
        while let letter = behind.popFirst() {
            // The display knows nothing of it yet.
            guard typed.isEmpty, let action = bound[String(letter)], let outcome = onKey?(action) else {
                typed.append(letter)
                continue
            }
            if case .type = outcome { typed.append(letter) }
        }
        behind = ""
        line?.text = typed
        await end(.line(typed))
    }

    /// Types a line letter by letter, faster than a letter waits for the next one.
    ///
    /// - Returns: The first letter that was a key for something else; `nil` if all were letters of the line.
    @discardableResult
    public func enterFast(_ text: String) async -> Character? {
        var rest = text[...]
        var other: Character?
        while let letter = rest.popFirst() {
            guard let action = bound[String(letter)], let outcome = onKey?(action) else {
                type(String(letter))
                continue
            }
            if case .leaveUnless(let followers) = outcome, let next = rest.utf8.first, followers.contains(next) {
                type(String(letter))
            } else if case .type = outcome {
                type(String(letter))
            } else if case .done = outcome {
                continue
            } else {
                other = other ?? letter
            }
        }
        await end(.line(line?.text ?? ""))
        return other
    }

    /// Puts text at the start of the line.
    public func putFirst(_ text: String) {
        guard var line else { return }
        line.text = text + line.text
        line.cursor += text.utf8.count
        self.line = line
    }

    /// Inserts text at the cursor.
    public func insert(_ text: String) {
        guard let line else { return }
        let (head, tail) = (line.text.utf8.prefix(line.cursor), line.text.utf8.dropFirst(line.cursor))
        change(
            String(decoding: head, as: UTF8.self) + text + String(decoding: tail, as: UTF8.self),
            line.cursor + text.utf8.count)
    }

    /// Moves the cursor.
    public func moveCursor(to place: Int) {
        if let line { change(line.text, place) }
    }

    /// Deletes a part of the line.
    public func delete(_ range: Range<Int>) {
        guard let line else { return }
        let (head, tail) = (line.text.utf8.prefix(range.lowerBound), line.text.utf8.dropFirst(range.upperBound))
        change(String(decoding: head, as: UTF8.self) + String(decoding: tail, as: UTF8.self), range.lowerBound)
    }

    /// Interrupts what is typed, as Ctrl-C does.
    public func interrupt() async {
        if let line { interrupted = LineDraft(line.text, cursor: line.cursor) }
        await end(.interrupted)
    }

    private func change(_ text: String, _ cursor: Int) {
        line?.text = text
        line?.cursor = cursor
        isChanged = true
    }

    /// Ends the input.
    public func close() {
        let answer = answer
        self.answer = nil
        answer?.resume(returning: .end)
    }

    private func end(_ input: LineInput) async {
        let answer = answer
        self.answer = nil
        answer?.resume(returning: input)
        await ready()
    }

    private func show(_ line: EditedLine) {
        self.line = line
        display?.show(line)
    }
}
