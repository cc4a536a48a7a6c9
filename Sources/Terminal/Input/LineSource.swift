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

/// A source of lines that are typed at keys which can be bound, on a screen that something else draws.
@MainActor
public protocol KeyedLineSource: LineSource {
    /// What shows the line; nil: the source itself, at the cursor.
    var display: (any LineDisplay)? { get set }
    /// What the next line starts as; taken by it.
    var draft: LineDraft { get set }
    /// Hears of what has been typed, at latest a second after a key; not of secrets. Nil: nobody does.
    var onTyping: (@MainActor (LineDraft) async -> Void)? { get set }
    /// For how long a line can be recalled, which one that may hold a password cannot; nil: each for good.
    var keeping: (@MainActor (String) -> LineKeeping)? { get set }
    /// Tells `onTyping` at once: nobody knows what comes next.
    func tellOfTyping() async
    /// Called for a bound key; where nobody listens the line ends as `LineInput.key`.
    var onKey: (@MainActor (String) -> KeyOutcome)? { get set }
    /// Called for what somebody does with the mouse; by the name it returns the line ends as `LineInput.key`.
    var onMouse: (@MainActor (MouseEvent) -> String?)? { get set }
    /// Called before keys are read: somebody is there. It may end the line by `leave(by:)`; the keys are then for what
    /// is asked next.
    var onActivity: (@MainActor () -> Void)? { get set }
    /// Called after keys were read: somebody has pressed them, and sees what comes of it. Not for what the terminal says
    /// of itself.
    var onPress: (@MainActor () -> Void)? { get set }
    /// Ends the line that is typed as if a key bound to this action had been pressed; does nothing where none is.
    func leave(by action: String)
    /// Puts text at the start of the line that is typed; the cursor stays behind what it stood behind.
    ///
    /// To be called while the line is shown. The display is not told: it knows.
    func putFirst(_ text: String)
    /// Puts text where the cursor stands; as `moveCursor` and `delete`, to be called from within a key’s action.
    func insert(_ text: String)
    /// Moves the cursor to a place, in bytes of UTF-8.
    func moveCursor(to place: Int)
    /// Takes a part of the line away, in bytes of UTF-8, which may be yanked back.
    func delete(_ range: Range<Int>)
    /// What had been typed of the line that was interrupted last.
    var interrupted: LineDraft { get }
    /// Whether a key waits to be read.
    var hasInput: Bool { get }
    /// Whether one of these characters was typed at once with the key whose action is asked for, and stands behind it.
    func isFollowed(by characters: Set<UInt8>) -> Bool
    /// How long the terminal takes to answer, as far as is known by now; nil where it was not asked.
    var answerTime: Duration? { get }
    /// Binds keys, by the names that `KeySequence` knows, to names of actions; what was bound before is not any more.
    func bind(_ keys: [(key: KeySequence, action: String)])
    /// Has the mouse reported while a line is typed on a display, or leaves it to the terminal.
    func setMouse(_ isOn: Bool)
    /// Has keys such as Ctrl-Enter told from others while a line is typed on a display, where the terminal can.
    func setOtherKeys(_ isOn: Bool)
    /// Takes the size that the terminal has now, of which a program that was stopped may not have heard.
    func readSize()
    /// Silences the terminal’s echo while a screen is shown, or lets other programs have it as it was.
    func setQuiet(_ isQuiet: Bool)
    /// Has the display show what is typed while nothing is asked, as long as a command works.
    func setAhead(_ isOn: Bool)
}

extension KeyedLineSource {
    /// The source itself.
    public var keyed: (any KeyedLineSource)? { self }

    /// A source without a terminal has nothing to take.
    public func readSize() {}

    /// What has no display shows nothing.
    public func setAhead(_ isOn: Bool) {}
}

/// What becomes of a key that was bound by its name.
public enum KeyOutcome: Hashable, Sendable {
    /// It is done; editing goes on.
    case done
    /// Whoever asked for the line has to act: the line ends as `LineInput.key`.
    case leave
    /// As `leave`, unless one of these characters follows soon: then it is the first letter of a word.
    case leaveUnless(Set<UInt8>)
    /// It means what it does on a line: a letter goes into it.
    case type
    /// Nothing was to do: Readline cancels what it is doing.
    case abort
}

/// What stands before a line that is asked for.
public struct Prompt: Sendable, Hashable {
    /// The text, usually with a blank at its end; sanitised when it is shown.
    public var text: String
    /// How it is drawn where there are colours.
    public var style: Style

    /// Makes a prompt.
    public init(text: String, style: Style = .plain) {
        self.text = text
        self.style = style
    }
}

/// Why a line of input cannot be used.
///
/// The lines after it still can, except after `failed`.
public enum InputFault: Error, Hashable, Sendable {
    /// The line has more bytes than allowed.
    case lineTooLong(line: Int, limit: Int)
    /// The line contains a NUL byte.
    case nul(line: Int)
    /// The line is not UTF-8.
    case invalidUTF8(line: Int)
    /// Reading failed, with the system's error number.
    case failed(errno: Int32)

    /// Which line it is; nil where it is no line.
    public var line: Int? {
        switch self {
        case .lineTooLong(let line, _), .nul(let line), .invalidUTF8(let line): line
        case .failed: nil
        }
    }
}
