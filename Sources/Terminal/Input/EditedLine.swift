// SPDX-License-Identifier: GPL-3.0-or-later

/// A line while it is typed, as a display shows it.
public struct EditedLine: Hashable, Sendable {
    /// What stands before it: the prompt, or what Readline says of a search or a count.
    public var prompt: Prompt
    /// What has been typed, as it is: control characters are the display’s to make visible.
    public var text: String
    /// Where the cursor stands, in bytes of UTF-8.
    public var cursor: Int
    /// The part that is marked, in bytes of UTF-8; nil where nothing is.
    public var marked: Range<Int>?
    /// How a line of the history goes on from here, for showing behind it; empty where none does.
    public var hint = ""

    /// A line with these facts.
    public init(prompt: Prompt, text: String = "", cursor: Int = 0, marked: Range<Int>? = nil) {
        self.prompt = prompt
        self.text = text
        self.cursor = cursor
        self.marked = marked
    }
}
