// SPDX-License-Identifier: GPL-3.0-or-later

/// A source of lines of input.
///
/// One line is asked for at a time: a second call waits for the first. Cancelling the task that waits for a line gives
/// `.interrupted`.
@MainActor
public protocol LineSource: AnyObject {
    /// The answerer of an unexpected question.
    var answerer: Answerer { get }
    /// The source itself if it observes each key, as a `KeyedLineSource` does.
    var keyed: (any KeyedLineSource)? { get }
    /// Whether the user sees the prompts: otherwise none needs to be made.
    var showsPrompts: Bool { get }
    /// Whether remarks on answers are printed; a recording prints only what its replay prints.
    var showsRemarks: Bool { get }
    /// Whether the next line is here, so that the writer of the lines waits for no answer before it.
    var hasLine: Bool { get }

    /// The next line.
    ///
    /// - Parameters:
    ///   - prompt: The prompt before the line, if the user sees prompts.
    ///   - history: The name of the list (of user and app) that the line is recalled from and added to; `nil` for none.
    /// - Throws: `InputFault` for a line that cannot be used.
    func nextLine(_ prompt: Prompt, history: String?) async throws -> LineInput

    /// The next line, which is not echoed and never kept.
    ///
    /// - Throws: `InputFault` for a line that cannot be used.
    func nextSecret(_ prompt: Prompt) async throws -> LineInput

    /// The line that was performed has ended with this exit status.
    func commandDidEnd(_ status: Int32)
}

extension LineSource {
    /// Nil: it is asked for whole lines.
    public var keyed: (any KeyedLineSource)? { nil }
    /// True: the user may see them.
    public var showsPrompts: Bool { true }
    /// True, wherever prompts are shown.
    public var showsRemarks: Bool { showsPrompts }
    /// False: the writer may be waiting for an answer.
    public var hasLine: Bool { false }
    /// Does nothing.
    public func commandDidEnd(_ status: Int32) {}
}

/// The answerer of an unexpected question, such as the one for a password after a login has expired.
public enum Answerer: Sendable {
    /// No answerer: the next line is the next command.
    case absent
    /// A person at a terminal.
    case person
    /// A script, which has the answer ready.
    case script
}

/// The result of asking for a line.
public enum LineInput: Sendable, Equatable {
    /// A line, without its line break.
    case line(String)
    /// There is no more input: end of file, or Ctrl-D on an empty line.
    case end
    /// The line was dropped: Ctrl-C, or the asking task was cancelled.
    case interrupted
    /// A bound key was pressed that the caller has to act on; the line may continue from the draft.
    case key(String, LineDraft)
}

/// A source of lines that are typed at keys which can be bound, on a screen that something else draws.
@MainActor
public protocol KeyedLineSource: LineSource {
    /// The display that shows the line; `nil`: the source itself, at the cursor.
    var display: (any LineDisplay)? { get set }
    /// The start of the next line, which takes it.
    var draft: LineDraft { get set }
    /// Called with the typed text, at latest a second after a key; not for secrets. `nil`: no calls.
    var onTyping: (@MainActor (LineDraft) async -> Void)? { get set }
    /// Called with the typed text of a secret after each key; the result is shown behind the prompt. `nil`: no calls.
    var onSecret: (@MainActor (String) -> String?)? { get set }
    /// How long a line can be recalled: not at all if it may hold a password; `nil` keeps every line without a limit.
    var keeping: (@MainActor (String) -> LineKeeping)? { get set }
    /// Calls `onTyping` at once: it is unknown what comes next.
    func tellOfTyping() async
    /// Called for a bound key; if it is `nil` the line ends as `LineInput.key`.
    var onKey: (@MainActor (String) -> KeyOutcome)? { get set }
    /// Called for an event of the mouse; if it returns a name the line ends as `LineInput.key` of that name.
    var onMouse: (@MainActor (MouseEvent) -> String?)? { get set }
    /// Called before keys are read: the user is there. It may end the line by `leave(by:)`; the keys are then for the
    /// next request.
    var onActivity: (@MainActor () -> Void)? { get set }
    /// Called after keys were read: the user has pressed them, and sees the result. Not called for the terminal's own
    /// reports.
    var onPress: (@MainActor () -> Void)? { get set }
    /// Called with a fact that the terminal has reported about itself while a line is typed on a display.
    var onNews: (@MainActor (TerminalNews) -> Void)? { get set }
    /// Ends the typed line as if a key bound to this action had been pressed; does nothing if no line is typed.
    func leave(by action: String)
    /// Puts text at the start of the typed line; the cursor stays behind the same character.
    ///
    /// Call it while the line is shown. The display is not notified.
    func putFirst(_ text: String)
    /// Inserts text at the cursor; like `moveCursor` and `delete`, call it from within a key’s action.
    func insert(_ text: String)
    /// Moves the cursor to a place, in bytes of UTF-8.
    func moveCursor(to place: Int)
    /// Removes a part of the line, in bytes of UTF-8, which may be yanked back.
    func delete(_ range: Range<Int>)
    /// The typed text of the line that was interrupted last.
    var interrupted: LineDraft { get }
    /// Whether a key waits to be read.
    var hasInput: Bool { get }
    /// Whether one of these characters was typed at once with the key whose action is requested, and follows it.
    func isFollowed(by characters: Set<UInt8>) -> Bool
    /// The time that the terminal takes to answer, as far as known; `nil` if it was not asked.
    var answerTime: Duration? { get }
    /// Binds keys, by the names that `KeySequence` knows, to names of actions, in place of the earlier bindings.
    func bind(_ keys: [(key: KeySequence, action: String)])
    /// Makes the terminal report the mouse while a line is typed on a display, or leaves the mouse to the terminal.
    func setMouse(_ isOn: Bool)
    /// Makes the terminal distinguish keys such as Ctrl-Enter from others while a line is typed on a display.
    func setOtherKeys(_ isOn: Bool)
    /// Reads the size that the terminal has now; a program that was stopped may have missed a change.
    func readSize()
    /// Silences the terminal’s echo while a screen is shown, or restores it for other programs.
    func setQuiet(_ isQuiet: Bool)
    /// Makes the display show the text typed while a command works and nothing is asked.
    func setAhead(_ isOn: Bool)
}

extension KeyedLineSource {
    /// The source itself.
    public var keyed: (any KeyedLineSource)? { self }

    /// A source without a terminal has nothing to take.
    public func readSize() {}

    /// There is no place for a remark.
    public var onSecret: (@MainActor (String) -> String?)? {
        get { nil }
        set {}
    }

    /// Does nothing: a source without a display shows nothing.
    public func setAhead(_ isOn: Bool) {}
}

/// The outcome of a key that was bound by its name.
public enum KeyOutcome: Hashable, Sendable {
    /// It is done; editing continues.
    case done
    /// The caller that asked for the line has to act: the line ends as `LineInput.key`.
    case leave
    /// As `leave`, unless one of these characters follows soon: then it is the first letter of a word.
    case leaveUnless(Set<UInt8>)
    /// It means what it does on a line: a letter goes into it.
    case type
    /// Nothing was to do: Readline cancels what it is doing.
    case abort
}

/// The text before a requested line.
public struct Prompt: Sendable, Hashable {
    /// The text, usually with a blank at its end; sanitised when it is shown.
    public var text: String
    /// The style of the text if there are colours.
    public var style: Style

    /// A prompt of this text and style.
    public init(text: String, style: Style = .plain) {
        self.text = text
        self.style = style
    }
}

/// A reason why a line of input cannot be used.
///
/// The lines after it still can, except after `failed`.
public enum InputFault: Error, Hashable, Sendable {
    /// The line has more bytes than allowed.
    case lineTooLong(line: Int, limit: Int)
    /// The line that was pasted into an editor has more bytes than allowed.
    case pasteTooLong(limit: Int)
    /// The line contains a NUL byte.
    case nul(line: Int)
    /// The line is not UTF-8.
    case invalidUTF8(line: Int)
    /// Reading failed, with the system's error number.
    case failed(errno: Int32)

    /// The number of the line; `nil` if the fault is not about a line.
    public var line: Int? {
        switch self {
        case .lineTooLong(let line, _), .nul(let line), .invalidUTF8(let line): line
        case .pasteTooLong, .failed: nil
        }
    }
}
