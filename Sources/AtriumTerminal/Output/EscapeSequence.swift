// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Every escape sequence that is sent to a terminal (ECMA-48, and the private modes of xterm), in one place; `EscapedText` is what others
/// may send of them.
enum EscapeSequence {
    /// Back to the terminal's own colours and attributes.
    static let resetStyle = "\u{1B}[0m"
    /// Erases the screen; the cursor stays.
    static let clearScreen = "\u{1B}[2J"
    /// Erases from the cursor to the end of the screen.
    static let clearBelow = "\u{1B}[J"
    /// Moves the cursor to the top left corner.
    static let home = "\u{1B}[H"
    /// Hides the cursor.
    static let hideCursor = "\u{1B}[?25l"
    /// Shows the cursor.
    static let showCursor = "\u{1B}[?25h"
    /// Remembers the cursor's place and style (DECSC).
    static let saveCursor = "\u{1B}7"
    /// Restores the cursor that `saveCursor` remembered (DECRC).
    static let restoreCursor = "\u{1B}8"
    /// Holds the display back until `endSynchronized`, so that a frame appears at once.
    static let beginSynchronized = "\u{1B}[?2026h"
    /// Shows everything drawn since `beginSynchronized`.
    static let endSynchronized = "\u{1B}[?2026l"
    /// Switches to the screen without scrollback.
    static let enterAlternateScreen = "\u{1B}[?1049h"
    /// Switches back to the normal screen and its content.
    static let leaveAlternateScreen = "\u{1B}[?1049l"
    /// Marks pasted text.
    static let enableBracketedPaste = "\u{1B}[?2004h"
    /// Stops marking pasted text.
    static let disableBracketedPaste = "\u{1B}[?2004l"
    /// Remembers whether the terminal turns the wheel into arrow keys (XTSAVE of alternate scroll, private mode 1007).
    static let saveAlternateScroll = "\u{1B}[?1007s"
    /// Keeps the wheel from becoming arrow keys, which would turn the history.
    static let disableAlternateScroll = "\u{1B}[?1007l"
    /// Gives the wheel back: on, as most terminals have it that know the mode, and then as it was remembered (XTRESTORE).
    static let restoreAlternateScroll = "\u{1B}[?1007h\u{1B}[?1007r"
    /// Reports presses of the mouse and turns of its wheel (private mode 1000), by numbers of any size (SGR, 1006).
    static let enableMouse = "\u{1B}[?1000h\u{1B}[?1006h"
    /// Leaves the mouse to the terminal.
    static let disableMouse = "\u{1B}[?1006l\u{1B}[?1000l"
    /// Distinguishes keys that are sent alike otherwise, such as Ctrl-Enter and Enter (xterm’s modifyOtherKeys, 1, and
    /// kitty’s keyboard protocol, flag 1, beside earlier requests).
    ///
    /// A terminal does the one or the other, or neither; `ExtendedKey` reads both.
    static let enableOtherKeys = "\u{1B}[>4;1m\u{1B}[>1u"
    /// Restores the terminal’s default for keys; harmless if it is in use.
    static let disableOtherKeys = "\u{1B}[<u\u{1B}[>4m"
    /// Asks the terminal how it is (DSR 5), which answers `statusReport`.
    static let askStatus = "\u{1B}[5n"
    /// The answer of a terminal without a malfunction.
    static let statusReport = "\u{1B}[0n"
    /// Marks a prompt, the line behind it, a command’s output and its end with the exit status, between which terminals
    /// move and select (OSC 133, FinalTerm’s semantic prompts).
    static let beginPrompt = "\u{1B}]133;A\u{1B}\\"
    static let endPrompt = "\u{1B}]133;B\u{1B}\\"
    static let beginOutput = "\u{1B}]133;C\u{1B}\\"
    static func endOutput(_ status: Int32) -> String { "\u{1B}]133;D;\(status)\u{1B}\\" }
    /// Asks for the colour behind text (OSC 11).
    static let askBackground = "\u{1B}]11;?\u{1B}\\"
    /// Asks for the terminal’s name and version (XTVERSION).
    static let askName = "\u{1B}[>q"
    /// Asks for the terminal’s attributes (DA1), which say among others whether it draws sixels.
    static let askAttributes = "\u{1B}[c"
    /// Asks whether the terminal knows the private modes for whole frames, colour schemes and sizes (DECRQM).
    static let askModes = "\u{1B}[?2026$p\u{1B}[?2031$p\u{1B}[?2048$p"
    /// Reports the keyboard’s focus (private mode 1004), another colour scheme (2031) and another size (2048).
    static let enableNews = "\u{1B}[?1004h\u{1B}[?2031h\u{1B}[?2048h"
    /// Ends these reports.
    static let disableNews = "\u{1B}[?2048l\u{1B}[?2031l\u{1B}[?1004l"
    /// Takes the whole terminal.
    static let enterScreen = enterAlternateScreen + saveAlternateScroll + disableAlternateScroll + enableNews
    /// Gives the whole terminal back.
    static let leaveScreen =
        disableNews + disableMouse + disableOtherKeys + restoreAlternateScroll + leaveAlternateScreen
    /// Makes a terminal usable again, whatever was on: shown cursor, no style, no paste marks, no held frame.
    static let restoreTerminal = endSynchronized + disableBracketedPaste + resetStyle + showCursor

    /// Remembers the window’s title (XTWINOPS 22).
    static let saveTitle = "\u{1B}[22;2t"
    /// Gives the window the title that was remembered (XTWINOPS 23).
    static let restoreTitle = "\u{1B}[23;2t"

    /// Begins a link for the text that follows (OSC 8).
    static func beginLink(_ address: LinkAddress) -> String { "\u{1B}]8;id=\(address.id);\(address.text)\u{1B}\\" }
    /// Ends a link.
    static let endLink = "\u{1B}]8;;\u{1B}\\"

    /// Moves the cursor to a place, counted from the top left corner as `Point` does.
    static func move(to point: Point) -> String {
        "\u{1B}[\(point.row + 1);\(point.column + 1)H"
    }

    /// Moves the cursor right.
    static func forward(_ columns: Int) -> String {
        columns == 1 ? "\u{1B}[C" : "\u{1B}[\(columns)C"
    }

    /// Selects a style, whatever was selected before.
    ///
    /// With `ColorDepth.none` only attributes are selected.
    static func style(_ style: Style, depth: ColorDepth) -> String {
        var codes = "0"
        if style.attributes.contains(.bold) { codes += ";1" }
        if style.attributes.contains(.dim) { codes += ";2" }
        if style.attributes.contains(.italic) { codes += ";3" }
        if style.attributes.contains(.underline) { codes += ";4" }
        if style.attributes.contains(.reverse) { codes += ";7" }
        if let color = style.foreground { codes += color.selection(base: 30, depth: depth) }
        if let color = style.background { codes += color.selection(base: 40, depth: depth) }
        return "\u{1B}[\(codes)m"
    }
}

extension Color {
    /// The parameters that select the nearest available colour; `base` is 30 for text and 40 for its background.
    fileprivate func selection(base: Int, depth: ColorDepth) -> String {
        switch (depth, self) {
        case (.none, _): return ""
        case (.trueColor, .rgb(let red, let green, let blue)): return ";\(base + 8);2;\(red);\(green);\(blue)"
        case (.ansi16, _):
            let index = Int(nearest16)
            return ";\(index < 8 ? base + index : base + 60 + index - 8)"
        case (_, let color):
            let index = color.nearest256
            return index < 8 ? ";\(base + Int(index))" : ";\(base + 8);5;\(index)"
        }
    }
}

/// Text with escape sequences, all of which come from here: the text between them was made visible.
///
/// ```swift
/// gate.writeFrame(.title("\(place) — \(program)"))
/// ```
public struct EscapedText: Hashable, Sendable {
    /// The text for the terminal, in UTF-8: frames are put together from bytes, and sent as such.
    let bytes: [UInt8]

    /// The text for the terminal.
    public var string: String { String(decoding: bytes, as: UTF8.self) }

    /// Sequences and visible text, put together in this module.
    init(_ string: String) { bytes = Array(string.utf8) }

    /// The same, in UTF-8.
    init(bytes: [UInt8]) { self.bytes = bytes }

    /// A text without sequences.
    public init(_ text: VisibleText) { self.init(text.string) }

    /// Nothing.
    public static let none = EscapedText("")

    /// Whether there is nothing.
    public var isEmpty: Bool { bytes.isEmpty }

    /// The number of bytes.
    package var count: Int { bytes.count }

    /// One text behind the other.
    public static func + (text: EscapedText, more: EscapedText) -> EscapedText {
        EscapedText(bytes: text.bytes + more.bytes)
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
    /// Makes a terminal usable again, whatever was on.
    public static let restoreTerminal = EscapedText(EscapeSequence.restoreTerminal)
    /// The same for one whose whole screen was taken.
    public static let restoreScreen = EscapedText(EscapeSequence.leaveScreen + EscapeSequence.restoreTerminal)
}

// MARK: - Around the screen

extension EscapedText {
    /// Remembers the window’s title.
    public static let saveTitle = EscapedText(EscapeSequence.saveTitle)
    /// Gives the window the title that was remembered.
    public static let restoreTitle = EscapedText(EscapeSequence.restoreTitle)

    /// Gives the window a title (OSC 2).
    public static func title(_ text: VisibleText) -> EscapedText { EscapedText("\u{1B}]2;\(shortened(text))\u{1B}\\") }

    /// Shows a notification on the desktop (OSC 9), which begins with who tells it: numbers alone would mean something
    /// else to some terminals.
    public static func notification(_ text: VisibleText, of program: VisibleText) -> EscapedText {
        EscapedText("\u{1B}]9;\(program.string): \(shortened(text))\u{1B}\\")
    }

    /// Shows a notification on the desktop as rxvt does (OSC 777), where semicolons part title and text.
    public static func rxvtNotification(_ text: VisibleText, of program: VisibleText) -> EscapedText {
        let parts = [program.string, shortened(text)].map { $0.replacing(";", with: ",") }
        return EscapedText("\u{1B}]777;notify;\(parts.joined(separator: ";"))\u{1B}\\")
    }

    /// The part of a text that fits into a title or a notification.
    private static func shortened(_ text: VisibleText) -> String { TextLayout.cut(text.string, to: 200) }

    /// Shows how much of some work is done, from 0 to 1, on the terminal’s tab or in the task bar (OSC 9;4, as ConEmu has it);
    /// `nil` for a part that is not known.
    public static func progress(_ fraction: Double?) -> EscapedText {
        let state = fraction.map { "1;\(Int(max(0, min(1, $0)) * 100))" } ?? "3"
        return EscapedText("\u{1B}]9;4;\(state)\u{1B}\\")
    }

    /// Shows no progress any more.
    public static let progressEnd = EscapedText("\u{1B}]9;4;0\u{1B}\\")

    /// Puts a text onto the clipboard (xterm’s “Manipulate Selection Data”, OSC 52), with every byte of it encoded.
    public static func copy(_ text: String) -> EscapedText {
        EscapedText("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{1B}\\")
    }

    /// Makes tmux pass sequences on to the terminal that it is in (tmux(1), `allow-passthrough`), and understand them
    /// itself if it can.
    public var throughTmux: EscapedText {
        EscapedText(string + "\u{1B}Ptmux;" + string.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\")
    }
}
