// SPDX-License-Identifier: GPL-3.0-or-later

/// Shows the line that is typed, in place of the lines’ own editor, for instance as a part of a full screen.
///
/// All calls are on the main actor, and none comes from within another.
@MainActor
public protocol LineDisplay: AnyObject {
    /// Shows the line; called whenever it has changed, once for many keys that come at once.
    func show(_ line: EditedLine)
    /// Shows candidates for the word before the cursor.
    func list(_ candidates: [Completion])
}
