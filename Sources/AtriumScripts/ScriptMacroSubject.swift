// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumKit
public import Session

/// What a script is performed on for its effect: a program with its own store and its own output.
@MainActor
public protocol ScriptMacroSubject: AnyObject {
    /// The app that is in front, by the name that `switch` takes; nil while nobody is logged in.
    var currentApp: String? { get }
    /// Whoever is logged in, or whose login is locked; nil: nobody.
    var userName: String? { get }

    /// Performs one command as if it had been typed, and returns once its output has been handed over.
    ///
    /// - Parameter answers: The lines of input, handed out in order whenever the command asks for one; whoever is there
    ///   is asked for more.
    /// - Returns: How it went, and whether the program ends with it.
    func perform(_ command: String, answers: [String]) async throws -> (status: ExitStatus, isOver: Bool)

    /// Has everything be written in another language.
    func setLanguage(_ language: Language)
    /// Has everything be drawn for another size.
    func setSize(_ size: ScriptSize)
}
