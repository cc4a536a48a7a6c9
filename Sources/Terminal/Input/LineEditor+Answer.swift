// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

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
        let end = elapsed() + Self.patience
        var read: [UInt8] = []
        while elapsed() < end {
            var wait = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
            let left = (end - elapsed()).components
            let milliseconds = Int32(left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000)
            guard poll(&wait, 1, max(0, milliseconds)) > 0, wait.revents & Int16(POLLIN) != 0 else { break }
            var byte: UInt8 = 0
            guard Glibc.read(0, &byte, 1) == 1 else { break }
            read.append(byte)
            if read.ends(with: EscapeSequence.statusReport) { break }
        }
        answers.giveUp(at: elapsed())
    }
}

extension [UInt8] {
    /// Whether a text is at the end of the bytes.
    fileprivate func ends(with text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
