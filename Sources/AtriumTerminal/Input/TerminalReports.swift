// SPDX-License-Identifier: GPL-3.0-or-later

import CAtriumReadline

/// A kind of report that a terminal sends on request.
enum TerminalReport: CaseIterable {
    /// Events of the mouse.
    case mouse
    /// Keys that are sent alike otherwise.
    case otherKeys

    fileprivate var enabling: String {
        switch self {
        case .mouse: EscapeSequence.enableMouse
        case .otherKeys: EscapeSequence.enableOtherKeys
        }
    }

    fileprivate var disabling: String {
        switch self {
        case .mouse: EscapeSequence.disableMouse
        case .otherKeys: EscapeSequence.disableOtherKeys
        }
    }
}

/// The reports requested from the terminal while a line is typed on a display, and never at any other time.
@MainActor
struct TerminalReports {
    private var wanted: Set<TerminalReport> = []
    /// The reports that the terminal was asked for.
    private(set) var asked: Set<TerminalReport> = []

    /// Starts or stops a report from the next `apply` on.
    mutating func set(_ report: TerminalReport, _ isOn: Bool) {
        if isOn { wanted.insert(report) } else { wanted.remove(report) }
    }

    /// Whether something is to be reported while a line is typed on a display.
    func isWanted(_ report: TerminalReport) -> Bool { wanted.contains(report) }

    /// The terminal does not know any more what it was asked for.
    mutating func forget() { asked = [] }

    /// Asks the terminal for the reports wanted now.
    ///
    /// - Parameter isTyping: Whether a line is typed on a display.
    mutating func apply(isTyping: Bool, through gate: OutputGate) {
        let now = isTyping ? wanted : []
        let changed = TerminalReport.allCases.filter { now.contains($0) != asked.contains($0) }
        asked = now
        // The terminal’s answers must not be read unseen.
        creadline_read_ahead(isTyping ? 0 : 1)
        let sequence = changed.map { now.contains($0) ? $0.enabling : $0.disabling }.concatenated()
        if !sequence.isEmpty { Array(sequence.utf8).withUnsafeBytes { gate.writeThrough($0) } }
    }
}

/// The terminal’s answers, which come among the keys.
///
/// It is asked only when a line begins on a display and nothing was typed ahead. The next user of the terminal never
/// meets the answer.
extension LineEditor {
    /// The sequence by which Readline knows the answer.
    static let status: (key: KeySequence, action: String) = (.statusReport, "status-report")
    /// The longest wait for an answer before another program gets the terminal.
    private static let patience = Duration.seconds(1)

    /// The time that the terminal takes to answer, as far as known; `nil` if it was not asked.
    public var answerTime: Duration? { answers.best(at: elapsed()) }

    /// Asks the terminal how it is, behind what the line’s display has sent: the answer tells when that has arrived.
    func askTerminal() {
        guard display != nil, answers.isOpen, !hasInput else { return }
        answers.ask(at: elapsed())
        // Terminals answer in the order of the questions, so that the last answer ends the wait for all.
        ask(isIntroduced ? "" : Self.introduction, EscapeSequence.askStatus)
        isIntroduced = true
    }

    /// The questions whose answers stay the same, asked once.
    private static let introduction = [
        EscapeSequence.askBackground, EscapeSequence.askName, EscapeSequence.askAttributes, EscapeSequence.askModes,
    ].concatenated()

    private func ask(_ questions: String...) {
        Array(questions.concatenated().utf8).withUnsafeBytes { gate.writeThrough($0) }
    }

    /// Takes a sequence that is not a key: what it says of the terminal, if anything.
    func takeNews(_ sequence: [UInt8]) {
        isAnswer = true
        guard let news = TerminalNews(sequence) else { return }
        switch news {
        case .schemeChanged: ask(EscapeSequence.askBackground)
        // The system may know no size, as on a serial line.
        case .size(let size): onResize?(TerminalSize.current(descriptor: 0) ?? size)
        case .background, .focus, .name, .attributes, .mode: onNews?(news)
        }
    }

    func takeAnswer() {
        isAnswer = true
        answers.answer(at: elapsed())
    }

    /// Waits for an answer that is still to come, so that no other program reads it as keys.
    func awaitAnswer() {
        guard answers.isWaiting else { return }
        // An answer this late does not come any more: a program that is asked to end ends.
        let left = answers.left(of: Self.patience, at: elapsed())
        input.skip(through: EscapeSequence.statusReport, patience: left, by: elapsed)
        answers.giveUp(at: elapsed())
    }
}

/// The time that a terminal takes to answer: over a slow line it is long.
///
/// An answer may be late for other reasons, such as what the program itself does meanwhile, so of several the quickest
/// counts.
struct AnswerTime {
    /// No more is asked after this many answers, or after one that came within `quick`.
    private static let mostQuestions = 3
    private static let quick = Duration.milliseconds(50)

    private var asked: Duration?
    private var quickest: Duration?
    private var questions = 0

    /// Whether an answer is still to come.
    var isWaiting: Bool { asked != nil }

    /// The time left to wait for an answer that comes within `patience`, if at all; zero if none is expected.
    func left(of patience: Duration, at time: Duration) -> Duration {
        asked.map { max(.zero, $0 + patience - time) } ?? .zero
    }

    /// Whether another answer would tell more.
    var isOpen: Bool { !isWaiting && questions < Self.mostQuestions && (quickest.map { $0 > Self.quick } ?? true) }

    /// The terminal is asked.
    mutating func ask(at time: Duration) {
        asked = time
        questions += 1
    }

    /// The terminal has answered.
    mutating func answer(at time: Duration) {
        guard let asked else { return }
        quickest = min(quickest ?? time - asked, time - asked)
        self.asked = nil
    }

    /// Ends the wait for the answer, which counts as having taken until now.
    mutating func giveUp(at time: Duration) { answer(at: time) }

    /// The shortest time so far; `nil` if nothing is known.
    func best(at time: Duration) -> Duration? { quickest ?? asked.map { time - $0 } }
}

/// The turn to ask, which callers take one after the other.
@MainActor
final class AskingTurns {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Waits until no other caller has it.
    func take() async {
        while isTaken {
            await withCheckedContinuation { waiting.append($0) }
        }
        isTaken = true
    }

    /// Gives it to the next caller.
    func give() {
        isTaken = false
        if !waiting.isEmpty { waiting.removeFirst().resume() }
    }
}
