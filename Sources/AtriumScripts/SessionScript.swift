// SPDX-License-Identifier: GPL-3.0-or-later

/// A session script: what a user would type, and what must come out.
///
/// The value says what the text says, in order, and where in the text it stands. It knows no shell; a
/// ``ScriptSubject`` gives it one.
public struct SessionScript: Sendable, Equatable {
    /// What the shell is set up with before the first step.
    public let settings: ScriptSettings
    /// Commands, checks and later settings, in the order of the text.
    public let steps: [ScriptStep]
    /// The files that lie in the session's folder when it starts.
    public let fixtures: [ScriptFixture]
    /// The lines, counted from 1, that name a setting for the first time.
    let settingLines: [ScriptSettingName: Int]
}

extension SessionScript {
    /// The script as a guest performs it, where nobody can log in: without users, without the check that nobody is logged
    /// in, and without the commands that have none of these names.
    package func forGuest(knowing names: Set<String>) -> SessionScript {
        var settings = settings
        settings.user = nil
        let steps = steps.filter { step in
            switch step {
            case .command(let command): names.contains(String(command.text.prefix { $0 != " " }))
            case .check(_, let app): app != nil
            case .setting(_, .user): false
            case .setting, .terminal: true
            }
        }
        return SessionScript(settings: settings, steps: steps, fixtures: fixtures, settingLines: settingLines)
    }
}

/// A file that a session script carries with it.
public struct ScriptFixture: Sendable, Equatable {
    /// The line of the text that names the file, counted from 1.
    public let line: Int
    /// Its path below the session's folder: relative, without `.` and `..`, with `/` between folders.
    public let name: String
    /// Its bytes exactly as they stand in the script, the last newline included if there is one.
    public let bytes: [UInt8]
}
