// SPDX-License-Identifier: GPL-3.0-or-later

/// One walk of a parser over the lines of a script.
struct ScriptParserPass {
    private let bytes: [UInt8]
    private let lines: [SourceLines.Line]
    /// The line being read, counted from 0.
    private var index = 0
    private var patterns = LinePatternParser()
    private var settings = ScriptSettings()
    private var taken: Set<ScriptSettingName> = []
    private var steps: [ScriptStep] = []
    private var hasStarted = false
    private var command: ScriptCommand?
    /// The empty lines since the last line of output; nil once another line stands between.
    private var emptyLines: [Int]?
    private var fixtures: [ScriptFixture] = []

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
        return SessionScript(settings: settings, steps: steps, fixtures: fixtures)
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
        switch first {
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
        let expected = ExpectedLine(line: index + 1, text: text, pattern: try patterns.pattern(of: text))
        try extendCommand { command in
            command.output += emptyLines.map { ExpectedLine(line: $0, text: "", pattern: .literal) }
            command.output.append(expected)
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
    }

    // MARK: Settings

    private mutating func readSetting(_ text: String) throws(ScriptSyntaxReason) {
        let words = text.split(separator: " ", maxSplits: 1)
        let value = words.count > 1 ? words[1].drop { $0 == " " } : ""
        let setting = try ScriptSettingParser().setting(words.first.map(String.init) ?? "", String(value))
        let name = setting.name
        endCommand()
        if case .clockMoved = setting {} else { settings.given.insert(name) }
        if name == .seed || name == .store {
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

    /// Whether the setting describes the start, and not something that happens after it.
    ///
    /// With `% user` things start to happen: a clock that is moved after it moves past the login.
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
