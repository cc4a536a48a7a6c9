// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads the text of a session script.
///
/// The format is line-based; the first characters of a line determine its kind. A script is UTF-8 with LF or CRLF, may
/// start with a byte order mark, and its last line needs no newline.
public struct SessionScriptParser: Sendable {
    /// Makes a parser.
    public init() {}

    /// Returns the script in the bytes.
    ///
    /// - Throws: ``ScriptSyntaxFault`` for the first line that cannot be read.
    public func parse(_ bytes: [UInt8]) throws(ScriptSyntaxFault) -> SessionScript {
        var pass = ScriptParserPass(bytes: bytes)
        return try pass.script()
    }
}

/// One pass of a parser over the lines of a script.
struct ScriptParserPass {
    private let bytes: [UInt8]
    private let lines: [SourceLines.Line]
    /// The line being read, counted from 0.
    private var index = 0
    private var patterns = LinePatternParser()
    private var settings = ScriptSettings()
    private var settingLines: [ScriptSettingName: Int] = [:]
    private var taken: Set<ScriptSettingName> = []
    private var steps: [ScriptStep] = []
    private var hasStarted = false
    private var command: ScriptCommand?
    /// The empty lines since the last line of output; `nil` once another line has followed.
    private var emptyLines: [Int]?
    private var fixtures: [ScriptFixture] = []
    private var isOnTerminal = false
    /// The longest time that later steps wait.
    private var seconds = 5
    /// The screen whose lines are being read, and its line, counted from 1.
    private var screen: (line: Int, expected: [ExpectedLine])?

    init(bytes: [UInt8]) {
        self.bytes = bytes
        self.lines = SourceLines(of: bytes).lines
    }

    mutating func script() throws(ScriptSyntaxFault) -> SessionScript {
        do {
            while index < lines.count {
                let content = try content(of: index)
                if content.starts(with: "--".utf8) {
                    try readFixtures(content)
                } else {
                    try readLine(content)
                    index += 1
                }
            }
        } catch {
            throw ScriptSyntaxFault(line: index + 1, reason: error)
        }
        endCommand()
        return SessionScript(settings: settings, steps: steps, fixtures: fixtures, settingLines: settingLines)
    }

    // MARK: Lines

    private func content(of index: Int) throws(ScriptSyntaxReason) -> ArraySlice<UInt8> {
        var content = bytes[lines[index].content]
        if index == 0, content.starts(with: [0xEF, 0xBB, 0xBF]) { content = content.dropFirst(3) }
        guard !content.contains(0) else { throw .nulCharacter }
        guard String(validating: content, as: UTF8.self) != nil else { throw .invalidUTF8 }
        return content
    }

    private mutating func readLine(_ content: ArraySlice<UInt8>) throws(ScriptSyntaxReason) {
        guard let first = content.first else {
            emptyLines?.append(index + 1)
            return
        }
        let wasEmptyLines = emptyLines
        emptyLines = nil
        // Compared as bytes: to `String`, a combining mark after the prefix would be a part of it.
        if first == UInt8(ascii: "#") { return }
        if content.starts(with: "  ".utf8) { return try readOutput(rest(of: content), after: wasEmptyLines ?? []) }
        if first == UInt8(ascii: "\t") { throw .leadingTab }
        guard content.count == 1 || content.dropFirst().first == UInt8(ascii: " ") else {
            throw .unknownPrefix(String(decoding: content, as: UTF8.self).first ?? " ")
        }
        let text = rest(of: content)
        let line = index + 1
        if first == UInt8(ascii: "$"), text.allSatisfy({ $0 == " " || $0 == "\t" }) { throw .commandMissing }
        switch first {
        case UInt8(ascii: "$") where isOnTerminal, UInt8(ascii: ">") where isOnTerminal:
            addToTerminal(.line(text, isCommand: first == UInt8(ascii: "$")))
        case UInt8(ascii: "@") where isOnTerminal, UInt8(ascii: "!") where isOnTerminal,
            UInt8(ascii: "?") where isOnTerminal:
            throw .notOnTerminal
        case UInt8(ascii: "$"):
            endCommand()
            hasStarted = true
            command = ScriptCommand(line: index + 1, text: text)
        case UInt8(ascii: "@"):
            guard !text.isEmpty, !text.contains(where: \.isWhitespace) else { throw .badApp(text) }
            endCommand()
            hasStarted = true
            steps.append(.check(line: index + 1, app: text == "-" ? nil : text))
        case UInt8(ascii: "%"):
            try readSetting(text)
        case UInt8(ascii: ">"):
            try extendCommand { command in
                command.answers.append(text)
                command.answerLines.append(line)
            }
        case UInt8(ascii: "!"):
            let expected = ExpectedLine(line: index + 1, text: text, pattern: try patterns.pattern(of: text))
            try extendCommand { $0.errorOutput.append(expected) }
        case UInt8(ascii: "?"):
            guard let status = UInt8(text), text.first?.isNumber == true else { throw .badStatus(text) }
            try extendCommand { command in
                command.status = Int32(status)
                command.statusLine = line
            }
        default:
            throw .unknownPrefix(String(decoding: content, as: UTF8.self).first ?? " ")
        }
    }

    private func rest(of content: ArraySlice<UInt8>) -> String {
        String(decoding: content.dropFirst(2), as: UTF8.self)
    }

    // MARK: Commands

    private mutating func readOutput(_ text: String, after emptyLines: [Int]) throws(ScriptSyntaxReason) {
        let expected =
            emptyLines.map { ExpectedLine(line: $0, text: "", pattern: .literal) }
            + [ExpectedLine(line: index + 1, text: text, pattern: try patterns.pattern(of: text))]
        if isOnTerminal {
            guard let (line, before) = screen else { throw .notOnTerminal }
            screen = (line, before + expected)
        } else {
            try extendCommand { $0.output += expected }
        }
        self.emptyLines = []
    }

    private mutating func extendCommand(_ extend: (inout ScriptCommand) -> Void) throws(ScriptSyntaxReason) {
        guard var extended = command else { throw .expectationBeforeCommand }
        guard extended.status == nil else { throw .expectationAfterStatus }
        extend(&extended)
        command = extended
    }

    private mutating func endCommand() {
        if let command { steps.append(.command(command)) }
        command = nil
        if let (line, expected) = screen { steps.append(.terminal(line: line, .screen(expected, seconds: seconds))) }
        screen = nil
    }

    // MARK: The terminal

    private mutating func addToTerminal(_ step: ScriptTerminalStep) {
        endCommand()
        steps.append(.terminal(line: index + 1, step))
    }

    /// Reads a line that is a step on a terminal, or that opens it.
    private mutating func readTerminalStep(
        _ name: ScriptSettingName, _ value: String
    ) throws(ScriptSyntaxReason) {
        let values = ScriptSettingParser()
        if name == .pty {
            guard !isOnTerminal else { throw .settingRepeated(.pty) }
            guard settings.store == .sqlite else { throw .terminalOverMemory }
        } else {
            guard isOnTerminal else { throw .needsTerminal(name) }
        }
        note(name)
        let bad = ScriptSyntaxReason.badSettingValue(name, value)
        switch name {
        case .pty:
            guard value.isEmpty else { throw bad }
            isOnTerminal = true
            addToTerminal(.open)
        case .deadline:
            guard let seconds = values.deadline(value) else { throw bad }
            endCommand()
            self.seconds = seconds
        case .key:
            var keys: [ScriptKey] = []
            for word in value.split(separator: " ") {
                guard let key = ScriptKey(String(word)) else { throw .unknownKey(String(word)) }
                keys.append(key)
            }
            guard !keys.isEmpty else { throw bad }
            addToTerminal(.press(keys))
        case .type:
            guard !value.isEmpty else { throw bad }
            addToTerminal(.type(value))
        case .wait:
            guard !value.isEmpty else { throw bad }
            addToTerminal(.wait(try ScriptWait(value, line: index + 1, patterns: &patterns), seconds: seconds))
        case .resize:
            guard let size = values.size(value), size.columns > 0, size.rows > 0 else { throw bad }
            addToTerminal(.resize(size))
        case .screen:
            guard value.isEmpty else { throw bad }
            endCommand()
            screen = (index + 1, [])
        case .clock, .timezone, .lang, .size, .seed, .store, .user, .render, .apps:
            throw .settingOnTerminal(name)
        }
    }

    // MARK: Settings

    private mutating func readSetting(_ text: String) throws(ScriptSyntaxReason) {
        let words = text.split(separator: " ", maxSplits: 1)
        if let name = words.first.flatMap({ ScriptSettingName(rawValue: String($0)) }) {
            guard !name.isOfTerminal else {
                // Blanks at the start may be typed text.
                let value =
                    name == .type
                    ? text.drop { $0 == " " }.dropFirst(name.rawValue.count + 1)
                    : words.dropFirst().first?.drop { $0 == " " }
                return try readTerminalStep(name, String(value ?? ""))
            }
            guard !isOnTerminal else { throw .settingOnTerminal(name) }
        }
        let value = words.count > 1 ? words[1].drop { $0 == " " } : ""
        let setting = try ScriptSettingParser().setting(words.first.map(String.init) ?? "", String(value))
        let name = setting.name
        endCommand()
        if case .clockMoved = setting {} else { note(name) }
        if name == .seed || name == .store || name == .apps {
            guard !hasStarted else { throw .settingTooLate(name) }
            guard taken.insert(name).inserted else { throw .settingRepeated(name) }
            settings.take(setting)
        } else if isOfStart(setting) {
            taken.insert(name)
            settings.take(setting)
        } else {
            steps.append(.setting(line: index + 1, setting))
        }
    }

    private mutating func note(_ name: ScriptSettingName) {
        settings.given.insert(name)
        settingLines[name] = settingLines[name] ?? index + 1
    }

    /// Whether the setting describes the start, not a later event.
    ///
    /// Events start with `% user`: a clock movement after it happens after the login.
    private func isOfStart(_ setting: ScriptSetting) -> Bool {
        if case .clockMoved = setting { return false }
        return steps.isEmpty && !hasStarted && settings.user == nil && !taken.contains(setting.name)
    }

    // MARK: Fixtures

    /// Reads the files at the end of the script, the first of which `head` names.
    private mutating func readFixtures(_ head: ArraySlice<UInt8>) throws(ScriptSyntaxReason) {
        guard var name = fixtureName(in: head) else { throw .fixtureNameUnterminated }
        var line = index
        try check(name)
        while index < lines.count {
            let start = index + 1
            index = start
            var next: String?
            while index < lines.count {
                next = fixtureName(in: try content(of: index))
                if next != nil { break }
                index += 1
            }
            let bytes = start < index ? bytes[lines[start].whole.lowerBound..<lines[index - 1].whole.upperBound] : []
            fixtures.append(ScriptFixture(line: line + 1, name: name, bytes: Array(bytes)))
            guard let next else { break }
            try check(next)
            (name, line) = (next, index)
        }
    }

    private func fixtureName(in content: ArraySlice<UInt8>) -> String? {
        guard content.count > 6, content.starts(with: "-- ".utf8), content.suffix(3).elementsEqual(" --".utf8) else {
            return nil
        }
        return String(decoding: content.dropFirst(3).dropLast(3), as: UTF8.self)
    }

    private func check(_ name: String) throws(ScriptSyntaxReason) {
        let folders = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isSafe =
            folders.allSatisfy { !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }
            && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
            && name.first != " " && name.last != " "
        guard isSafe else { throw .fixtureUnsafe(name) }
        let isTaken = fixtures.contains { fixture in
            let (longer, shorter) =
                fixture.name.utf8.count > name.utf8.count ? (fixture.name, name) : (name, fixture.name)
            return longer.utf8.elementsEqual(shorter.utf8) || longer.utf8.starts(with: (shorter + "/").utf8)
        }
        guard !isTaken else { throw .fixtureRepeated(name) }
    }
}

/// A line of a session script that is not valid in the format.
public struct ScriptSyntaxFault: Error, Equatable {
    /// The line, counted from 1.
    public let line: Int
    /// The reason for the fault.
    public let reason: ScriptSyntaxReason
}

/// The reasons why a line of a session script is not valid.
public enum ScriptSyntaxReason: Error, Equatable {
    /// Its bytes are not UTF-8.
    case invalidUTF8
    /// It contains a NUL.
    case nulCharacter
    /// It starts with a tab, probably instead of two spaces.
    case leadingTab
    /// It starts with an unknown prefix.
    case unknownPrefix(Character)
    /// It is `$` with no command after it.
    case commandMissing
    /// A setting of this name does not exist.
    case unknownSetting(String)
    /// The setting cannot have this value.
    case badSettingValue(ScriptSettingName, String)
    /// The setting belongs before the first command.
    case settingTooLate(ScriptSettingName)
    /// The setting occurs twice, but only one value is possible.
    case settingRepeated(ScriptSettingName)
    /// The line applies only to a terminal, but is before `% pty` or in a recording.
    case needsTerminal(ScriptSettingName)
    /// The setting can no longer change once the program runs on a terminal.
    case settingOnTerminal(ScriptSettingName)
    /// On a terminal, only the screen can be checked.
    case notOnTerminal
    /// A terminal cannot open on a store in memory, or of one process’s own tables, which no other process sees.
    case terminalOverMemory
    /// No key has this name.
    case unknownKey(String)
    /// This is not a status from 0 to 255.
    case badStatus(String)
    /// This is not an app's name.
    case badApp(String)
    /// An answer, output or status belongs to no command.
    case expectationBeforeCommand
    /// An answer, output or status follows the status of its command.
    case expectationAfterStatus
    /// `-- NAME` without the end of the line's form.
    case fixtureNameUnterminated
    /// Another fixture has this name, or is a file or folder where this one requires the opposite.
    case fixtureRepeated(String)
    /// The name leads out of the session's folder, or contains control characters.
    case fixtureUnsafe(String)
    /// A placeholder of this name has a kind that does not exist.
    case placeholderKindUnknown(name: String, kind: String)
    /// A placeholder changes its kind.
    case placeholderKindChanged(name: String, from: PlaceholderKind, to: PlaceholderKind)
    /// This is not a regular expression.
    case badExpression(String)
    /// A regular expression repeats a group that has a choice, or repeats or chooses too often, so that matching may
    /// take too long.
    case nestedRepetition(String)
}
