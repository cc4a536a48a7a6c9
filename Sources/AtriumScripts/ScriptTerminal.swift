// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session

/// A terminal on which a session script’s program runs, as somebody sees it who sits before it.
///
/// It serves one script, whose steps come one after another. What is typed reaches the program as if it came from a
/// keyboard: whoever types before the program asks types ahead. Nothing is typed while an Escape that was pressed last
/// may still be the start of another key.
@MainActor
public protocol ScriptTerminal: AnyObject {
    /// Types a line and presses Enter.
    ///
    /// - Parameter isCommand: whether the script means it as a command, and not as an answer.
    func enter(_ line: String, isCommand: Bool) async throws

    /// Types text as it is.
    func type(_ text: String) async throws

    /// Presses keys in order, all at once: an Escape before others is Alt where the program takes it so.
    func press(_ keys: [ScriptKey]) async throws

    /// Gives the terminal another size, of which the program hears.
    func resize(to size: ScriptSize) async throws

    /// What can be seen: the rows from the top without blanks at their ends, and without empty rows at the end.
    ///
    /// - Parameters:
    ///   - seconds: how long to wait at most for a screen that is right.
    ///   - isRight: whether a screen is what the script waits for.
    /// - Returns: the first screen that is right; the last one if none was in time.
    func screen(within seconds: Int, until isRight: ([String]) -> Bool) async throws -> [String]

    /// Ends the program, if it still runs, and the terminal. Called once.
    func end() async
}

/// One step of a session script on a terminal.
public enum ScriptTerminalStep: Sendable, Equatable {
    /// Start the program on a terminal of its own. Every later step is one on that terminal.
    case open
    /// Type a line and press Enter. A command is one that the program understands as such; other lines are answers.
    case line(String, isCommand: Bool)
    /// Type text.
    case type(String)
    /// Press these keys in order.
    case press([ScriptKey])
    /// Give the terminal this size.
    case resize(ScriptSize)
    /// Wait until a row of the screen is like this, at most so many seconds.
    case wait(ScriptWait, seconds: Int)
    /// The screen must come to look like this within so many seconds.
    case screen([ExpectedLine], seconds: Int)

    /// The step as the script has it, prefix included, but without what may be a password.
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

/// A key that a session script presses, by the name that tmux gives it.
///
/// A character stands for its key. Others have names: `Enter`, `Tab`, `BTab`, `Escape`, `Space`, `BSpace`, `Up`,
/// `Down`, `Left`, `Right`, `Home`, `End`, `PageUp`, `PageDown`, `Insert`, `Delete`, and `F1` to `F12`. `C-`, `M-`
/// and `S-` in front hold down Control, Meta and Shift: `C-r`, `M-2`, `C-M-Left`.
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

    /// The key of this name; nil if there is none.
    ///
    /// An emulator would type an unknown name letter by letter.
    public init?(_ name: String) {
        var key = name[...]
        while key.count > 2, ["C-", "M-", "S-"].contains(key.prefix(2)) { key = key.dropFirst(2) }
        guard key.count == 1 || Self.names.contains(String(key)) else { return nil }
        self.name = name
    }

    /// Whether it is Escape, with which other keys begin.
    public var isEscape: Bool { name.hasSuffix("Escape") || name.hasSuffix("C-[") }
}

/// What a row of the screen must be like for a session script to go on.
public struct ScriptWait: Sendable, Equatable {
    /// The condition as the script has it: `/EXPRESSION/`, a line with a pattern as output has them, or text that must
    /// stand somewhere in the row.
    public let text: String
    /// The whole screen as the condition wants it.
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
            // Told of as it was written.
            _ = try patterns.pattern(of: source + " (re)")
            return .expression(".*?(?:\(source)).*")
        }
        let pattern = try patterns.pattern(of: text)
        guard case .literal = pattern else { return pattern }
        return .parts([.anyCharacters, .text(Array(text)), .anyCharacters])
    }
}

/// The days and minutes that a clock may have shown while a script ran on a terminal, which has the machine’s clock.
struct ShownMoments {
    private var texts: Set<String> = []

    /// None: where the script itself sets the clock.
    init() {}

    /// Those between two points in time, both included.
    init(from start: Timestamp, to end: Timestamp, in timeZone: String) {
        guard let zone = Zone(identifier: timeZone) else { return }
        let minutes = stride(from: start.seconds, to: end.seconds, by: 60) + [end.seconds]
        for time in minutes.map({ CivilTime(Timestamp(seconds: $0), in: zone) }) {
            texts.formUnion([time.date, time.time])
        }
    }

    /// The glob that matches a moment at any other time, too; nil for what is none.
    func glob(for atom: [Character]) -> String? {
        guard texts.contains(String(atom)) else { return nil }
        return String(atom.map { $0.isNumber ? "?" : $0 })
    }
}
