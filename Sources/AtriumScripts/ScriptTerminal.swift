// SPDX-License-Identifier: GPL-3.0-or-later

/// A terminal on which a session script’s program runs, as somebody sees it who sits before it.
///
/// It serves one script, whose steps come one after another. What is typed reaches the program as if it came from a
/// keyboard: whoever types before the program asks types ahead. Nothing is typed while an Escape that was pressed last
/// may still be the start of another key.
@MainActor
public protocol ScriptTerminal: AnyObject {
    /// Types a line and presses Enter.
    ///
    /// - Parameter isCommand: whether the script means it as a command, and not as an answer.
    func enter(_ line: String, isCommand: Bool) async throws

    /// Types text as it is.
    func type(_ text: String) async throws

    /// Presses keys in order, all at once: an Escape before others is Alt where the program takes it so.
    func press(_ keys: [ScriptKey]) async throws

    /// Gives the terminal another size, of which the program hears.
    func resize(to size: ScriptSize) async throws

    /// What can be seen: the rows from the top without blanks at their ends, and without empty rows at the end.
    ///
    /// - Parameters:
    ///   - seconds: how long to wait at most for a screen that is right.
    ///   - isRight: whether a screen is what the script waits for.
    /// - Returns: the first screen that is right; the last one if none was in time.
    func screen(within seconds: Int, until isRight: ([String]) -> Bool) async throws -> [String]

    /// Ends the program, if it still runs, and the terminal. Called once.
    func end() async
}
