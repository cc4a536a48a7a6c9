// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumFaults
import AtriumFiles
import AtriumKit
import AtriumProcesses
package import AtriumScripts
package import AtriumSession
import AtriumShell
import AtriumStores
package import AtriumSystems
package import AtriumTerminal
import AtriumWorlds
import Foundation

/// A program’s shell that a session script drives, with its own store, clock and user, and collected output.
@MainActor
package final class ScriptShell: RecordableSubject {
    /// The password of every user of a script; scripts type it when asked.
    package nonisolated static let password = "quiet herons ferry old bells"

    private let coordinator: Coordinator
    private let started: StartedApps
    private let shell: Shell
    private let clock: ManualClock
    private let lines = AnswerLines()
    private let output = MemorySink()
    private let errorOutput = MemorySink()
    private let gate: OutputGate
    private let settings: ScriptSettings
    private let coverage: ScriptCoverage?
    private let template: ScriptTemplate?
    private let own: InformationSystem
    private let folder: String
    private let executable: String
    /// The user logged in by a setting, who has the known password.
    private var user: String?

    /// Creates a shell for a script, or for a user whose answers are recorded.
    ///
    /// - Parameters:
    ///   - program: The program that the script drives.
    ///   - folder: The session’s folder, which is also the user’s home.
    ///   - rest: The source of answers that the script does not have.
    ///   - coverage: Records what the script exercises.
    ///   - system: The system for the data; `nil` means one of the script’s own.
    ///   - template: The template of the script’s own file.
    ///   - server: The address of the server for a script that needs one.
    ///   - executable: The path of the program on the script’s terminal.
    package init(
        _ program: ShellProgram, settings: ScriptSettings, folder: String, rest: (any LineSource)? = nil,
        coverage: ScriptCoverage? = nil,
        system: InformationSystem? = nil, template: ScriptTemplate? = nil, server: String? = nil,
        executable: String = ProgramShellFactory.running
    ) async throws {
        guard let timeZone = Zone(identifier: settings.timeZone) else {
            throw ScriptShellFault.unknownTimeZone(settings.timeZone)
        }
        self.settings = settings
        self.coverage = coverage
        lines.rest = rest
        clock = ManualClock(now: Timestamp(secondsOf: settings.clock))
        gate = OutputGate(output: output, error: errorOutput, isTerminal: false)
        let ownHome = "\(folder)/.\(program.identity.command)"
        let own: InformationSystem =
            switch system == nil ? settings.store : .memory {
            case .memory: .memory(MemorySystem())
            // The file is removed with the script, so that it need not survive a power failure.
            case .sqlite:
                .sqlite(
                    try (template ?? ScriptTemplate()).system(
                        at: "\(ownHome)/\(program.identity.command).sqlite"))
            case .postgres:
                .postgreSQL(try Self.system(on: server, folder: ownHome))
            }
        self.template = template
        self.own = own
        self.folder = folder
        self.executable = executable
        let home = system == nil && settings.store != .memory ? ownHome : nil
        let world = World(
            program: program.identity, system: system ?? own, clock: clock, timeZone: timeZone, workingFolder: folder,
            home: home, seed: settings.seed, passwordCost: .least,
            // Only its commands do work, so that the outcome is the same on a slow machine.
            worksUnasked: false,
            variables: Self.variables(of: program.identity, folder: folder, timeZone: settings.timeZone))
        let factories = try program.factories(in: world, named: settings.apps)
        let configuration = ConfigurationFolder(of: program.identity, variables: world.variables).configuration(
            of: program.identity, appSettings: factories.flatMap(\.settings).map(\.name))
        started = StartedApps(factories)
        try await started.start()
        coordinator = try Coordinator(
            catalog: factories, world: world,
            language: program.identity.languages.contains(settings.language)
                ? settings.language : program.identity.languages[0],
            size: Size(columns: settings.size.columns, rows: settings.size.rows))
        shell = Shell(
            coordinator: coordinator, lines: lines, gate: gate,
            options: ShellOptions(
                rendering: settings.render == .screen ? .screen : .plain, editsInLines: true,
                topics: [.sessions(of: program.identity)] + program.topics, configuration: configuration))
        shell.showNotices([])
        if let coverage {
            shell.performed = { coverage.note($0) }
            for name in settings.given { coverage.note(name) }
        }
        if let user = settings.user {
            try await logIn(user)
        } else if !coordinator.hasAccounts, let guest = try await coordinator.authenticator.resume() {
            try await shell.welcome(guest)
        }
        _ = collected()
    }

    package var currentApp: String? { coordinator.login.session == nil ? nil : coordinator.current.rawValue }

    package func perform(_ command: String, answers: [String]) async -> ScriptOutcome {
        lines.load(answers)
        var isUnderstood = true
        shell.failed = { error in
            if case CommandFault.unknownCommand = error { isUnderstood = false }
            if case CommandFault.unknownApp = error { isUnderstood = false }
        }
        let (status, isOver) = await shell.performTyped(command)
        if settings.render == .screen, status == .success, coordinator.login.session != nil {
            // The frame as text, as a user would see it after the command.
            await shell.showFrame()
        }
        let text = collected()
        return ScriptOutcome(
            output: text.output, errorOutput: text.error, status: status.rawValue,
            answersUsed: answers.count - lines.left, wantedMoreAnswers: lines.wantedMore, quit: isOver,
            isUnderstood: isUnderstood)
    }

    package func apply(_ setting: ScriptSetting) async throws {
        coverage?.note(setting.name)
        switch setting {
        case .clock(let date): clock.set(to: Timestamp(secondsOf: date))
        case .clockMoved(let seconds): clock.advance(by: .seconds(seconds))
        case .language(let language): coordinator.setLanguage(language)
        case .size(let size): coordinator.setSize(Size(columns: size.columns, rows: size.rows))
        case .user(let name): try await logIn(name)
        case .timeZone, .render, .seed, .store, .apps: throw ScriptShellFault.onlyAtTheStart(setting.name.rawValue)
        }
    }

    package func openTerminal() async throws -> any ScriptTerminal {
        await coordinator.endEditing()
        let session = coordinator.login.session
        var words = [executable, "--lang", coordinator.language.rawValue]
        if let apps = settings.apps { words += ["--apps", apps.joined(separator: " ")] }
        if let session, session.name == user {
            let file = "\(folder)/.\(coordinator.world.program.command)/password"
            try DraftFile.write(Array(Self.password.utf8), to: file, replacing: true)
            words += ["--user", session.name, "--password-file", file]
        }
        let isKnown = !coordinator.hasAccounts || session?.name == user
        if session != nil, isKnown, coordinator.current != coordinator.catalog.first?.id {
            words += ["--open", coordinator.current.rawValue]
        }
        let size = coordinator.size
        return try await TmuxTerminal(
            running: words,
            variables: Self.variables(
                of: coordinator.world.program, folder: folder, timeZone: settings.timeZone),
            size: ScriptSize(columns: size.columns, rows: size.rows), folder: folder, entered: noteTyped())
    }

    /// Records in the coverage the commands typed on a terminal.
    private func noteTyped() -> (String) -> Void {
        guard let coverage else { return { _ in } }
        var app = coordinator.current
        return { app = coverage.note(typed: $0, in: app) }
    }

    package func files(in command: String) -> [String] { shell.files(in: command) }

    package var passwordQuestion: LocalizedText? { shell.passwordQuestion }

    package func isCommand(_ line: String) -> Bool { shell.isCommand(line) }

    package func end() async {
        _ = await shell.finishJobs()
        await coordinator.endEditing()
        await started.end()
        switch own {
        case .memory: break
        case .sqlite(let system): template?.learn(from: system, folder: folder)
        // A table that cannot be removed now does no harm: each test has names of its own.
        case .postgreSQL(let system): try? await system.discard()
        }
    }

    /// A system with tables of its own on a server.
    private static func system(on server: String?, folder: String) throws -> PostgreSQLSystem {
        guard let server else { throw ScriptShellFault.noServer }
        try Folder.make(folder)
        let name = "script_" + UUID().uuidString.lowercased().filter { $0 != "-" }
        return PostgreSQLSystem(server, folder: folder, schema: name, makesTables: true)
    }

    /// Logs a user in, and registers the user first if necessary.
    private func logIn(_ name: String) async throws {
        guard coordinator.hasAccounts else { throw ScriptShellFault.noAccounts }
        user = name
        let authenticator = coordinator.authenticator
        let password = Secret(Self.password)
        do {
            try await shell.welcome(await authenticator.register(name: name, password: password))
        } catch let fault where fault as? AuthenticationFault == .nameTaken(name) || fault.isOfOneUser {
            try await shell.welcome(await authenticator.logIn(name: name, password: password, keep: false))
        }
    }

    /// The whole environment of a script, which does not depend on the user who runs it.
    ///
    /// The programs are those that the script names, and git without a user’s configuration; other ones installed for
    /// pictures and files do not change its output.
    private static func variables(
        of program: ProgramIdentity, folder: String, timeZone: String
    ) -> [String: String] {
        [
            "HOME": folder, program.variable("HOME"): "\(folder)/.\(program.command)", "TZ": timeZone,
            "LC_ALL": "C.UTF-8",
            "PATH": ProcessVariables.all["PATH"] ?? "",
            program.variable("WITHOUT"): "chafa xdg-open secret-tool",
            "GIT_CONFIG_NOSYSTEM": "1",
        ]
    }

    private func collected() -> (output: String, error: String) {
        // Both sinks accept all output.
        try? gate.flush()
        return (output.take(), errorOutput.take())
    }
}

extension Error {
    /// Whether the role of a server has one user, who is there.
    fileprivate var isOfOneUser: Bool { if case .oneUser? = self as? StoreFault { true } else { false } }
}

extension Timestamp {
    /// The timestamp of a date, which scripts know to the second.
    fileprivate init(secondsOf date: Date) { self.init(seconds: Int64(date.timeIntervalSince1970)) }
}

/// A shell on which a script is performed, with the lines that answer its commands first.
@MainActor
final class MacroShell: ScriptMacroSubject {
    private let shell: Shell
    private let lines: AnswerLines

    /// A shell whose lines come from `lines`.
    init(_ shell: Shell, lines: AnswerLines) {
        self.shell = shell
        self.lines = lines
    }

    private var coordinator: Coordinator { shell.coordinator }

    var currentApp: String? { coordinator.login.session == nil ? nil : coordinator.current.rawValue }
    var userName: String? { coordinator.login.session?.name }

    func perform(_ command: String, answers: [String]) async throws -> (status: ExitStatus, isOver: Bool) {
        lines.load(answers)
        let outcome = await shell.performTyped(command)
        lines.load([])
        try shell.gate.flush()
        return outcome
    }

    func setLanguage(_ language: Language) { coordinator.setLanguage(language) }
    func setSize(_ size: ScriptSize) { coordinator.setSize(Size(columns: size.columns, rows: size.rows)) }
}

/// A request of a script or a command line that the program cannot fulfil.
package enum ScriptShellFault: Error, Hashable {
    /// The tz database has no such zone.
    case unknownTimeZone(String)
    /// The program has no such app; `apps` are those that it has.
    case unknownApp(String, apps: [String])
    /// The setting follows `% user` or a command.
    case onlyAtTheStart(String)
    /// The program has no accounts, but a login was requested.
    case noAccounts
    /// The setting has no meaning for another program.
    case notOfPrograms(String)
    /// The text names no program.
    case noProgram(String)
    /// The other program is not on this machine.
    case missingProgram(String)
    /// The script needs a server, and none was named.
    case noServer
}

extension ScriptShellFault: UserFacing {
    package static var area: String { "script" }

    package var sentence: LocalizedText { Strings.sentence(of: self) }

    package var status: ExitStatus { .usage }
}
