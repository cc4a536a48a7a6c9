// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumShell
import Terminal
import Testing

/// Keys that a test presses, on a line that it types.
@MainActor
final class PressedKeys: KeyedLineSource {
    weak var display: (any LineDisplay)?
    var draft = LineDraft()
    var onKey: (@MainActor (String) -> KeyOutcome)?
    var onMouse: (@MainActor (MouseEvent) -> String?)?
    var onActivity: (@MainActor () -> Void)?
    var onPress: (@MainActor () -> Void)?
    var onNews: (@MainActor (TerminalNews) -> Void)?
    let answerer = Answerer.person
    var onTyping: (@MainActor (LineDraft) async -> Void)?
    var keeping: (@MainActor (String) -> LineKeeping)?
    var hasInput = false
    /// What is typed at once with the key that is pressed next, and stands behind it.
    private var behind = Substring()
    var answerTime: Duration?
    /// What is asked is a secret.
    private(set) var isSecret = false
    private(set) var isQuiet = false
    private(set) var hasMouse = false
    private(set) var tellsKeys = false
    private(set) var bound: [String: String] = [:]
    /// How often keys were bound.
    private(set) var timesBound = 0
    private(set) var line: EditedLine?
    private(set) var interrupted = LineDraft()
    /// Whether a key’s action has changed the line, which is shown after it.
    private var isChanged = false
    private var answer: CheckedContinuation<LineInput, any Error>?

    func bind(_ keys: [(key: KeySequence, action: String)]) {
        timesBound += 1
        bound = Dictionary(uniqueKeysWithValues: keys.map { ($0.key.name, $0.action) })
    }

    func tellOfTyping() async {
        guard let line else { return }
        await onTyping?(LineDraft(line.text, cursor: line.cursor))
    }

    func setMouse(_ isOn: Bool) { hasMouse = isOn }
    func setOtherKeys(_ isOn: Bool) { tellsKeys = isOn }

    /// Does something with the mouse, and waits until the next line is asked for where that ends this one.
    @discardableResult
    func point(_ kind: MouseEvent.Kind, column: Int, row: Int, at time: Duration = .zero) async -> String? {
        onActivity?()
        guard answer != nil, !isSecret, hasMouse else { return nil }
        let action = onMouse?(MouseEvent(kind, at: Point(column: column, row: row), time: time))
        guard let action, let line else { return nil }
        await end(.key(action, LineDraft(line.text, cursor: line.cursor)))
        return action
    }

    func setQuiet(_ isQuiet: Bool) { self.isQuiet = isQuiet }

    func nextLine(_ prompt: Prompt, history: String?) async throws -> LineInput {
        show(EditedLine(prompt: prompt, text: draft.text, cursor: draft.cursor))
        draft = LineDraft()
        return try await withCheckedThrowingContinuation { continuation in
            answer = continuation
        }
    }

    func nextSecret(_ prompt: Prompt) async throws -> LineInput {
        isSecret = true
        defer { isSecret = false }
        display?.show(EditedLine(prompt: prompt))
        return try await withCheckedThrowingContinuation { continuation in
            line = EditedLine(prompt: prompt)
            answer = continuation
        }
    }

    /// Waits until a secret is asked for.
    func secretReady(_ location: SourceLocation = #_sourceLocation) async {
        await goOn(until: "a secret is asked for", location) { answer != nil && isSecret }
    }

    func leave(by action: String) {
        guard let answer, let line else { return }
        self.answer = nil
        answer.resume(returning: .key(action, isSecret ? LineDraft() : LineDraft(line.text, cursor: line.cursor)))
    }

    /// Waits until a line is asked for.
    func ready(_ location: SourceLocation = #_sourceLocation) async {
        await goOn(until: "a line is asked for", location) { answer != nil }
    }

    /// Types text at the end of the line.
    func type(_ text: String) {
        onActivity?()
        guard answer != nil, var line else { return }
        line.text += text
        line.cursor = line.text.utf8.count
        if isSecret { self.line = line } else { show(line) }
    }

    /// Ends the line, and waits until the next one is asked for.
    func enter(_ text: String) async {
        type(text)
        await end(.line(line?.text ?? ""))
    }

    /// Presses a key by its name, and waits until the next line is asked for where it ends this one.
    @discardableResult
    func press(_ name: String) async -> KeyOutcome {
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

    func isFollowed(by characters: Set<UInt8>) -> Bool { behind.utf8.first.map(characters.contains) ?? false }

    /// Types a line with its Enter at once, as a program does that types for somebody.
    func enterAtOnce(_ text: String) async {
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
    func enterFast(_ text: String) async {
        var rest = text[...]
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
                Issue.record("\(letter) is no letter of “\(text)”")
            }
        }
        await end(.line(line?.text ?? ""))
    }

    func putFirst(_ text: String) {
        guard var line else { return }
        line.text = text + line.text
        line.cursor += text.utf8.count
        self.line = line
    }

    func insert(_ text: String) {
        guard let line else { return }
        let (head, tail) = (line.text.utf8.prefix(line.cursor), line.text.utf8.dropFirst(line.cursor))
        change(
            String(decoding: head, as: UTF8.self) + text + String(decoding: tail, as: UTF8.self),
            line.cursor + text.utf8.count)
    }

    func moveCursor(to place: Int) {
        if let line { change(line.text, place) }
    }

    func delete(_ range: Range<Int>) {
        guard let line else { return }
        let (head, tail) = (line.text.utf8.prefix(range.lowerBound), line.text.utf8.dropFirst(range.upperBound))
        change(String(decoding: head, as: UTF8.self) + String(decoding: tail, as: UTF8.self), range.lowerBound)
    }

    /// Interrupts what is typed, as Ctrl-C does.
    func interrupt() async {
        if let line { interrupted = LineDraft(line.text, cursor: line.cursor) }
        await end(.interrupted)
    }

    private func change(_ text: String, _ cursor: Int) {
        line?.text = text
        line?.cursor = cursor
        isChanged = true
    }

    /// Ends the input.
    func close() {
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
