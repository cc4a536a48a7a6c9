// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session

/// The steps of a session script on its terminal.
@MainActor
final class ScriptTerminalRun {
    private let subject: any ScriptSubject
    private let language: Language
    private let isUpdating: Bool
    private var terminal: (any ScriptTerminal)?

    /// After so many looks at a screen that has not changed, one to two seconds, an update takes it as it is.
    nonisolated static let looksAtStillScreen = 20
    /// The same where a run before has waited in vain: what comes is known by then.
    nonisolated static let looksAtKnownScreen = 4

    init(subject: any ScriptSubject, language: Language, isUpdating: Bool = false) {
        self.isUpdating = isUpdating
        self.subject = subject
        self.language = language
    }

    /// Whether the terminal is there: without one, nothing that follows can happen.
    var isOpen: Bool { terminal != nil }

    /// Performs a step, whose line counts from 1.
    ///
    /// - Parameter missed: What a run before has seen here in place of what the script has.
    func perform(
        _ step: ScriptTerminalStep, line: Int, missed: [String]? = nil, judge: inout ScriptJudge
    ) async -> (record: ScriptTrace.Record, failure: ScriptFailure?) {
        do {
            switch step {
            case .open: terminal = try await subject.openTerminal()
            case .line(let text, let isCommand): try await terminal?.enter(judge.typed(text), isCommand: isCommand)
            case .type(let text): try await terminal?.type(judge.typed(text))
            case .press(let keys): try await terminal?.press(keys)
            case .resize(let size): try await terminal?.resize(to: size)
            case .wait(let wait, let seconds):
                let began = ContinuousClock.now
                let screen = try await screen(
                    like: wait.expected, within: seconds, judge,
                    patience: missed == nil ? Self.looksAtStillScreen : Self.looksAtKnownScreen, missed)
                let mismatch = judge.mismatch(of: screen, expected: wait.expected)
                // An update does not wait for as long as the script may: it says how long it did.
                let waited = isUpdating ? min(seconds, Int((ContinuousClock.now - began) / .seconds(1)) + 1) : seconds
                let problem = mismatch.map { _ in ScriptProblem.notSeen(seconds: waited, screen: screen) }
                return (.terminal(screen: screen, error: nil), failure(at: line, step, problem, judge, wait.expected))
            case .screen(let expected, let seconds):
                let screen = try await screen(like: expected, within: seconds, judge, missed)
                let problem = judge.mismatch(of: screen, expected: expected).map(ScriptProblem.screen)
                return (.terminal(screen: screen, error: nil), failure(at: line, step, problem, judge, expected))
            }
            return (.terminal(screen: nil, error: nil), nil)
        } catch {
            let sentence = Described(error).sentence.string(in: language)
            let failure = ScriptFailure(line: line, step: step.text, problems: [.terminal(error: sentence)])
            return (.terminal(screen: nil, error: sentence), failure)
        }
    }

    /// Ends the terminal, if there is one.
    func end() async {
        await terminal?.end()
        terminal = nil
    }

    private func screen(
        like expected: [ExpectedLine], within seconds: Int, _ judge: ScriptJudge,
        patience: Int = looksAtStillScreen, _ missed: [String]?
    ) async throws -> [String] {
        let matcher = OutputMatcher(expected: expected)
        var (last, looks) = ([String](), 0)
        return try await terminal?.screen(within: seconds) { screen in
            if matcher.bindings(matching: screen, from: judge.bindings) != nil { return true }
            looks = screen == last ? looks + 1 : 0
            last = screen
            return isUpdating && (looks >= patience || screen == missed)
        } ?? []
    }

    private func failure(
        at line: Int, _ step: ScriptTerminalStep, _ problem: ScriptProblem?, _ judge: ScriptJudge,
        _ expected: [ExpectedLine]
    ) -> ScriptFailure? {
        problem.map { problem in
            ScriptFailure(
                line: line, step: step.text, problems: [problem], bindings: judge.bindings(in: expected))
        }
    }
}
