// SPDX-License-Identifier: GPL-3.0-or-later

/// What a session script drives: a shell with a store, a clock and a user of its own, whose output is collected.
///
/// A subject serves one script. Its commands run one after another; several subjects live side by side in a process,
/// so that none may lean on the process's current folder, environment or standard streams.
@MainActor
public protocol ScriptSubject: AnyObject {
    /// The app that is in front, by the name that `switch` takes; nil while the shell is locked.
    var currentApp: String? { get }

    /// Runs one command as if it had been typed, and returns once its output is complete.
    ///
    /// - Parameters:
    ///   - command: the line that was typed.
    ///   - answers: the lines of input, handed out in order whenever the command asks for one. A command that asks for
    ///     more sees the end of input.
    func perform(_ command: String, answers: [String]) async -> ScriptOutcome

    /// Changes the surroundings in mid-script. Never called with a seed or a store.
    ///
    /// - Throws: whatever keeps the setting from being applied; the script then fails at that line, and goes on.
    func apply(_ setting: ScriptSetting) async throws

    /// Starts the program on a terminal of its own, over the data that the shell has, as the user who is logged in.
    ///
    /// Called at most once; no other command follows.
    ///
    /// - Throws: whatever keeps the terminal from opening; the script then fails at that line, and ends.
    func openTerminal() async throws -> any ScriptTerminal

    /// Closes what the shell holds open. Called once, after the last command; the session's folder is removed next.
    func end() async
}

/// Sets up the shells that session scripts drive.
@MainActor
public protocol ScriptShellFactory: AnyObject {
    /// A fresh shell that shares nothing with any other.
    ///
    /// - Parameters:
    ///   - settings: what the script says about the shell; a user named there is registered and logged in already.
    ///   - folder: the absolute path of the session's folder, empty but for the script's fixtures. Paths in commands
    ///     are meant relative to it, and a store on disk belongs into it.
    /// - Throws: whatever keeps the shell from starting; the script then fails without having run.
    func makeSubject(settings: ScriptSettings, folder: String) async throws -> any ScriptSubject
}
