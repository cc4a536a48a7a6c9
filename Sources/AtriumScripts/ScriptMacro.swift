// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumKit
public import AtriumSession
import AtriumTerminal

/// A session script that is performed for its effect on a program’s own store.
///
/// Expected output is not compared, expected statuses are: the macro stops at the first command that ends otherwise;
/// earlier effects remain. `% lang` and `% size` are applied, `% user` and `@` are checked, `% render`
/// is ignored; every other setting belongs to a test environment and is refused, as are files in the tail.
///
/// ```swift
/// let macro = try ScriptMacro(path: "morning.session", variables: ["TITLE": "Milk"])
/// try await macro.perform(on: subject)
/// ```
@MainActor
public struct ScriptMacro {
    private let path: String
    /// The steps with their lines, counted from 1; settings before the first step have none.
    private let steps: [(line: Int?, step: ScriptMacroStep)]

    /// Reads the file and fills in the variables; performs nothing.
    ///
    /// - Parameters:
    ///   - path: The script’s file, as it is named in faults.
    ///   - variables: A value for each `{NAME}` of the script’s commands and answers.
    /// - Throws: Every case of ``ScriptRunFault`` that says that nothing was performed.
    public init(path: String, variables: [String: String] = [:]) throws(ScriptRunFault) {
        guard let bytes = ScriptFiles.bytes(of: path) else { throw .unreadable(path: path) }
        let script: SessionScript
        do { script = try SessionScriptParser().parse(bytes) } catch { throw .syntax(path: path, error) }
        try self.init(script, path: path, variables: variables)
    }

    init(_ script: SessionScript, path: String, variables: [String: String]) throws(ScriptRunFault) {
        self.path = path
        if let file = script.fixtures.first { throw .files(path: path, line: file.line) }
        for (name, value) in variables.sorted(by: { $0.key < $1.key })
        where value.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            throw .variableUnusable(name: name)
        }
        var variables = ScriptVariables(variables)
        var steps: [(line: Int?, step: ScriptMacroStep)] = try Self.start(script, path: path).map { (nil, $0) }
        var bound: Set<String> = []
        for step in script.steps {
            if case .command(let command) = step {
                for text in [command.text] + command.answers {
                    guard let name = BoundText(text).names.first(where: bound.contains) else { continue }
                    throw .boundValue(path: path, line: command.line, name: name)
                }
                bound.formUnion((command.output + command.errorOutput).flatMap(\.pattern.placeholders))
            }
            if let macro = try Self.step(step, path: path, &variables) { steps.append((step.line, macro)) }
        }
        if let name = variables.unused.first { throw .variableUnused(name: name) }
        self.steps = steps
    }

    /// The steps that ``perform(on:)`` would perform: a line for each, without answers.
    public var outline: [String] {
        steps.map { RevealedText.of(path) + ($0.line.map { ":\($0)" } ?? "") + ": " + RevealedText.of($0.step.text) }
    }

    /// Performs the steps in order; the subject writes their output.
    ///
    /// - Throws: ``ScriptRunFault`` with the line at which it stopped, and the subject’s errors.
    public func perform(on subject: any ScriptMacroSubject) async throws {
        for (index, (line, step)) in steps.enumerated() {
            let place = line ?? 1
            switch step {
            case .command(let text, let answers, let expected):
                let (status, isOver) = try await subject.perform(text, answers: answers)
                guard status.rawValue == expected else {
                    throw ScriptRunFault.stopped(path: path, line: place, status: status)
                }
                if isOver, index + 1 < steps.count {
                    throw ScriptRunFault.left(path: path, line: steps[index + 1].line ?? place)
                }
            case .app(let expected):
                let actual = subject.currentApp
                guard actual == expected else {
                    throw ScriptRunFault.otherApp(path: path, line: place, expected: expected, actual: actual)
                }
            case .user(let name):
                guard subject.userName == name else {
                    throw ScriptRunFault.otherUser(path: path, line: line, name: name)
                }
            case .language(let language): subject.setLanguage(language)
            case .size(let size): subject.setSize(size)
            }
        }
    }
}

extension ScriptMacro {
    /// The steps for the settings at the top.
    private static func start(
        _ script: SessionScript, path: String
    ) throws(ScriptRunFault) -> [ScriptMacroStep] {
        for (name, line) in script.settingLines.sorted(by: { $0.value < $1.value }) {
            switch name {
            case .clock, .timezone, .seed, .store, .apps, .pty, .deadline, .key, .type, .wait, .resize, .screen:
                throw .setting(path: path, line: line, name)
            case .lang, .size, .user, .render: break
            }
        }
        var steps: [ScriptMacroStep] = []
        let (settings, plain) = (script.settings, ScriptSettings())
        if let user = settings.user { steps.append(.user(user)) }
        // A later setting is a step of its own and does not change its start value.
        if settings.language != plain.language { steps.append(.language(settings.language)) }
        if settings.size != plain.size { steps.append(.size(settings.size)) }
        return steps
    }

    private static func step(
        _ step: ScriptStep, path: String, _ variables: inout ScriptVariables
    ) throws(ScriptRunFault) -> ScriptMacroStep? {
        switch step {
        case .command(let command):
            var missing: String?
            let text = variables.fill(command.text, missing: &missing)
            var answers: [String] = []
            for answer in command.answers { answers.append(variables.fill(answer, missing: &missing)) }
            if let missing { throw .variableMissing(path: path, line: command.line, name: missing) }
            return .command(text, answers: answers, status: command.status ?? 0)
        case .check(_, let app): return .app(app)
        case .setting(let line, let setting):
            switch setting {
            case .language(let language): return .language(language)
            case .size(let size): return .size(size)
            case .user(let name): return .user(name)
            case .render: return nil
            case .clock, .clockMoved, .timeZone, .seed, .store, .apps:
                throw .setting(path: path, line: line, setting.name)
            }
        case .terminal(let line, _): throw .setting(path: path, line: line, .pty)
        }
    }
}

/// A step of a macro.
enum ScriptMacroStep: Equatable {
    /// Run a command, which must end with this status. Its output is for the user.
    case command(String, answers: [String], status: Int32)
    /// This app must be in front; `nil` means that the shell is locked.
    case app(String?)
    /// This user must be logged in.
    case user(String)
    /// Use this language from this step on.
    case language(Language)
    /// Draw for this size from this step on.
    case size(ScriptSize)

    /// The step as written in a script, without its answers, which may be passwords.
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

/// A program with its own store and output, on which a script is performed for its effect.
@MainActor
public protocol ScriptMacroSubject: AnyObject {
    /// The app in front, by the name that `switch` takes; `nil` while no user is logged in.
    var currentApp: String? { get }
    /// The user who is logged in or whose login is locked; `nil` if there is none.
    var userName: String? { get }

    /// Performs one command as if it had been typed, and returns once its output has been passed on.
    ///
    /// - Parameters:
    ///   - command: The line of the command.
    ///   - answers: The lines of input, used in order whenever the command asks for one; the user is asked for further
    ///     lines.
    /// - Returns: The command’s status, and whether the program ends with the command.
    func perform(_ command: String, answers: [String]) async throws -> (status: ExitStatus, isOver: Bool)

    /// Sets the language of all output.
    func setLanguage(_ language: Language)
    /// Sets the size for which everything is drawn.
    func setSize(_ size: ScriptSize)
}

/// The reasons for not performing a session script on the real store, or not to its end.
public enum ScriptRunFault: Error, Equatable {
    /// The file cannot be read.
    case unreadable(path: String)
    /// The file is not a session script.
    case syntax(path: String, ScriptSyntaxFault)
    /// The setting belongs to a test environment, which a real store does not have. Nothing was performed.
    case setting(path: String, line: Int?, ScriptSettingName)
    /// The script includes files, which do not belong in the user’s folder. Nothing was performed.
    case files(path: String, line: Int)
    /// `{NAME}` occurs in the script and has no value. Nothing was performed.
    case variableMissing(path: String, line: Int, name: String)
    /// `[NAME]` stands for output that a test has seen; a macro compares nothing. Nothing was performed.
    case boundValue(path: String, line: Int, name: String)
    /// A value was given for a name that does not occur in the script. Nothing was performed.
    case variableUnused(name: String)
    /// The value contains a line break or another control character. Nothing was performed.
    case variableUnusable(name: String)
    /// The script is for a user who is not logged in.
    case otherUser(path: String, line: Int?, name: String)
    /// Another app is in front than the script expects; `nil` is a locked shell.
    case otherApp(path: String, line: Int, expected: String?, actual: String?)
    /// A command did not end with the status that the script expects.
    case stopped(path: String, line: Int, status: ExitStatus)
    /// The shell was left before the script’s end.
    case left(path: String, line: Int)
}

extension ScriptRunFault: UserFacing {
    /// A stable word for programs.
    public var code: String { "script.run" }

    /// The reason why the script is not performed, or the place where it stopped.
    public var sentence: LocalizedText {
        LocalizedText(code) { ScriptFaultText(language: $0).text(of: self) }
    }

    /// The status of the command at which the script stopped, or that of the fault, such as wrong usage.
    public var status: ExitStatus {
        switch self {
        case .stopped(_, _, let status): status == .success ? .failure : status
        case .otherApp, .left, .unreadable: .failure
        case .otherUser: .login
        case .syntax, .setting, .files, .boundValue, .variableMissing, .variableUnused, .variableUnusable: .usage
        }
    }
}

/// Values for the names in braces in a script’s commands and answers, such as `{TITLE}`.
///
/// A name consists of capital letters, digits and `_`, and starts with a letter; other braces are text. A value is
/// inserted unchanged: blanks and quotation marks have their meaning in the shell.
struct ScriptVariables {
    private let values: [String: String]
    private(set) var used: Set<String> = []

    init(_ values: [String: String]) { self.values = values }

    /// The text with values in place of names; `nil` if a name has no value, which `missing` receives.
    mutating func fill(_ text: String, missing: inout String?) -> String {
        var filled: [UInt8] = []
        let bytes = Array(text.utf8)
        var index = 0
        while index < bytes.count {
            if let name = Self.name(in: bytes, at: index) {
                used.insert(name)
                if let value = values[name] { filled += Array(value.utf8) } else { missing = missing ?? name }
                index += name.utf8.count + 2
            } else {
                filled.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: filled, as: UTF8.self)
    }

    /// The names that have a value and do not occur in the text so far, in alphabetical order.
    var unused: [String] { values.keys.filter { !used.contains($0) }.sorted() }

    private static func name(in bytes: [UInt8], at start: Int) -> String? {
        guard bytes[start] == UInt8(ascii: "{") else { return nil }
        let name = bytes[(start + 1)...].prefix { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
            default: false
            }
        }
        guard let first = name.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first),
            name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: "}")
        else { return nil }
        return String(decoding: name, as: UTF8.self)
    }
}
