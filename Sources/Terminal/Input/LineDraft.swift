// SPDX-License-Identifier: GPL-3.0-or-later

/// A line that somebody began to type and will go on with.
public struct LineDraft: Hashable, Sendable {
    /// What has been typed.
    public var text: String
    /// Where the cursor stands, in bytes of UTF-8.
    public var cursor: Int

    /// A line of this text, with the cursor behind it unless told otherwise.
    public init(_ text: String = "", cursor: Int? = nil) {
        self.text = text
        self.cursor = cursor ?? text.utf8.count
    }
}
