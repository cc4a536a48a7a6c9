@testable import AtriumKit
import Terminal

/// Keys that a test presses, on a line that it types.
@MainActor
final class PressedKeys: KeyedLineSource {
    weak var display: (any LineDisplay)?
    var draft = LineDraft()
    var onKey: (@MainActor (String) -> KeyOutcome)?
    var hasInput = false
    private(set) var isQuiet = false
    private(set) var bound: [String: String] = [:]
    private(set) var line: EditedLine?
    private var answer: CheckedContinuation<LineInput, any Error>?
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func bind(_ keys: [(key: KeySequence, action: String)]) {
        bound = Dictionary(uniqueKeysWithValues: keys.map { ($0.key.name, $0.action) })
    }

    func setQuiet(_ isQuiet: Bool) { self.isQuiet = isQuiet }

    func nextLine(_ prompt: Prompt, history: String?) async throws -> LineInput {
        show(EditedLine(prompt: prompt, text: draft.text, cursor: draft.cursor))
        draft = LineDraft()
        return try await withCheckedThrowingContinuation { continuation in
            answer = continuation
            for waiter in waiting { waiter.resume() }
            waiting = []
        }
    }

    func nextSecret(_ prompt: Prompt) async throws -> LineInput { try await nextLine(prompt, history: nil) }

    /// Waits until a line is asked for.
    func ready() async {
        guard answer == nil else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Types text at the end of the line.
    func type(_ text: String) {
        guard var line else { return }
        line.text += text
        line.cursor = line.text.utf8.count
        show(line)
    }

    /// Ends the line, and waits until the next one is asked for.
    func enter(_ text: String) async {
        type(text)
        await end(.line(line?.text ?? ""))
    }

    /// Presses a key by its name, and waits until the next line is asked for where it ends this one.
    @discardableResult
    func press(_ name: String) async -> KeyOutcome {
        let outcome = bound[name].flatMap { onKey?($0) } ?? .abort
        guard case .leave = outcome, let action = bound[name], let line else { return outcome }
        await end(.key(action, LineDraft(line.text, cursor: line.cursor)))
        return outcome
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
