// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// One thing that a macro does.
enum ScriptMacroStep: Equatable {
    /// Run a command, which must end with this status. What it prints is the user’s to read.
    case command(String, answers: [String], status: Int32)
    /// This app must be in front; nil means that the shell is locked.
    case app(String?)
    /// This user must be logged in.
    case user(String)
    /// Write in this language from here on.
    case language(Language)
    /// Draw for this size from here on.
    case size(ScriptSize)

    /// The step as a script has it, without its answers: they may be passwords.
    var text: String {
        switch self {
        case .command(let text, _, _): "$ " + text
        case .app(let app): "@ " + (app ?? "-")
        case .user(let name): "% user " + name
        case .language(let language): "% lang " + language.rawValue
        case .size(let size): "% size \(size.columns)x\(size.rows)"
        }
    }
}
