// SPDX-License-Identifier: GPL-3.0-or-later

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
}

extension KeyedLineSource {
    /// The source itself.
    public var keyed: (any KeyedLineSource)? { self }

    /// A source without a terminal has nothing to take.
    public func readSize() {}
}
