// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession

/// A terminal on which a session script’s program runs, as its user sees it.
///
/// It serves one script, whose steps run one after another. Typed text reaches the program as if from a
/// keyboard; text typed before the program asks is type-ahead. Nothing is typed while an Escape pressed last
/// may still be the start of another key.
@MainActor
public protocol ScriptTerminal: AnyObject {
    /// Types a line and presses Enter.
    ///
    /// - Parameters:
    ///   - line: The line, without its end.
    ///   - isCommand: Whether the line is a command in the script, not an answer.
    /// - Throws: The errors of the terminal.
    func enter(_ line: String, isCommand: Bool) async throws

    /// Types text unchanged.
    ///
    /// - Throws: The errors of the terminal.
    func type(_ text: String) async throws

    /// Presses keys in order, all at once: an Escape before others is Alt if the program reads it so.
    ///
    /// - Throws: The errors of the terminal.
    func press(_ keys: [ScriptKey]) async throws

    /// Resizes the terminal and notifies the program.
    ///
    /// - Throws: The errors of the terminal.
    func resize(to size: ScriptSize) async throws

    /// Returns the visible rows from the top, without trailing blanks and without empty rows at the end.
    ///
    /// - Parameters:
    ///   - seconds: The maximum time to wait for a screen that is right.
    ///   - isRight: Returns whether the script waits for a screen.
    /// - Returns: The first screen that is right; the last one if none was in time.
    func screen(within seconds: Int, until isRight: ([String]) -> Bool) async throws -> [String]

    /// Ends the program, if it still runs, and the terminal. Called once.
    func end() async
}

/// One step of a session script on a terminal.
public enum ScriptTerminalStep: Sendable, Equatable {
    /// Start the program on a terminal of its own. Every later step is on that terminal.
    case open
    /// Type a line and press Enter. It is a command if the program understands it as one, and an answer otherwise.
    case line(String, isCommand: Bool)
    /// Type text.
    case type(String)
    /// Press these keys in order.
    case press([ScriptKey])
    /// Resize the terminal to this size.
    case resize(ScriptSize)
    /// Wait until a row of the screen matches, at most this number of seconds.
    case wait(ScriptWait, seconds: Int)
    /// The screen must match within this number of seconds.
    case screen([ExpectedLine], seconds: Int)

    /// The step as written in the script, including its prefix, but without possible passwords.
    var text: String {
        switch self {
        case .open: "% pty"
        case .line(let command, isCommand: true): "$ " + command
        case .line: ">"
        case .type: "% type"
        case .press(let keys): "% key " + keys.map(\.name).joined(separator: " ")
        case .resize(let size): "% resize \(size.columns)x\(size.rows)"
        case .wait(let wait, _): "% wait " + wait.text
        case .screen: "% screen"
        }
    }
}

/// The steps of a session script on its terminal.
@MainActor
final class ScriptTerminalRun {
    private let subject: any ScriptSubject
    private let language: Language
    private let isUpdating: Bool
    private var terminal: (any ScriptTerminal)?

    /// The number of looks (one to two seconds) after which an update accepts an unchanged screen.
    nonisolated static let looksAtStillScreen = 20
    /// The same number if an earlier run has waited in vain: the outcome is known by then.
    nonisolated static let looksAtKnownScreen = 4

    init(subject: any ScriptSubject, language: Language, isUpdating: Bool = false) {
        self.isUpdating = isUpdating
        self.subject = subject
        self.language = language
    }

    /// Whether the terminal is open; without one, no later step can run.
    var isOpen: Bool { terminal != nil }

    /// Performs a step, whose line counts from 1.
    ///
    /// - Parameter missed: The screen that an earlier run saw here instead of the one in the script.
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
                // An update may wait less than the script's limit: the message gives the actual time.
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
            let sentence = ErrorDescription(error).sentence.string(in: language)
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

/// A key that a session script presses, by the name that tmux gives it.
///
/// A character stands for its key. Others have names: `Enter`, `Tab`, `BTab`, `Escape`, `Space`, `BSpace`, `Up`,
/// `Down`, `Left`, `Right`, `Home`, `End`, `PageUp`, `PageDown`, `Insert`, `Delete`, and `F1` to `F12`. `C-`, `M-`
/// and `S-` as prefixes hold down Control, Meta and Shift: `C-r`, `M-2`, `C-M-Left`.
///
/// Source: tmux(1), “Key bindings”.
public struct ScriptKey: Sendable, Equatable {
    private static let names: Set<String> = Set(
        [
            "Enter", "Tab", "BTab", "Escape", "Space", "BSpace", "Up", "Down", "Left", "Right", "Home", "End", "PageUp",
            "PgUp", "PPage", "PageDown", "PgDn", "NPage", "Insert", "IC", "Delete", "DC",
        ] + (1...12).map { "F\($0)" })

    /// The key’s name.
    public let name: String

    /// The key with this name; `nil` if there is none.
    ///
    /// An emulator would type an unknown name letter by letter.
    public init?(_ name: String) {
        var key = name[...]
        while key.count > 2, ["C-", "M-", "S-"].contains(key.prefix(2)) { key = key.dropFirst(2) }
        guard key.count == 1 || Self.names.contains(String(key)) else { return nil }
        self.name = name
    }

    /// Whether the key is Escape, with which other keys begin.
    public var isEscape: Bool { name.hasSuffix("Escape") || name.hasSuffix("C-[") }
}

/// A condition on a row of the screen for which a session script waits.
public struct ScriptWait: Sendable, Equatable {
    /// The condition as written in the script: `/EXPRESSION/`, a line with a pattern as in output, or text that must
    /// occur in the row.
    public let text: String
    /// The whole screen that the condition expects.
    let expected: [ExpectedLine]

    /// Reads a condition.
    init(_ text: String, line: Int, patterns: inout LinePatternParser) throws(ScriptSyntaxReason) {
        self.text = text
        let anyLines = ExpectedLine(line: line, text: "...", pattern: .anyLines)
        expected = [
            anyLines, ExpectedLine(line: line, text: text, pattern: try Self.pattern(of: text, &patterns)), anyLines,
        ]
    }

    private static func pattern(
        of text: String, _ patterns: inout LinePatternParser
    ) throws(ScriptSyntaxReason) -> LinePattern {
        if text.count > 2, text.first == "/", text.last == "/" {
            let source = String(text.dropFirst().dropLast())
            // The fault contains the expression as written.
            _ = try patterns.pattern(of: source + " (re)")
            return .expression(".*?(?:\(source)).*")
        }
        let pattern = try patterns.pattern(of: text)
        guard case .literal = pattern else { return pattern }
        return .parts([.anyCharacters, .text(Array(text)), .anyCharacters])
    }
}

/// The days and minutes that the clock may have shown while a script ran on a terminal, which has the machine’s clock.
struct ShownMoments {
    private var texts: Set<String> = []

    /// No moments, for a script that sets the clock itself.
    init() {}

    /// The moments between two points in time, both included.
    init(from start: Timestamp, to end: Timestamp, in timeZone: String) {
        guard let zone = Zone(identifier: timeZone) else { return }
        let minutes = stride(from: start.seconds, to: end.seconds, by: 60) + [end.seconds]
        for time in minutes.map({ CivilTime(Timestamp(seconds: $0), in: zone) }) {
            texts.formUnion([time.date, time.time])
        }
    }

    /// The glob that also matches a moment at any other time; `nil` if `atom` is not a moment.
    func glob(for atom: [Character]) -> String? {
        guard texts.contains(String(atom)) else { return nil }
        return String(atom.map { $0.isNumber ? "?" : $0 })
    }
}
