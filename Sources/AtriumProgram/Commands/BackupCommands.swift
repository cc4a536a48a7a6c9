// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import AtriumBackups
import AtriumKit
import AtriumProcesses
import AtriumSession
import AtriumShell
import AtriumStores
import AtriumSystems
import AtriumTerminal
import AtriumWorlds
import Foundation

/// `backup`: writes everything to one file.
struct BackupCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: Strings.abstractBackup.string(in: .ofCommandLine),
        discussion: Strings.discussionBackup.string(in: .ofCommandLine))

    @OptionGroup var data: DataOptions

    @OptionGroup var output: OutputOptions

    @Argument(help: Strings.argumentBackup.help, completion: .file())
    var file: String

    @Flag(help: Strings.optionSealed.help)
    var sealed = false

    func run(_ gate: OutputGate) async throws -> ExitStatus {
        try await HomePlace.performing(data.added(to: output.values), gate) { place in
            let path = try place.context.writablePath(of: FileReference(file))
            let password = sealed ? try await place.prompter.askBackupPassword() : nil
            let report = try await place.upkeep.backUp(to: path, sealedWith: password, progress: place.progress)
            return Upkeep.reply(to: report, at: path, without: try await settle(place))
        }
    }

    /// Records the backup in the audit trail, and returns the places of users that are not in the home.
    @MainActor
    private func settle(_ place: HomePlace) async throws -> [String] {
        let system: SQLiteSystem
        do { system = try SQLiteSystem(path: place.store) } catch let fault as StoreFault where fault.isOfWriting {
            // The backup is made, and the disk takes no record of it.
            return []
        }
        defer { system.close() }
        let world = place.world(on: system)
        let factories = try ShellProgram.ofCommandLine.factories(in: world)
        for factory in factories {
            // The backup is made, recorded or not.
            try? await factory.authenticating?.record(.export, "backup", in: world)
        }
        return try await Upkeep(in: world).placesElsewhere(factories)
    }
}

/// `restore`: puts a backup in the place of everything.
struct RestoreCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: Strings.abstractRestore.string(in: .ofCommandLine),
        discussion: Strings.discussionRestore.string(in: .ofCommandLine))

    @OptionGroup var data: DataOptions

    @OptionGroup var output: OutputOptions

    @Argument(help: Strings.argumentBackup.help, completion: .file())
    var file: String

    @Flag(help: Strings.optionCheck.help)
    var check = false

    @Flag(help: Strings.optionYes.help)
    var yes = false

    func run(_ gate: OutputGate) async throws -> ExitStatus {
        try await HomePlace.performing(data.added(to: output.values), gate) { place in
            let (path, zone) = (place.world.path(of: file), place.world.timeZone)
            @MainActor func read(into folder: String?) async throws -> BackupReport {
                try await place.upkeep.read(
                    path, into: folder, password: { try await place.prompter.askPasswordOfBackup() },
                    progress: place.progress)
            }
            guard !check else { return Upkeep.reply(toLookAt: try await read(into: nil), at: path, in: zone) }
            // The restored home would not name the server any more.
            if let server = place.world.server { throw BackupFault.onServer(address: server) }
            let home = RestoredHome(place.home, program: place.world.program.command)
            // A file that is no backup asks nothing.
            _ = try BackupFile(path)
            try home.checkUnused()
            if home.isOccupied, !yes { try await place.context.confirmRestore(over: place.home) }
            let now = place.world.clock.now
            let stage = try Stage(beside: place.home, at: now)
            do {
                let report = try await read(into: stage.path)
                try await settle(stage.path, in: place.world)
                try home.checkUnused()
                let former = try stage.take(at: now)
                return Upkeep.reply(toRestoreOf: report, at: place.home, former: former, in: zone)
            } catch {
                stage.discard()
                throw error
            }
        }
    }

    /// Puts the data of all apps in order.
    @MainActor
    private func settle(_ folder: String, in world: World) async throws {
        let system = try SQLiteSystem(path: "\(folder)/\(world.program.command).sqlite")
        defer { system.close() }
        let staged = world.keeping(system, in: folder)
        for factory in try ShellProgram.ofCommandLine.factories(in: staged) {
            try await factory.settleRestored(in: staged)
        }
    }
}

extension World {
    /// The same with the data of a system in a home.
    fileprivate func keeping(_ system: SQLiteSystem, in home: String) -> World {
        World(
            program: program, system: .sqlite(system), clock: clock, timeZone: timeZone, workingFolder: workingFolder,
            home: home, loginPlace: loginPlace, worksUnasked: false, variables: variables)
    }
}

/// The home that a command of the command line works on, without a login.
@MainActor
struct HomePlace {
    let home: String
    let world: World
    let prompter: LinePrompter
    private let gate: OutputGate
    private let options: ProgramOptions

    /// - Throws: `BackupFault.inMemory`; the errors of the files of the password and of the store’s address.
    init(_ options: ProgramOptions, _ gate: OutputGate) throws {
        let variables = ProcessVariables.all
        let folder = FileManager.default.currentDirectoryPath
        let program = ShellProgram.ofCommandLine.identity
        let home = Home(of: program, named: options.home, variables: variables, workingFolder: folder)
        let system: InformationSystem =
            switch try options.store ?? home.keptStore() {
            case .memory: throw BackupFault.inMemory
            // Each command opens the file in its own way.
            case .sqlite: .memory(MemorySystem())
            case .server(let address): .postgreSQL(PostgreSQLSystem(address, folder: home.path))
            }
        self.home = home.path
        world = World(
            program: program, system: system, timeZone: .system(variables), workingFolder: folder,
            home: home.path, loginPlace: LoginPlace.current(), worksUnasked: false, variables: variables)
        self.gate = gate
        self.options = options
        prompter = LinePrompter(
            language: options.lang ?? .ofCommandLine,
            password: try options.passwordFile.map { try PasswordFile.secret(in: $0, workingFolder: folder) })
    }

    /// Does the work of a command, and writes its reply.
    static func performing(
        _ options: ProgramOptions, _ gate: OutputGate, _ work: @MainActor (HomePlace) async throws -> Reply
    ) async throws -> ExitStatus {
        let place = try HomePlace(options, gate)
        let reply = try await work(place)
        place.write(reply)
        return reply.status
    }

    /// The path of the store.
    var store: String { "\(home)/\(world.program.command).sqlite" }

    private var language: Language { options.lang ?? .ofCommandLine }

    var context: CommandContext { CommandContext(language: language, world: world, prompter: prompter) }

    /// The same world with the data of the home.
    func world(on system: SQLiteSystem) -> World { world.keeping(system, in: home) }

    var upkeep: Upkeep { Upkeep(in: world) }

    /// Writes the progress of the work for a person who waits for it.
    var progress: @Sendable (_ done: Int, _ all: Int) -> Void { PercentLine.progress(isJSON: options.json) }

    func write(_ reply: Reply) {
        let context = ViewContext(language: language, timeZone: world.timeZone, now: world.clock.now)
        WrittenReply(in: context, isJSON: options.json).write(reply, to: gate)
    }
}

/// The progress of a command’s work, as a percentage on standard error.
enum PercentLine {
    /// Writes the progress for a person who waits for it; nothing for a program.
    static func progress(isJSON: Bool) -> @Sendable (_ done: Int, _ all: Int) -> Void {
        guard isatty(STDERR_FILENO) == 1, !isJSON else { return { _, _ in } }
        return { done, all in
            // The cursor stays at the start of the line, so that the reply is written over it.
            let percent = all == 0 ? 100 : min(100, 100 * done / all)
            FileHandle.standardError.write(Data("\(percent) %\r".utf8))
        }
    }
}

/// Asks on standard input.
@MainActor
final class LinePrompter: Prompter {
    private let lines = PipeLineReader()
    private let language: Language
    private let password: Secret?

    /// - Parameter password: Answers every question for a password.
    init(language: Language, password: Secret?) {
        self.language = language
        self.password = password
    }

    func ask(_ question: LocalizedText) async throws -> String {
        try text(of: try await lines.nextLine(prompt(question), history: nil))
    }

    func askSecret(_ question: LocalizedText) async throws -> Secret {
        if let password { return password }
        return Secret(try text(of: try await lines.nextSecret(prompt(question))))
    }

    func edit(_ text: EditedText, _ use: @MainActor (EditedText) async throws -> Void) async throws {
        throw CommandFault.noAnswer
    }

    func progress(_ done: Int, of total: Int?) {}

    private func prompt(_ question: LocalizedText) -> Prompt { Prompt(text: question.string(in: language)) }

    private func text(of input: LineInput) throws -> String {
        switch input {
        case .line(let line): return line
        case .interrupted: throw CommandFault.cancelled
        case .end, .key: throw CommandFault.noAnswer
        }
    }
}
