// SPDX-License-Identifier: GPL-3.0-or-later

/// Shows the line that is typed, in place of the lines’ own editor, for instance as a part of a full screen.
///
/// All calls are on the main actor, and none comes from within another.
@MainActor
public protocol LineDisplay: AnyObject {
    /// Shows the line; called whenever it has changed, once for many keys that come at once.
    func show(_ line: EditedLine)
    /// Shows candidates for the word before the cursor.
    ///
    /// - Parameter choose: Puts one of them into the line; to be called from within a key’s action, and only while the
    ///   line is as it was when they came.
    func list(_ candidates: [Completion], choose: @escaping @MainActor (Completion) -> Void)
    /// Goes on to the next of the candidates that are shown, as TAB does; false where none are: they are looked for.
    func nextCandidate() -> Bool
}
