// SPDX-License-Identifier: GPL-3.0-or-later

/// A file or a folder as somebody types it: `~` is the home folder, and what does not begin with `/` starts from the
/// working folder.
///
/// `CommandContext` says where it is: `path(of:)` for what is read, `writablePath(of:)` for what is written.
public struct FileReference: CommandValue, Hashable {
    /// As it was typed.
    public let word: String

    /// The file of a name.
    public init(_ name: String) { word = name }

    /// The word as it is.
    public init(_ word: CommandWord, of name: String) { self.word = word.text }
}
