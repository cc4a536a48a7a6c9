// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal

/// The line that is typed: what stands on it, how it was begun, and where it leads back to.
struct TypedLine {
    /// The line as it is now.
    private(set) var line: EditedLine
    /// What a key has begun it with, such as a command that gives a new name, where nobody has gone on with it.
    private var begun: String?
    /// The letter that was pressed as a key, where nothing else was pressed since.
    var takenLetter: String?
    /// What the app says of the text on it.
    var remark: LocalizedText?
    /// Whether the next line that is shown is another one: then it is no change of this one.
    private var isNext = false
    /// Whether it was performed: the next empty line leads back to where somebody was before they typed.
    private(set) var isOver = false
    /// What was open when it was performed.
    private(set) var opened: Place?

    /// An empty line.
    init(prompt: Prompt = Prompt(text: "")) { line = EditedLine(prompt: prompt) }

    /// Takes the line as it is now.
    ///
    /// - Returns: Whether somebody has typed something.
    mutating func take(_ line: EditedLine) -> Bool {
        let isTyped = line.text != self.line.text && !isNext
        if let begun, isTyped, !line.text.hasSuffix(begun) { self.begun = nil }
        isNext = false
        self.line = line
        return isTyped
    }

    /// The line is performed.
    ///
    /// - Parameter opened: What is open then.
    mutating func perform(opened: Place?) {
        // Nothing more is typed on it.
        line.hint = ""
        (isOver, self.opened) = (true, opened)
        remark = nil
        takenLetter = nil
        isNext = true
    }

    /// The next line has led back, or belongs to something else.
    mutating func endReturn() { isOver = false }

    /// Another line comes next.
    mutating func expectNext() { isNext = true }

    /// Takes off what was typed.
    mutating func clear() { line = EditedLine(prompt: Prompt(text: "")) }

    /// A key begins it.
    mutating func begin(with text: String) { begun = text }

    /// Whether a key has begun it, and nobody has gone on with it.
    var isBegun: Bool { begun.map(line.text.hasSuffix) == true }

    /// Gives up what a key has begun.
    mutating func giveUp() {
        begun = nil
        // That the line is emptied is no typing.
        isNext = true
    }
}
