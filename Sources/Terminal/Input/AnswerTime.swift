// SPDX-License-Identifier: GPL-3.0-or-later

/// How long a terminal takes to answer: over a slow line it is long.
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

    /// For how much longer an answer is worth waiting for that comes within `patience`, if at all; zero where none is to
    /// come.
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

    /// Nobody waits for the answer any more; as far as is known it took until now.
    mutating func giveUp(at time: Duration) { answer(at: time) }

    /// How long it takes at best, as far as is known by now; nil where nothing is known.
    func best(at time: Duration) -> Duration? { quickest ?? asked.map { time - $0 } }
}
