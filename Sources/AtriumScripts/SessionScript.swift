// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSession

/// A session script: a user's input and the expected output.
///
/// The value contains the parts of the text in order, with their lines. It is independent of a shell; a
/// ``ScriptSubject`` provides one.
public struct SessionScript: Sendable, Equatable {
    /// The settings of the shell before the first step.
    public let settings: ScriptSettings
    /// Commands, checks and later settings, in the order of the text.
    public let steps: [ScriptStep]
    /// The files in the session's folder at its start.
    public let fixtures: [ScriptFixture]
    /// The lines, counted from 1, that name a setting for the first time.
    let settingLines: [ScriptSettingName: Int]
}

extension SessionScript {
    /// The script for a guest, who cannot log in: without users, without the check that no user is logged
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

/// A file that a session script includes.
public struct ScriptFixture: Sendable, Equatable {
    /// The line of the text that names the file, counted from 1.
    public let line: Int
    /// Its path below the session's folder: relative, without `.` and `..`, with `/` between folders.
    public let name: String
    /// Its bytes exactly as in the script, including the last newline if there is one.
    public let bytes: [UInt8]
}

extension SessionScript {
    /// Returns the description of the format: paragraphs, and tables of input.
    ///
    /// - Parameter program: The command that runs, records and tests scripts.
    public static func description(for program: String) -> LocalizedText {
        // Composed when read: every start creates the topic, and few users read it.
        LocalizedText("topic") { language in
            let kinds = language.list(PlaceholderKind.allCases.map(\.rawValue))
            return Strings.topic(kinds: kinds, program: program).string(in: language)
        }
    }

    /// A line that says where the description is, for the help of a shell that has it as a topic.
    public static var descriptionHint: LocalizedText { Strings.topicHint }
}

/// One step of a session script after its start.
public enum ScriptStep: Sendable, Equatable {
    /// Run a command and compare its output.
    case command(ScriptCommand)
    /// This must be the current app; `nil` means that the shell is locked. `line` counts from 1.
    case check(line: Int, app: String?)
    /// Change the environment. `line` counts from 1.
    case setting(line: Int, ScriptSetting)
    /// Perform or check something on the script’s terminal. `line` counts from 1.
    case terminal(line: Int, ScriptTerminalStep)

    /// The line of the text on which the step starts, counted from 1.
    public var line: Int {
        switch self {
        case .command(let command): command.line
        case .check(let line, _), .setting(let line, _), .terminal(let line, _): line
        }
    }
}

/// A command of a session script with its answers and expectations.
public struct ScriptCommand: Sendable, Equatable {
    /// The line of the text that contains the command, counted from 1.
    public let line: Int
    /// The command as a user would type it.
    public let text: String
    /// The lines of input for the command's questions.
    public internal(set) var answers: [String] = []
    /// The expected standard output.
    public internal(set) var output: [ExpectedLine] = []
    /// The expected standard error.
    public internal(set) var errorOutput: [ExpectedLine] = []
    /// The status that the script names; `nil` if it names none, which means 0.
    public internal(set) var status: Int32?
    /// The line of the text that names the status, counted from 1.
    var statusLine: Int?
    /// The lines of the text that contain the answers, counted from 1.
    var answerLines: [Int] = []
}

/// The lines of a script's bytes, as ranges, so that a rewrite can keep every other byte.
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
