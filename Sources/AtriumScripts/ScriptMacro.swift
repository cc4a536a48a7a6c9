// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal

/// A session script that is performed for its effect, on the store that a program has.
///
/// Expected output is not compared, expected statuses are: the macro stops at the first command that ends otherwise,
/// and what was done until then stays done. `% lang` and `% size` are applied, `% user` and `@` are checked, `% render`
/// means nothing here; every other setting makes a test’s surroundings and is refused, as are files in the tail.
///
/// ```swift
/// let macro = try ScriptMacro(path: "morning.session", variables: ["TITLE": "Milk"])
/// try await macro.perform(on: subject)
/// ```
@MainActor
public struct ScriptMacro {
    private let path: String
    /// The steps with their lines, counted from 1; what stands before the first step has none.
    private let steps: [(line: Int?, step: ScriptMacroStep)]

    /// Reads the file and fills in the variables; performs nothing.
    ///
    /// - Parameters:
    ///   - path: the script’s file, as it is named in faults.
    ///   - variables: a value for each `{NAME}` of the script’s commands and answers.
    /// - Throws: every case of ``ScriptRunFault`` that says that nothing was performed.
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

    /// What ``perform(on:)`` would do: a line for each step, without answers.
    public var outline: [String] {
        steps.map { RevealedText.of(path) + ($0.line.map { ":\($0)" } ?? "") + ": " + RevealedText.of($0.step.text) }
    }

    /// Performs the steps in order; their output goes where the subject’s goes.
    ///
    /// - Throws: ``ScriptRunFault`` with the line at which it stopped, and what the subject throws.
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
    /// What the settings at the top ask for.
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
        // A setting that stands further down is a step of its own, and leaves its start value as it was.
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
