// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
package import AtriumScripts
package import AtriumShell
import Foundation
import Processes
import Session
package import Systems
package import Terminal
import Worlds

/// A program that runs: opens the information system, makes the coordinator and a shell around it, and runs them.
@MainActor
package final class RunningProgram {
    private let coordinator: Coordinator
    package let shell: Shell
    private let gate: OutputGate
    private let editor: LineEditor?
    private let mode: TerminalMode?
    private let system: InformationSystem
    private let language: Language?

    /// Composes the program that the options ask for.
    ///
    /// - Parameters:
    ///   - program: What is run.
    ///   - isInteractive: Whether lines are read from whoever is there, and not from the command line.
    ///   - answers: Lines that commands are answered with before whoever is there is asked.
    ///   - system: Where data lives; nil: where the options say.
    package init(
        _ options: ProgramOptions, of program: ShellProgram, gate: OutputGate, isInteractive: Bool,
        answers: AnswerLines? = nil,
        system: InformationSystem? = nil
    ) throws {
        let variables = ProcessVariables.all
        let folder = FileManager.default.currentDirectoryPath
        let home = Home(
            of: program.identity, named: options.home, variables: variables, workingFolder: folder)
        self.system =
            if let system {
                system
            } else {
                switch options.store {
                case .memory: .memory(MemorySystem())
                case .sqlite: .sqlite(try SQLiteSystem(path: home.store))
                }
            }
        self.gate = gate
        language = options.lang
        if system == nil, options.store == .sqlite, home.isShared {
            let notice = Strings.homeShared(path: home.path).string(in: options.lang ?? Language.of(variables))
            gate.writeErrorLine(VisibleText(notice))
        }
        let world = World(
            program: program.identity, system: self.system, timeZone: .system(variables), workingFolder: folder,
            home: options.store == .memory ? nil : home.path,
            loginPlace: LoginPlace.current(), variables: variables)
        coordinator = try Coordinator(
            catalog: program.factories(in: world, named: options.apps), world: world,
            language: options.lang ?? Language.of(variables),
            size: TerminalSize.current(descriptor: STDOUT_FILENO) ?? Size(columns: 80, rows: 24))
        guard coordinator.hasAccounts || options.user == nil && options.passwordFile == nil else {
            throw ScriptShellFault.noAccounts
        }
        // Users of a store in memory may have the names and numbers of others, whose files are none of theirs.
        let isAtHome = options.store == .sqlite && system == nil
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
        } else {
            mode = nil
            editor = nil
        }
        let lines: any LineSource = editor ?? PipeLineReader()
        let password = try options.passwordFile.map { try PasswordFile.secret(in: $0, workingFolder: folder) }
        answers?.rest = lines
        let rendering = options.json ? ShellOptions.Rendering.json : hasPanels ? .screen : .plain
        shell = Shell(
            coordinator: coordinator, lines: answers ?? lines, gate: gate,
            options: ShellOptions(
                rendering: rendering, colors: colors, password: password, isInteractive: isTerminal,
                isSpoken: isTerminal && options.plain,
                draftsFolder: isAtHome ? home.draftsFolder() : nil,
                topics: [.sessions(of: program.identity)]),
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
        shell.onHistoryForgotten = { [editor] name in
            editor?.forgetHistory(name)
            if isAtHome { LineEditor.removeHistory(name, in: home.history) }
        }

        connectTerminal()
    }

    /// Logs a user in: the one who was named, otherwise the one whose login was kept.
    ///
    /// What an earlier process left of deleted users is deleted before; where that cannot be done now, the next one does.
    func logIn(as user: String?) async throws {
        try? await shell.finishDeletions()
        if let user {
            // The password is asked for on the screen, where there is one.
            shell.enterScreen()
            try await shell.logInAtStart(name: user)
        } else if let session = try await coordinator.authenticator.resume() {
            try await shell.welcome(session)
            coordinator.noteUseLater()
        }
        // What was said on the command line holds, whatever the user has chosen for good.
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
        return await shell.finishJobs()
    }

    /// Performs a script.
    func perform(_ macro: ScriptMacro, answers: AnswerLines) async throws -> ExitStatus {
        defer { restoreTerminal() }
        try await macro.perform(on: MacroShell(shell, lines: answers))
        let status = await shell.finishJobs()
        await coordinator.endEditing()
        return status
    }

    /// Performs the lines that somebody types, or that standard input holds.
    package func runShell() async throws -> ExitStatus {
        let watch = shell.options.isInteractive ? watchOtherProcesses() : nil
        defer { watch?.cancel() }
        shell.enterScreen()
        let status = await shell.run()
        restoreTerminal()
        return status
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
        // It was read before anything told of changes.
        if let size = TerminalSize.current(descriptor: STDOUT_FILENO) { coordinator.setSize(size) }
        editor.onInterrupt = { [shell] in shell.cancelCommand() }
        for (signal, status) in [(SIGTERM, Int32(143)), (SIGHUP, Int32(129))] {
            Signals.observe(signal) { [weak self] in
                Task { @MainActor in
                    await self?.shell.keepTyped()
                    // An editor or a pager that has the terminal goes first, and what it wrote is taken care of.
                    // What else is under way stops where it can say how far it came.
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

    /// Does the program’s work, and closes what it holds open however that ends.
    package func closing(_ work: @escaping @MainActor () async throws -> ExitStatus) async throws -> ExitStatus {
        do {
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
            // What cannot be ended now expires by itself.
            try? await coordinator.authenticator.leave(session)
        }
        system.close()
    }

    private func restoreTerminal() {
        editor?.close()
        shell.endTitle()
        shell.screen?.leaveScreen()
        // What is said from now on is for the terminal.
        gate.screen = nil
        mode?.restore()
    }

    /// Notices twice a second what other processes have changed.
    private func watchOtherProcesses() -> Task<Void, Never>? {
        guard case .sqlite(let system) = system else { return nil }
        return Task {
            while !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(500))
                // A store that cannot be read now is told of by the next command.
                try? await system.noticeForeignChanges()
            }
        }
    }
}

/// Work beside which nobody types, and which a signal ends: what is under way is cancelled first, and says how far it
/// came.
@MainActor
final class Interruption {
    private static let signals: [(number: Int32, status: ExitStatus)] = [
        (SIGINT, .interrupted), (SIGTERM, .terminated), (SIGHUP, .hangUp),
    ]
    /// How long what is cancelled may take to say so.
    private static let grace = Duration.seconds(10)

    private let shell: Shell
    /// What the first signal says of the process.
    private var status: ExitStatus?

    /// The work of this shell.
    init(of shell: Shell) { self.shell = shell }

    /// Does the work; a signal that comes a second time ends the process at once.
    ///
    /// - Parameter end: What is done where the work does not end in time.
    /// - Returns: Its status, or that of a process which a signal has ended.
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
