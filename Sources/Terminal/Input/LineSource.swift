// SPDX-License-Identifier: GPL-3.0-or-later

/// Where lines of input come from.
///
/// One line is asked for at a time: a second call waits for the first. Cancelling the task that waits for a line gives
/// `.interrupted`.
@MainActor
public protocol LineSource: AnyObject {
    /// Who answers when something is asked that nobody expected.
    var answerer: Answerer { get }
    /// The source itself where it hears of each key, as a `KeyedLineSource` says of itself.
    var keyed: (any KeyedLineSource)? { get }
    /// Whether somebody sees what is asked: otherwise no prompt needs to be made.
    var showsPrompts: Bool { get }
    /// Whether the next line is here, so that whoever writes the lines waits for no answer before it.
    var hasLine: Bool { get }

    /// The next line.
    ///
    /// - Parameters:
    ///   - prompt: What is shown before the line, if somebody looks.
    ///   - history: The name of the list (of user and app) that the line is recalled from and added to; `nil` for none.
    /// - Throws: `InputFault` for a line that cannot be used.
    func nextLine(_ prompt: Prompt, history: String?) async throws -> LineInput

    /// The next line, which is not echoed and never kept.
    ///
    /// - Throws: `InputFault` for a line that cannot be used.
    func nextSecret(_ prompt: Prompt) async throws -> LineInput
}

extension LineSource {
    /// Nil: it is asked for whole lines.
    public var keyed: (any KeyedLineSource)? { nil }
    /// True: somebody may see them.
    public var showsPrompts: Bool { true }
    /// False: somebody may be waiting for an answer.
    public var hasLine: Bool { false }
}

/// Who is there to answer a question that nobody expected, such as the one for a password after a login has expired.
public enum Answerer: Sendable {
    /// Nobody: the next line is the next command.
    case nobody
    /// A person at a terminal.
    case person
    /// A script, which has the answer ready.
    case script
}

/// What came of asking for a line.
public enum LineInput: Sendable, Equatable {
    /// A line, without its line break.
    case line(String)
    /// There is no more input: end of file, or Ctrl-D on an empty line.
    case end
    /// The line was dropped: Ctrl-C, or the asking task was cancelled.
    case interrupted
    /// A bound key was pressed that whoever asked has to act on; the line may go on from the draft.
    case key(String, LineDraft)
}
