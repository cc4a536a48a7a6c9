// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumKit
import AtriumScreen
import AtriumSession
import AtriumTerminal
import AtriumWorlds

/// Reads the command of a typed line or of an action, with its arguments.
@MainActor
final class CommandReader {
    let coordinator: Coordinator
    private let settings: UserSettings
    /// The commands that are there in every app; the first line asks for them, and the first prompt does not wait for them.
    private(set) lazy var shellCommands = ShellCommands.all(of: coordinator).map { AnyCommand($0) }
    /// The command that an app’s name alone stands for.
    private let switching = AnyCommand(MovingCommands.switching)
    /// The command that performs the lines of a file.
    private let sourcing = ShellCommands.source.spec
    /// The screen on which a user selects; `nil` for none.
    weak var screen: Screen?
    private var vocabularies: [AppID: Vocabulary] = [:]
    /// The last one: a command asks several times, and finding it by its app takes as long as all else.
    private var last: (app: AppID, vocabulary: Vocabulary)?
    /// The beginning of the last line and its first command, of which each line asks several times.
    private var lastHead: LineHead?
    private var lastParted: PartedLine?
    /// The commands of all apps, and of the shell, that ask for a password.
    private(set) lazy var asksSecret = (shellCommands + coordinator.catalog.flatMap(\.anyCommands)).map(\.spec)
        .filter(\.asksSecret)
    /// The names and aliases of those commands.
    private(set) lazy var secretNames = Set(asksSecret.flatMap { [$0.name] + $0.aliases })

    /// - Parameter settings: The settings with the aliases.
    init(coordinator: Coordinator, settings: UserSettings) {
        self.coordinator = coordinator
        self.settings = settings
    }

    /// The marked or selected things of a kind on the screen: the arguments of a command without any.
    private func selection(_ item: String) -> [String] { screen?.panels?.selection(of: item) ?? [] }

    /// The last made things of a kind, if there is no visible selection: the arguments of a command that needs some
    /// and has none.
    private func latest(_ item: String) -> [String] {
        screen?.panels == nil ? coordinator.currentApp?.latest(of: item) ?? [] : []
    }

    /// The rows that are marked on the screen.
    var marked: [String] { screen?.panels?.marked ?? [] }

    /// Unmarks the things that such a command was for.
    func unmark() { screen?.panels?.unmark() }

    /// The words that a line may start with now.
    var vocabulary: Vocabulary { vocabulary(in: coordinator.current) }

    /// The words that a line may start with in an app.
    func vocabulary(in app: AppID) -> Vocabulary {
        if let last, last.app == app { return last.vocabulary }
        let vocabulary =
            vocabularies[app]
            ?? Vocabulary(
                app: app, appCommands: coordinator.catalog.first { $0.id == app }?.anyCommands ?? [],
                shellCommands: shellCommands, apps: coordinator.catalog.map(\.id))
        vocabularies[app] = vocabulary
        last = (app, vocabulary)
        return vocabulary
    }

    /// The words that a line may start with now, and the user’s aliases.
    var firstWords: [String] { vocabulary.words + settings.preferences.aliases.map(\.name) }

    /// The specifications of the commands of every app.
    var shellSpecs: [CommandSpec] { shellCommands.map { $0.spec } }

    /// The first command of a line, with its alias replaced, and the rest of the line.
    ///
    /// - Parameter typed: The number of typed bytes at the end of the line: the text of an alias has no
    ///   aliases in it.
    func sequence(_ line: String, typed: inout Int) -> CommandSequence {
        sequence(line, typed: &typed, in: coordinator.current)
    }

    private func sequence(_ line: String, typed: inout Int, in app: AppID) -> CommandSequence {
        guard line.utf8.count <= typed, let (command, rest) = settings.preferences.alias(in: line) else {
            return parted(line, in: app)
        }
        typed = rest.utf8.count
        return parted(command + rest, in: app)
    }

    private func parted(_ line: String, in app: AppID) -> CommandSequence {
        if let lastParted, lastParted.line == line, lastParted.app == app { return lastParted.sequence }
        let parted = PartedLine(
            line, in: app,
            appAhead(of: line, in: app).map { CommandSequence(line, partedAt: $0.start) }
                ?? CommandSequence(line) { takesText($0, in: app) })
        lastParted = parted
        return parted.sequence
    }

    /// The first word of a line, and its meaning in an app; `nil` if there is none.
    private func head(of line: String, in app: AppID) -> LineHead? {
        if let lastHead, lastHead.line == line, lastHead.app == app { return lastHead }
        guard let head = LineHead(line, in: app, vocabulary(in: app)) else { return nil }
        lastHead = head
        return head
    }

    private func head(of line: String) -> LineHead? { head(of: line, in: coordinator.current) }

    /// The app whose name a line begins with, and the start of its command in the line, in bytes of UTF-8:
    /// `sms thread Alice` goes to the app and performs the command there.
    ///
    /// - Parameter isBegun: Whether the command is still being typed.
    func appAhead(of line: String, in place: AppID? = nil, isBegun: Bool = false) -> (app: AppID, start: Int)? {
        guard let head = head(of: line, in: place ?? coordinator.current), !head.isQuoted,
            case .app(let app)? = head.meaning
        else { return nil }
        var scanner = head.behind
        let end = scanner.position
        scanner.skipBlanks()
        let start = line.utf8.distance(from: line.utf8.startIndex, to: scanner.position)
        if isBegun { return scanner.position > end ? (app, start) : nil }
        let words = self.vocabulary(in: app)
        var behind = WordScanner(words.spelledOut(String(decoding: line.utf8.dropFirst(start), as: UTF8.self)))
        guard case .word(let word, isQuoted: false)? = try? behind.next(),
            case .command? = try? words.meaning(of: word)
        else { return nil }
        return (app, start)
    }

    /// The beginning of a line of a command, as no alias changes it: a backslash stands before it, as in a system’s shell
    /// (POSIX.1-2017, XCU 2.3.1).
    func unaliased(_ line: String) -> String { settings.preferences.alias(in: line) == nil ? line : "\\" + line }

    /// A line with its alias replaced.
    func expanded(_ line: String) -> String { settings.preferences.expandingAlias(in: line) }

    /// Checks that the text of an alias begins with a command of the shell or of an app: another alias would not
    /// be looked up.
    ///
    /// - Throws: `AliasFault.unknownCommand`.
    func checkAlias(of line: String) throws(AliasFault) {
        let vocabularies = [coordinator.current] + coordinator.catalog.map(\.id).filter { $0 != coordinator.current }
        var nearest: String?
        var unknown: String?
        let first = CommandSequence(line) { _ in false }.first
        for vocabulary in vocabularies.map({ vocabulary(in: $0) }) {
            var scanner = WordScanner(vocabulary.spelledOut(first))
            guard case .word(let word, _)? = try? scanner.next() else { return }
            do throws(CommandFault) {
                _ = try vocabulary.meaning(of: word)
                return
            } catch {
                guard case .unknownCommand(_, let near) = error else { return }
                unknown = word
                nearest = nearest ?? near
            }
        }
        if let unknown { throw .unknownCommand(unknown, nearest: nearest) }
    }

    /// Whether a word is the name of a command, or of an app.
    func isCommand(_ word: String) -> Bool { coordinator.catalog.contains { vocabulary(in: $0.id).has(word) } }

    /// The start of the last command in a line that is being typed, in bytes of UTF-8.
    func startOfLastCommand(in line: String) -> Int {
        var start = 0
        while true {
            let rest = String(decoding: line.utf8.dropFirst(start), as: UTF8.self)
            let sequence = CommandSequence(rest) { takesText(expanded($0), in: coordinator.current) }
            guard let next = sequence.nextStart else { return start }
            start += next
        }
    }

    /// Whether a command takes the rest of its line as text, to which everything belongs.
    private func takesText(_ command: String, in app: AppID) -> Bool {
        if let ahead = appAhead(of: command, in: app) {
            return takesText(String(decoding: command.utf8.dropFirst(ahead.start), as: UTF8.self), in: ahead.app)
        }
        let vocabulary = vocabulary(in: app)
        let line = vocabulary.spelledOut(command)
        let spec = CommandParser.command(of: line, in: vocabulary)
        guard let text = spec?.parameters.first(where: { $0.form == .text }) else { return false }
        // If it shows something without a text, one has begun before.
        guard text.showsWithout else { return true }
        let invocation = try? CommandParser.parse(line, with: vocabulary, switching: switching) { _ in [] }
        return invocation.map { $0.arguments[text] != nil } ?? true
    }

    /// The invocation of a typed command; `nil` for an empty one.
    ///
    /// - Parameters:
    ///   - command: One of a line, in which its alias has been looked up.
    ///   - latest: The last made things, for a command written without sight of the selection; `nil` for one
    ///     that is typed.
    func invocation(of command: String, latest: (@MainActor (String) -> [String])? = nil) throws -> Invocation? {
        let vocabulary = vocabulary
        let line = vocabulary.spelledOut(command)
        do {
            guard let head = head(of: line), let meaning = head.meaning else {
                return try CommandParser.parse(line, with: vocabulary, switching: switching)
            }
            return try CommandParser.invocation(of: meaning, head.behind, with: vocabulary, switching: switching) {
                latest == nil ? selection($0) : []
            }
        } catch {
            let made = try? CommandParser.parse(
                line, with: vocabulary, switching: switching, selection: latest ?? self.latest)
            if let made, made.isForSelection, !namesByNumber(line) { return made }
            let error = withoutSecret(leadingElsewhere(error, command))
            guard let spec = CommandParser.command(of: line, in: vocabulary), let fault = UsageFault(error, of: spec)
            else { throw error }
            throw fault
        }
    }

    /// Whether the first word behind a command is a number, which names a thing whatever is selected.
    private func namesByNumber(_ line: String) -> Bool {
        var scanner = WordScanner(line)
        guard case .word? = try? scanner.next(), case .word(let word, isQuoted: false)? = try? scanner.next() else {
            return false
        }
        return word.first?.isNumber == true
    }

    /// The fault of a line, with the right line if its command is one of another app.
    private func leadingElsewhere(_ fault: CommandFault, _ line: String) -> CommandFault {
        switch fault {
        case .unknownCommand(let word, _):
            let line = line.drop { $0 == " " || $0 == "\t" }
            let apps = coordinator.catalog.filter { $0.commandSpecs.contains { $0.isCalled(word) } }.map(\.id.rawValue)
            return apps.isEmpty ? fault : .ofOtherApp(word, apps: apps, lines: apps.map { "\($0) \(line)" })
        case .behindApp(let app, let rest, nil):
            let word = rest.prefix { $0 != " " && $0 != "\t" }
            let names = coordinator.catalog.first { $0.id.rawValue == app }?.commandSpecs.flatMap {
                [$0.name] + $0.aliases
            }
            let nearest = NearestWord.to(String(word), among: names ?? [])
            return .behindApp(app, rest: rest, nearest: nearest.map { "\(app) \($0)\(rest.dropFirst(word.count))" })
        default: return fault
        }
    }

    /// The command of a line that is being typed, its app, and the first word behind it that is no option;
    /// `nil` if the line is too short.
    func beginning(of line: String) -> (app: AppID, command: String, word: String)? {
        let (command, app) = commandsWithApps(of: line).last ?? ("", coordinator.current)
        let vocabulary = vocabulary(in: app)
        let line = vocabulary.spelledOut(command)
        guard let spec = CommandParser.command(of: line, in: vocabulary) else { return nil }
        var scanner = WordScanner(line)
        var isFirst = true
        while case .word(let word, let isQuoted)? = try? scanner.next() {
            if !isFirst, isQuoted || !word.hasPrefix("-") { return (app, spec.name, word) }
            isFirst = false
        }
        // A quotation mark that is not closed yet.
        let rest = line.drop { $0 != "\"" }.dropFirst()
        return rest.isEmpty ? nil : (app, spec.name, String(rest))
    }

    /// The command of an action: no alias changes its meaning.
    func invocation(of call: CommandCall) throws -> Invocation {
        let vocabulary = vocabulary(in: call.owner.app ?? coordinator.current)
        guard let command = vocabulary.command(call.command, of: call.owner) else {
            throw CommandFault.unknownCommand(call.command, nearest: nil)
        }
        let selected = command.spec.parameters.first { $0.meansSelection }?.item.map { selection($0) } ?? []
        return try Invocation(of: call, command, selected: selected)
    }

    /// The files in a line, as they were typed: values of parameters that are files, and the files in the lines of a
    /// file that it performs.
    func files(in line: String) -> [String] { files(in: line, within: []) }

    private func files(in line: String, within sources: Set<String>) -> [String] {
        commands(of: line).flatMap { command -> [String] in
            guard let invocation = try? CommandParser.parse(command, with: vocabulary, switching: switching) else {
                return []
            }
            let names = invocation.spec.parameters.filter { $0.values == .file }
                .compactMap { invocation.arguments[$0]?.text }
            guard invocation.spec.name == sourcing.name, let name = names.first,
                !sources.contains(name),
                let bytes = try? FileReader(coordinator.world.path(of: name)).bytes(limit: PipeLineReader.defaultLimit)
            else { return names }
            let lines = String(decoding: bytes, as: UTF8.self).split { $0.isNewline }
            return names + lines.flatMap { files(in: String($0), within: sources.union([name])) }
        }
    }

    /// Whether a line has several commands, each of which can be used while the login is locked.
    func worksLocked(_ line: String) -> Bool {
        let commands = commands(of: line)
        return commands.count > 1
            && commands.allSatisfy { (try? invocation(of: $0))?.spec.worksLocked == true }
    }

    /// The commands of a line, as far as they can be read before any of them is performed.
    func commands(of line: String) -> [String] { commandsWithApps(of: line).map(\.command) }

    /// The same, each with the app in which it would be performed.
    private func commandsWithApps(of line: String) -> [(command: String, app: AppID)] {
        var commands: [(command: String, app: AppID)] = []
        var app = coordinator.current
        var (rest, typed): (String?, Int) = (line, line.utf8.count)
        while let line = rest {
            let sequence = sequence(line, typed: &typed, in: app)
            commands.append((sequence.first, app))
            rest = sequence.next?.line
            guard rest != nil else { break }
            let name = sequence.first.filter { $0 != " " && $0 != "\t" }
            if case .app(let next)? = try? vocabulary(in: app).meaning(of: name) { app = next }
        }
        return commands
    }
}

/// Finds passwords in lines that are no answer to a question for one.
extension CommandReader {
    /// Whether a line may hold a password: a command that asks for one has more text behind it than its arguments.
    ///
    /// Such a line is kept nowhere, whatever its result.
    func mayHoldSecret(_ line: String) -> Bool {
        commandsWithApps(of: line).contains { commandMayHoldSecret($0.command) }
    }

    /// The time for which a line can be recalled.
    ///
    /// A line that no command accepts may be anything, such as a password typed in the wrong place.
    func keeping(of line: String) -> LineKeeping {
        if mayHoldSecret(line) { return .none }
        return commands(of: line).allSatisfy(isKnown) ? .lasting : .session
    }

    private func isKnown(_ command: String) -> Bool {
        guard let head = head(of: vocabulary.spelledOut(command)), !head.word.isEmpty else { return true }
        return head.meaning != nil
    }

    /// The fault of a line; if it repeats text that may hold a password, without that.
    func withoutSecret(_ fault: CommandFault) -> CommandFault {
        switch fault {
        case .behindApp(let app, let rest, _) where commandMayHoldSecret(rest):
            return .behindApp(app, rest: head(of: rest)?.word ?? "")
        case .ofOtherApp(let word, let apps, _) where secretNames.contains(word):
            return .ofOtherApp(word, apps: apps, lines: apps.map { "\($0) \(word)" })
        default: return fault
        }
    }

    private func commandMayHoldSecret(_ command: String) -> Bool {
        guard let head = head(of: command), !head.word.isEmpty else { return false }
        let word = head.word
        let asking: [CommandSpec]
        switch head.meaning {
        case .command(let command, _):
            guard command.spec.asksSecret || secretNames.contains(word) else { return false }
            asking = command.spec.asksSecret ? [command.spec] : asksSecret.filter { $0.isCalled(word) }
        case .app: return commandMayHoldSecret(String(command[head.behind.position...]))
        // The command of another app, or an incomplete or misspelt one.
        case nil: asking = asksSecret.filter { Self.mayMean($0, word) }
        }
        guard asking.contains(where: { !CommandParser.takes($0, all: command) }) else { return false }
        return (try? invocation(of: command)) == nil
    }

    /// Whether a word is the beginning of a command’s name, or looks like it.
    private static func mayMean(_ spec: CommandSpec, _ word: String) -> Bool {
        let names = [spec.name] + spec.aliases
        return names.contains { $0.hasPrefix(word) } || NearestWord.to(word, among: names) != nil
    }
}

/// The first command of a line in an app.
private final class PartedLine {
    let line: String
    let app: AppID
    let sequence: CommandSequence

    init(_ line: String, in app: AppID, _ sequence: CommandSequence) {
        (self.line, self.app, self.sequence) = (line, app, sequence)
    }
}

/// The first word of a line, and its meaning in an app.
private final class LineHead {
    let line: String
    let app: AppID
    let word: String
    let isQuoted: Bool
    /// `nil` if the word means nothing, or several things.
    let meaning: Vocabulary.Meaning?
    /// Scans the words behind it.
    let behind: WordScanner

    /// `nil` if the line begins with no word.
    init?(_ line: String, in app: AppID, _ vocabulary: Vocabulary) {
        var scanner = WordScanner(line)
        guard case .word(let word, let isQuoted)? = try? scanner.next() else { return nil }
        self.line = line
        self.app = app
        self.word = word
        self.isQuoted = isQuoted
        meaning = try? vocabulary.meaning(of: word)
        behind = scanner
    }
}

/// Why a file of commands was not performed to its end.
enum SourceFault: Error, Hashable {
    /// A command failed; the results of the lines before it stay.
    case stopped(path: String, line: Int, status: ExitStatus)
    /// Files that perform each other, deeper than this.
    case tooDeep(limit: Int)
}

extension SourceFault: UserFacing {
    var code: String { "source" }

    var sentence: LocalizedText { Strings.sentence(of: self) }

    var status: ExitStatus {
        if case .stopped(_, _, let status) = self { status } else { .failure }
    }
}
