// SPDX-License-Identifier: GPL-3.0-or-later

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
