// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
// The main file of a program has its apps and their types at hand.
import AtriumFiles
@_exported public import AtriumKit
import AtriumProcesses
public import AtriumSession
package import AtriumShell
import AtriumStores
import AtriumSystems
package import AtriumTerminal
public import AtriumWorlds
import Foundation

/// A whole program around some apps: its shell, its command line, its session scripts and its manual.
///
/// ```swift
/// @main
/// struct Main {
///     static func main() async {
///         await ShellProgram(ProgramIdentity("Two Apps", command: "twoapps", version: "1.0", summary: Strings.summary)) {
///             [ListsFactory(in: $0), CoinFactory(in: $0, coin: FairToss())]
///         }.main()
///     }
/// }
/// ```
///
/// Its commands are those of every such program: without one it is the shell, `run`, `record` and `test` are for session
/// scripts, and `manual` prints its manual. With an app that is an `AuthenticatingFactory` it has accounts; without one,
/// the user who starts it is its guest.
public struct ShellProgram: Sendable {
    /// Makes the apps’ factories, in the order in which they are listed, for a world with its system, clock and
    /// variables.
    ///
    /// Called once for the program, and once for each session script, which has another world. It gives a factory
    /// the app’s other dependencies.
    public typealias Apps = @MainActor @Sendable (World) throws -> [any AppFactory]

    /// The work of a program that has neither a terminal nor input.
    package typealias UnattendedWork = @MainActor @Sendable (ProgramOptions, OutputGate) async throws -> ExitStatus

    /// The program’s name, version and description.
    public private(set) var identity: ProgramIdentity
    private let apps: Apps
    /// Its commands besides those of every program.
    let commands: [any ProgramCommand.Type]
    let unattended: UnattendedWork?
    /// The topics of its help besides those of every program.
    let topics: [HelpTopic]
    /// Whether its help explains the login; known once the apps have been requested.
    private(set) var hasAccounts = true
    /// The language that the command line or the environment requests; `nil` before the languages are known.
    private(set) var language: Language?
    /// The files of languages that are none.
    private(set) var languageFaults: [ConfigurationFault] = []
    /// The mask of the terminal for files that other programs share.
    private(set) var fileMask: UInt32 = 0o077

    /// Creates a program with these apps.
    ///
    /// - Parameters:
    ///   - identity: Its name, version and purpose.
    ///   - commands: The commands of its command line besides those of every program.
    ///   - apps: Called on the main actor, as often as a world needs factories; its error ends the program, or
    ///     fails the script, with the sentence of a `UserFacing` error.
    public init(_ identity: ProgramIdentity, commands: [any ProgramCommand.Type] = [], apps: @escaping Apps) {
        self.init(identity, commands: commands, unattended: nil, apps: apps)
    }

    /// Creates a program that only has a name, a version and a line on its purpose.
    public init(_ name: String, version: String, summary: LocalizedText, apps: @escaping Apps) {
        self.init(ProgramIdentity(name, version: version, summary: summary), apps: apps)
    }

    /// Creates a program with work of its own for a start with neither a terminal nor input.
    package init(
        _ identity: ProgramIdentity, commands: [any ProgramCommand.Type], unattended: UnattendedWork?,
        topics: [HelpTopic] = [], apps: @escaping Apps
    ) {
        self.identity = identity
        self.commands = commands
        self.unattended = unattended
        self.topics = topics
        self.apps = apps
    }
}

// MARK: - Its apps

extension ShellProgram {
    /// The apps of these names and the one that authenticates, in the program’s order; all for `nil`.
    ///
    /// - Throws: `CatalogFault`, `ScriptShellFault.unknownApp`, or the error of the `apps` closure.
    @MainActor
    package func factories(in world: World, named names: [String]? = nil) throws -> [any AppFactory] {
        let all = try apps(world)
        guard !identity.command.isEmpty, !identity.command.contains(where: { $0 == "/" || $0.isWhitespace }) else {
            throw CatalogFault.programName(identity.command)
        }
        try all.check()
        guard let names else { return all }
        let known = all.map(\.id.rawValue)
        if let unknown = names.first(where: { !known.contains($0) }) {
            throw ScriptShellFault.unknownApp(unknown, apps: known)
        }
        return all.filter { names.contains($0.id.rawValue) || $0.authenticating != nil }
    }

    /// The apps for callers that only describe them: nothing is stored.
    @MainActor
    package func factories() throws -> [any AppFactory] {
        try factories(in: World(program: identity, system: .memory(MemorySystem())))
    }
}

// MARK: - Its command line

extension ShellProgram {
    /// The program whose command line is read: ArgumentParser gets its descriptions from types, not from values.
    @TaskLocal private static var current: ShellProgram?

    /// The program whose command line is currently read.
    package static var ofCommandLine: ShellProgram {
        guard let current else {
            // The types of commands are used in `asCommandLine` only, which sets it.
            fatalError("A command line was read outside of ShellProgram.asCommandLine")
        }
        return current
    }

    /// The languages of the program whose command line is read; outside of one those of the kit.
    static var offeredLanguages: [Language] { current?.identity.languages ?? Language.ofKit }

    /// The language that the command line or the environment requests; `nil` outside of a command line.
    static var requestedLanguage: Language? { current?.language }

    /// Runs `work` while the types of the command line describe this program.
    @MainActor
    func asCommandLine<Result>(_ work: @MainActor () async throws -> Result) async throws -> Result {
        try await Self.$current.withValue(described(), operation: work)
    }

    /// Runs `work` while the types of the command line describe this program.
    @MainActor
    package func asCommandLine<Result>(_ work: @MainActor () throws -> Result) throws -> Result {
        try Self.$current.withValue(described(), operation: work)
    }

    @MainActor
    private func described() throws -> ShellProgram {
        var described = self
        described.hasAccounts = try factories().hasAccounts
        described.language = language ?? .requested(among: identity.languages)
        return described
    }
}

extension ShellProgram {
    /// Reads the command line of the process, runs its command, and ends the process with the command’s status.
    ///
    /// To be called first, on the main actor’s own thread, and once: the process’s streams, signals and terminal are the
    /// program’s from then on.
    @MainActor
    public func main() async -> Never {
        // New files are private to the user, regardless of the terminal’s own mask.
        let mask = umask(0o077)
        // Debugging the program itself requires core dumps.
        if getenv(identity.variable("CORE")) == nil { CoreDumps.forbid() }
        LargeMemory.giveBack()
        // Must precede the opening of any file.
        let closed = StandardStreams.closed
        Signals.ignoreFailedWrites()
        let gate = OutputGate(
            output: DescriptorSink(STDOUT_FILENO), error: DescriptorSink(STDERR_FILENO),
            isTerminal: isatty(STDOUT_FILENO) == 1)
        let status = await Self.$current.withValue(speakingMore(fileMask: mask)) {
            await Self.ofCommandLine.run(gate, closed: closed)
        }
        exit(status.rawValue)
    }

    /// The program with the languages of its configuration, and this mask.
    private func speakingMore(fileMask: UInt32) -> ShellProgram {
        var program = self
        program.fileMask = fileMask
        let folder = ConfigurationFolder(of: identity, variables: ProcessVariables.all)
        let (languages, faults) = folder.languages()
        program.identity = identity.speaking(languages)
        program.languageFaults = faults
        program.language = .requested(among: program.identity.languages)
        return program
    }

    @MainActor
    private func run(_ gate: OutputGate, closed: [Int32]) async -> ExitStatus {
        do {
            guard !closed.contains(STDOUT_FILENO) else { throw StandardStreams.Fault.outputClosed }
            try OpenFiles.prepare()
            let status = try await runCommand(gate)
            try gate.flush()
            return status
        } catch {
            return end(with: error, gate)
        }
    }

    @MainActor
    private func runCommand(_ gate: OutputGate) async throws -> ExitStatus {
        if let start = StartOptions(CommandLine.arguments.dropFirst()) { return try await run(start, gate) }
        return try await asCommandLine {
            try Self.checkHelp()
            var command = try RootCommand.parseAsRoot()
            if let ours = command as? any ProgramCommand { return try await ours.run(gate) }
            // ArgumentParser’s own, such as the one that prints completion scripts.
            try command.run()
            return .success
        }
    }

    /// Checks that help is of a command, where the parser would print its general help.
    ///
    /// - Throws: `CommandFault.unknownCommand`.
    private static func checkHelp() throws {
        let words = CommandLine.arguments.dropFirst().drop { ["--json", "--plain"].contains($0) }
        guard words.first == "help" else { return }
        var commands: [any ParsableCommand.Type] = RootCommand.configuration.subcommands
        for word in words.dropFirst().prefix(while: { !$0.hasPrefix("-") }) where word != "help" {
            guard let command = commands.first(where: { $0._commandName == word }) else {
                throw CommandFault.unknownCommand(
                    word, nearest: NearestWord.to(word, among: commands.map { $0._commandName }))
            }
            commands = command.configuration.subcommands
        }
    }

    /// Runs the shell.
    @MainActor
    func run(_ start: StartOptions, _ gate: OutputGate) async throws -> ExitStatus {
        let (options, commands, open) = (start.program, start.commands, start.open)
        if commands.isEmpty, StandardStreams.closed.contains(STDIN_FILENO) {
            throw StandardStreams.Fault.inputClosed
        }
        if let unattended, commands.isEmpty, open == nil, !options.json, !options.namesData,
            StandardStreams.isInputNull
        {
            return try await unattended(options, gate)
        }
        let program = try RunningProgram(options, of: self, gate: gate, isInteractive: commands.isEmpty)
        return try await program.closing {
            if let place = open.flatMap({ Place($0) }) { Coordinator.shared.openAfterLogin(place) }
            try await program.logIn(as: options.user)
            return try await commands.isEmpty ? program.runShell() : program.run(commands)
        }
    }

    /// Reports why the program ends.
    @MainActor
    private func end(with error: any Error, _ gate: OutputGate) -> ExitStatus {
        if let fault = error as? any UserFacing {
            if fault.status == .brokenPipe { return .brokenPipe }
            if Self.wantsJSON { return writeJSON(ErrorDescription(fault), gate) }
            gate.writeErrorLine(VisibleText(fault.sentence.string(in: .ofCommandLine)))
            return fault.status
        }
        do {
            // The parser’s own errors have a status of their own; the text of any other may contain a user’s data.
            if RootCommand.exitCode(for: error) == .failure { throw error }
            // Help and version are successful “errors” of ArgumentParser. They repeat the input.
            let (text, isSuccess) = try asCommandLine {
                (RootCommand.fullMessage(for: error), RootCommand.exitCode(for: error).isSuccess)
            }
            let message = VisibleText(
                ParserText(language: .ofCommandLine).translated(text), keepingNewlines: true)
            guard isSuccess else {
                gate.writeErrorLine(message)
                return .usage
            }
            gate.writeLine(message)
            try gate.flush()
            return .success
        } catch let fault as any UserFacing {
            return end(with: fault, gate)
        } catch {
            let described = ErrorDescription(error)
            if Self.wantsJSON { return writeJSON(described, gate) }
            gate.writeErrorLine(VisibleText(described.sentence.string(in: .ofCommandLine)))
            return described.status
        }
    }

    /// Whether the command line asks for JSON, whatever else is wrong with it.
    private static var wantsJSON: Bool { CommandLine.arguments.dropFirst().prefix { $0 != "--" }.contains("--json") }

    @MainActor
    private func writeJSON(_ error: ErrorDescription, _ gate: OutputGate) -> ExitStatus {
        gate.writeErrorLine(WrittenReply.document(of: error, in: .ofCommandLine).visible)
        return error.status
    }
}

extension Coordinator {
    private static var composed: Coordinator?

    /// The one coordinator of this program.
    public static var shared: Coordinator {
        guard let composed else {
            // Only `RunningProgram` is created before there is one, and it sets it.
            fatalError("Coordinator.shared was asked for before the program was composed")
        }
        return composed
    }

    /// Makes a coordinator the shared one.
    static func share(_ coordinator: Coordinator) { composed = coordinator }
}
