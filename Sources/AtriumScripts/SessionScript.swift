// SPDX-License-Identifier: GPL-3.0-or-later

public import Session

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

extension SessionScript {
    /// What there is to know of the format: paragraphs, and tables of what is typed.
    ///
    /// - Parameter program: The command that runs, records and tests scripts.
    public static func description(for program: String) -> LocalizedText {
        // Put together when it is read: a start makes the topic, and hardly anybody asks for it.
        LocalizedText("topic") { language in
            let kinds = PlaceholderKind.allCases.map(\.rawValue).joined(separator: ", ")
            return Strings.topic(kinds: kinds, program: program).string(in: language)
        }
    }

    /// One line on where the description is found, for the help of a shell whose topic it is.
    public static var descriptionHint: LocalizedText { Strings.topicHint }
}

/// One step of a session script after its start.
public enum ScriptStep: Sendable, Equatable {
    /// Run a command and look at what comes out.
    case command(ScriptCommand)
    /// This must be the current app; nil means that the shell is locked. `line` counts from 1.
    case check(line: Int, app: String?)
    /// Change the surroundings. `line` counts from 1.
    case setting(line: Int, ScriptSetting)
    /// Do or look at something on the script’s terminal. `line` counts from 1.
    case terminal(line: Int, ScriptTerminalStep)

    /// The line of the text on which the step starts, counted from 1.
    public var line: Int {
        switch self {
        case .command(let command): command.line
        case .check(let line, _), .setting(let line, _), .terminal(let line, _): line
        }
    }
}

/// A command of a session script with everything that the script says about it.
public struct ScriptCommand: Sendable, Equatable {
    /// The line of the text that holds the command, counted from 1.
    public let line: Int
    /// The command as a user would type it.
    public let text: String
    /// The lines of input for whatever the command asks.
    public internal(set) var answers: [String] = []
    /// What must come out on standard output.
    public internal(set) var output: [ExpectedLine] = []
    /// What must come out on standard error.
    public internal(set) var errorOutput: [ExpectedLine] = []
    /// The status that the script names; nil where it says nothing, which means 0.
    public internal(set) var status: Int32?
    /// The line of the text that names the status, counted from 1.
    var statusLine: Int?
    /// The lines of the text that hold the answers, counted from 1.
    var answerLines: [Int] = []
}

/// The lines of a script's bytes, as ranges, so that a rewrite can leave every other byte alone.
struct SourceLines {
    /// A line without its end, and with it.
    struct Line: Equatable {
        let content: Range<Int>
        let whole: Range<Int>
    }

    /// The lines in order.
    ///
    /// A newline at the very end opens no further line.
    let lines: [Line]

    /// Splits at LF; a CR before it, or before the end of the bytes, belongs to the line's end.
    init(of bytes: [UInt8]) {
        var lines: [Line] = []
        var start = 0
        while start < bytes.count {
            let newline = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
            let next = newline.map { $0 + 1 } ?? bytes.count
            var end = newline ?? bytes.count
            if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
            lines.append(Line(content: start..<end, whole: start..<next))
            start = next
        }
        self.lines = lines
    }
}
