// SPDX-License-Identifier: GPL-3.0-or-later

/// The terminal’s answers, which come among the keys.
///
/// It is asked only when a line begins on a display and nothing was typed ahead. Whoever has the terminal next never
/// meets the answer.
extension LineEditor {
    /// What Readline knows the answer by.
    static let status: (key: KeySequence, action: String) = (.statusReport, "status-report")
    /// How long an answer is waited for when somebody else gets the terminal.
    private static let patience = Duration.seconds(1)

    /// How long the terminal takes to answer, as far as is known by now; nil where it was not asked.
    public var answerTime: Duration? { answers.best(at: elapsed()) }

    /// Asks the terminal how it is, behind what the line’s display has sent: the answer tells when that has arrived.
    func askTerminal() {
        guard display != nil, answers.isOpen, !hasInput else { return }
        answers.ask(at: elapsed())
        Array(EscapeSequence.askStatus.utf8).withUnsafeBytes { gate.writeThrough($0) }
    }

    func takeAnswer() {
        isAnswer = true
        answers.answer(at: elapsed())
    }

    /// Waits for an answer that is still to come, lest somebody else reads it as keys.
    func awaitAnswer() {
        guard answers.isWaiting else { return }
        // One that has not come for so long does not come any more: a program that is told to end ends.
        let left = answers.left(of: Self.patience, at: elapsed())
        input.skip(through: EscapeSequence.statusReport, patience: left, by: elapsed)
        answers.giveUp(at: elapsed())
    }
}
