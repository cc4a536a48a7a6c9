// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumFaults
import AtriumKit
import AtriumProcesses
import AtriumScreen
package import AtriumScripts
import AtriumSession
package import AtriumShell
import AtriumStores
package import AtriumSystems
package import AtriumTerminal
import AtriumWorlds
import Foundation

/// A running program: opens the information system, creates the coordinator and its shell, and runs them.
@MainActor
package final class RunningProgram {
    private let coordinator: Coordinator
    package let shell: Shell
    private let started: StartedApps
    private let gate: OutputGate
    private let editor: LineEditor?
    private let mode: TerminalMode?
    private let system: InformationSystem
    private let language: Language?
    /// Whether the data is in the home folder.
    private let isAtHome: Bool
    /// The notices about the start that a screen shows beside the first prompt; `nil` if they were shown.
    private var notices: [LocalizedText]?
    /// The token with which a script logs in.
    private let token: Secret?

    /// Composes the program for the options.
    ///
    /// - Parameters:
    ///   - program: The program to run.
    ///   - isInteractive: Whether lines are read from the user or standard input, not from the command line.
    ///   - answers: The lines that answer commands before the user is asked.
    ///   - system: The system for the data; `nil` means that of the options.
    package init(
        _ options: ProgramOptions, of program: ShellProgram, gate: OutputGate, isInteractive: Bool,
        answers: AnswerLines? = nil,
        system: InformationSystem? = nil
    ) throws {
        let variables = ProcessVariables.all
        let folder = FileManager.default.currentDirectoryPath
        let languages = program.identity.languages
        let configured = ConfigurationFolder(of: program.identity, variables: variables)
        var language = options.lang ?? Language.of(variables, among: languages)
        let home = Home(
            of: program.identity, named: options.home, variables: variables, workingFolder: folder)
        let store = try options.store ?? home.keptStore()
        self.system =
            if let system {
                system
            } else {
                switch store {
                case .memory: .memory(MemorySystem())
                case .sqlite: .sqlite(try SQLiteSystem.opened(home.store))
                case .server(let address): .postgreSQL(PostgreSQLSystem(address, folder: home.path))
                }
            }
        self.gate = gate
        self.language = options.lang
        token = try options.token(for: store, variables: variables, of: program.identity, workingFolder: folder)
        var notices = program.languageFaults.map(\.sentence)
        if system == nil, store != .memory, home.isShared { notices.insert(Strings.homeShared(path: home.path), at: 0) }
        if case .sqlite(let system) = self.system, let refusal = system.refusal {
            let isFull = refusal == .full(path: system.path)
            notices.insert((isFull ? Strings.homeFull : Strings.homeReadOnly)(system.path), at: 0)
        }
        let world = World(
            program: program.identity, system: self.system, timeZone: .system(variables), workingFolder: folder,
            home: store == .memory ? nil : home.path,
            loginPlace: LoginPlace.current(), fileMask: program.fileMask, variables: variables)
        let factories = try program.factories(in: world, named: options.apps)
        let configuration = configured.configuration(
            of: program.identity, appSettings: factories.flatMap(\.settings).map(\.name))
        if let chosen = configuration.language, options.lang == nil { language = chosen }
        started = StartedApps(factories)
        coordinator = try Coordinator(
            catalog: factories, world: world,
            language: language,
            size: TerminalSize.current(descriptor: STDOUT_FILENO) ?? Size(columns: 80, rows: 24))
        guard coordinator.hasAccounts || options.user == nil && options.passwordFile == nil && token == nil else {
            throw ScriptShellFault.noAccounts
        }
        // Users of a store in memory may have the names and numbers of other users, whose files are not theirs.
        isAtHome = store != .memory && system == nil
        let isTerminal = isInteractive && gate.isTerminal && isatty(STDIN_FILENO) == 1
        let colors = ColorDepth.detect(environment: variables, isTerminal: gate.isTerminal, choice: options.color)
        let isDumb = ["dumb", ""].contains(variables["TERM"] ?? "")
        let hasPanels = isTerminal && !isDumb && !options.plain && !options.json
        if isTerminal {
            let startsPlain = !hasPanels || PlainStart(home: world.home).isChosen
            mode = TerminalMode(crashSequence: startsPlain ? .restoreTerminal : .restoreScreen)
            let history = isAtHome ? home.historyFolder() : nil
            editor = LineEditor(
                program: program.identity.name, gate: gate, depth: isDumb || options.plain ? .none : colors,
                historyFolder: history)
            editor?.marksPrompts = !isDumb
        } else {
            mode = nil
            editor = nil
        }
        let lines: any LineSource = editor ?? PipeLineReader()
        let passwords = try options.passwordFile.map { try PasswordFile.secrets(in: $0, workingFolder: folder) }
        answers?.rest = lines
        let rendering = options.json ? ShellOptions.Rendering.json : hasPanels ? .screen : .plain
        shell = Shell(
            coordinator: coordinator, lines: answers ?? lines, gate: gate,
            options: ShellOptions(
                rendering: rendering, colors: colors, password: passwords?.password, newPassword: passwords?.new,
                isInteractive: isTerminal,
                isSpoken: isTerminal && options.plain,
                draftsFolder: isAtHome ? home.draftsFolder() : nil,
                topics: [.sessions(of: program.identity)] + program.topics, configuration: configuration),
            screen: rendering == .screen
                ? editor.map {
                    (
                        $0,
                        DiffRenderer(
                            depth: colors, synchronized: true, hasLinks: LinkAddress.isPossible(variables))
                    )
                } : nil)
        Coordinator.share(coordinator)
        gate.editor = editor
        shell.onHistoryForgotten = { [editor, isAtHome] name in
            editor?.forgetHistory(name)
            if isAtHome { LineEditor.removeHistory(name, in: home.history) }
        }
        shell.onHistoryMoved = { [editor, isAtHome] name, new in
            editor?.forgetHistory(name)
            if isAtHome { LineEditor.moveHistory(name, to: new, in: home.history) }
        }

        connectTerminal()
        // On a screen they are beside the first prompt: written before, they would be behind it.
        if rendering == .screen { self.notices = notices } else { shell.showNotices(notices) }
    }

    /// Logs a user in: the named one, otherwise the one whose login was kept.
    ///
    /// First finishes earlier deletions of users; if that is not possible now, the next process does it.
    func logIn(as user: String?) async throws {
        try? await shell.finishDeletions()
        if let user {
            // The password is requested on the screen, if there is one.
            shell.enterScreen()
            try await shell.logInAtStart(name: user)
        } else if let token {
            try await shell.welcome(try await coordinator.authenticator.logIn(token: token))
            coordinator.lease.noteUseLater()
        } else if let session = try await coordinator.authenticator.resume() {
            try await shell.welcome(session, isResumed: true)
            coordinator.lease.noteUseLater()
            if shell.options.isInteractive { coordinator.lease.wantOwnSession() }
        }
        // The command line takes precedence over the user’s stored setting.
        if let language { coordinator.setLanguage(language) }
    }

    /// Performs commands in order, and stops at the first that fails.
    package func run(_ commands: [String]) async throws -> ExitStatus {
        for command in commands {
            let (status, isOver) = await shell.perform(command)
            try gate.flush()
            guard status == .success else {
                _ = await shell.finishJobs()
                return status
            }
            if isOver || Task.isCancelled { break }
        }
        let status = await shell.finishJobs()
        await backUpToday()
        return status
    }

    /// Performs a script.
    func perform(_ macro: ScriptMacro, answers: AnswerLines) async throws -> ExitStatus {
        defer { restoreTerminal() }
        try await macro.perform(on: MacroShell(shell, lines: answers))
        let status = await shell.finishJobs()
        await coordinator.endEditing()
        return status
    }

    /// Performs the lines that the user types, or those of standard input.
    package func runShell() async throws -> ExitStatus {
        let watch = shell.options.isInteractive ? watchOtherProcesses() : nil
        defer { watch?.cancel() }
        let backups = shell.options.isInteractive ? makeDailyBackups() : nil
        defer { backups?.cancel() }
        shell.enterScreen()
        if let notices { shell.showNotices(notices) }
        let status = await shell.run()
        restoreTerminal()
        if !shell.options.isInteractive { await backUpToday() }
        return status
    }

    /// Makes the backup of today if the user wants daily ones, and reports a failure.
    private func backUpToday() async {
        guard isAtHome, coordinator.world.server == nil, shell.wantsDailyBackups, !Task.isCancelled else { return }
        do { try await shell.backUpToday() } catch {
            let described = ErrorDescription(error)
            // The next process tries again.
            guard described.code != CommandFault.stopped.code else { return }
            shell.tellOfFailedBackup(described)
        }
    }

    /// Makes the backup of each day while the shell runs, beside the commands.
    private func makeDailyBackups() -> Task<Void, Never> {
        Task {
            while !Task.isCancelled {
                // The first prompt does not wait for it.
                try? await Task.sleep(for: .seconds(5))
                await backUpToday()
                try? await Task.sleep(for: .seconds(60))
            }
        }
    }
}

extension RunningProgram {
    private func connectTerminal() {
        guard let editor else { return }
        shell.onPanelsChange = { [mode] in mode?.setCrashSequence($0 ? .restoreScreen : .restoreTerminal) }
        editor.complete = { [shell] request in await shell.completions(for: request) }
        editor.onResize = { [coordinator, shell] size in
            coordinator.setSize(size)
            shell.screen?.resize()
        }
        // The size was read before changes were observed.
        if let size = TerminalSize.current(descriptor: STDOUT_FILENO) { coordinator.setSize(size) }
        editor.onInterrupt = { [shell] in shell.cancelCommand() }
        for (signal, status) in [(SIGTERM, Int32(143)), (SIGHUP, Int32(129))] {
            Signals.observe(signal) { [weak self] in
                Task { @MainActor in
                    await self?.shell.keepTyped()
                    // An editor or a pager that has the terminal ends first, and its output is saved.
                    // Other running work stops at a point where it can report its progress.
                    if !ChildProcess.endForeground() { self?.shell.cancelCommand() }
                    await self?.shell.commandEnds(within: .seconds(2))
                    await self?.coordinator.endEditing()
                    self?.restoreTerminal()
                    await self?.close()
                    exit(status)
                }
            }
        }
    }

    /// Does the program’s work, and closes its resources in any case.
    package func closing(_ work: @escaping @MainActor () async throws -> ExitStatus) async throws -> ExitStatus {
        do {
            try await started.start()
            let status =
                if editor != nil {
                    try await work()
                } else {
                    try await Interruption(of: shell).guarding(work) { [self] in
                        try? gate.flush()
                        await close()
                    }
                }
            await close()
            return status
        } catch {
            restoreTerminal()
            await close()
            throw error
        }
    }

    /// Ends a login that no later process could find, and closes the store.
    private func close() async {
        switch coordinator.login {
        case .loggedOut: break
        case .active(let session), .locked(let session):
            // A session that cannot be ended now expires.
            try? await coordinator.authenticator.leave(session)
        }
        await started.end()
        system.close()
    }

    private func restoreTerminal() {
        editor?.close()
        shell.endTitle()
        shell.screen?.leaveScreen()
        // Later output goes to the terminal.
        gate.screen = nil
        mode?.restore()
    }

    /// Checks for changes by other processes twice a second.
    private func watchOtherProcesses() -> Task<Void, Never>? {
        if case .memory = system { return nil }
        return Task { [system, gate, coordinator] in
            @MainActor func say(_ sentence: LocalizedText) {
                gate.writeErrorLine(VisibleText(sentence.string(in: coordinator.language)))
            }
            var isAway = false
            while !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(500))
                do {
                    try await system.noticeForeignChanges()
                    guard isAway, case .postgreSQL(let server) = system, server.isOnline else { continue }
                    isAway = false
                    say(Strings.serverBack(path: server.place))
                } catch {
                    // The next command reports a file that cannot be read now; a server that is lost says so once.
                    guard case .postgreSQL(let server) = system, let fault = error as? StoreFault else { continue }
                    isAway = true
                    // No command failed.
                    let isLost = fault == .offline(path: server.place, reason: "")
                    say(isLost ? Strings.serverAway(path: server.place) : fault.sentence)
                }
            }
        }
    }
}

/// Work without user input that a signal ends: the running command is cancelled first and reports its
/// progress.
@MainActor
final class Interruption {
    private static let signals: [(number: Int32, status: ExitStatus)] = [
        (SIGINT, .interrupted), (SIGTERM, .terminated), (SIGHUP, .hangUp),
    ]
    /// The time that cancelled work has to report.
    private static let grace = Duration.seconds(10)

    private let shell: Shell
    /// The process’s status from the first signal.
    private var status: ExitStatus?

    /// The work of this shell.
    init(of shell: Shell) { self.shell = shell }

    /// Does the work; a second signal ends the process immediately.
    ///
    /// - Parameter end: Called if the work does not end in time.
    /// - Returns: Its status, or that of a process ended by a signal.
    func guarding(
        _ work: @escaping @MainActor () async throws -> ExitStatus, orEnd end: @escaping @MainActor () async -> Void
    ) async throws -> ExitStatus {
        let task = Task { try await work() }
        for (signal, status) in Self.signals where !Signals.isIgnored(signal) {
            Signals.observe(signal, endsWaiting: true) { [self] in
                // Ctrl-C is for the program that has the terminal.
                guard self.status == nil, signal != SIGINT || !ChildProcess.hasForeground else { return }
                self.status = status
                for other in Self.signals { Signals.restoreDefault(of: other.number) }
                task.cancel()
                shell.cancelJobs()
                _ = ChildProcess.endForeground()
                Task {
                    try? await Task.sleep(for: Self.grace)
                    await end()
                    exit(status.rawValue)
                }
            }
        }
        let result = await task.result
        if case .failure(let error) = result, status == nil || error is OutputFault { throw error }
        return try status ?? result.get()
    }
}
