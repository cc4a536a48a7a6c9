// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Text with escape sequences, all of which come from here: what stands between them was made visible.
///
/// ```swift
/// gate.writeFrame(.title("\(place) — \(program)"))
/// ```
public struct EscapedText: Hashable, Sendable {
    /// What is sent to the terminal.
    public let string: String

    /// Sequences and visible text, put together in this module.
    init(_ string: String) { self.string = string }

    /// A text without sequences.
    public init(_ text: VisibleText) { string = text.string }

    /// Nothing.
    public static let none = EscapedText("")

    /// Whether there is nothing.
    public var isEmpty: Bool { string.isEmpty }

    /// One text behind the other.
    public static func + (text: EscapedText, more: EscapedText) -> EscapedText {
        EscapedText(text.string + more.string)
    }
}

// MARK: - The terminal

extension EscapedText {
    /// Erases the screen, and begins at its top.
    public static let clearScreen = EscapedText(EscapeSequence.clearScreen + EscapeSequence.home)
    /// Takes the whole terminal.
    public static let enterScreen = EscapedText(EscapeSequence.enterScreen)
    /// Gives the whole terminal back, with its own style and its cursor.
    public static let leaveScreen = EscapedText(
        EscapeSequence.resetStyle + EscapeSequence.showCursor + EscapeSequence.leaveScreen)
    /// What makes a terminal usable again, whatever was on.
    public static let restoreTerminal = EscapedText(EscapeSequence.restoreTerminal)
    /// The same for one whose whole screen was taken.
    public static let restoreScreen = EscapedText(EscapeSequence.leaveScreen + EscapeSequence.restoreTerminal)
}

// MARK: - What stands around it

extension EscapedText {
    /// Remembers the window’s title.
    public static let saveTitle = EscapedText(EscapeSequence.saveTitle)
    /// Gives the window the title that was remembered.
    public static let restoreTitle = EscapedText(EscapeSequence.restoreTitle)

    /// Gives the window a title (OSC 2).
    public static func title(_ text: VisibleText) -> EscapedText { EscapedText("\u{1B}]2;\(told(text))\u{1B}\\") }

    /// Shows a notification on the desktop (OSC 9), which begins with who tells it: numbers alone would mean something
    /// else to some terminals.
    public static func notification(_ text: VisibleText, of program: VisibleText) -> EscapedText {
        EscapedText("\u{1B}]9;\(program.string): \(told(text))\u{1B}\\")
    }

    /// Shows a notification on the desktop as rxvt does (OSC 777), where semicolons part title and text.
    public static func rxvtNotification(_ text: VisibleText, of program: VisibleText) -> EscapedText {
        let parts = [program.string, told(text)].map { $0.replacing(";", with: ",") }
        return EscapedText("\u{1B}]777;notify;\(parts.joined(separator: ";"))\u{1B}\\")
    }

    /// What fits into a title or a notification.
    private static func told(_ text: VisibleText) -> String { TextLayout.cut(text.string, to: 200) }

    /// Puts a text onto the clipboard (xterm’s “Manipulate Selection Data”, OSC 52), in which no byte of it stands as it
    /// is.
    public static func copy(_ text: String) -> EscapedText {
        EscapedText("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{1B}\\")
    }

    /// Has tmux hand sequences on to the terminal that it is in (tmux(1), `allow-passthrough`), and understand them itself
    /// where it does.
    public var throughTmux: EscapedText {
        EscapedText(string + "\u{1B}Ptmux;" + string.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\")
    }
}
