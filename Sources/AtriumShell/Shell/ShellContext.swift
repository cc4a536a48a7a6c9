// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScreen
import AtriumSession
import AtriumTerminal

/// The objects that the parts of a shell share.
///
/// A value: a part that has it owns no other part that has it too.
@MainActor
struct ShellContext {
    /// The mediator between the apps.
    let coordinator: Coordinator
    /// The source of lines.
    let lines: any LineSource
    /// The options of the shell.
    let options: ShellOptions
    /// The use of the typed line.
    let input: InputState
    /// The user’s settings and aliases.
    let settings: UserSettings
    /// The reader of typed lines.
    let reader: CommandReader
    /// The present and earlier input.
    let typed: LineStore
    /// The choice of presenters.
    let presenters: PresenterChoice
    /// The reporter of progress.
    let reporter: ProgressReporter
    /// The full screen, if there is one.
    let screen: Screen?

    /// The context of these parts.
    init(
        coordinator: Coordinator, lines: any LineSource, options: ShellOptions, input: InputState,
        settings: UserSettings, reader: CommandReader, typed: LineStore, presenters: PresenterChoice,
        screen: Screen? = nil
    ) {
        self.coordinator = coordinator
        self.lines = lines
        self.options = options
        self.input = input
        self.settings = settings
        self.reader = reader
        self.typed = typed
        self.presenters = presenters
        self.screen = screen
        reporter = ProgressReporter(presenters: presenters, clock: coordinator.world.clock)
    }

    /// The way of all output.
    var gate: OutputGate { presenters.current.gate }
    /// Whether there is a person to greet and ask.
    var isInteractive: Bool { options.isInteractive }
    /// The destinations of replies.
    var output: ReplyOutput { ReplyOutput(gate: gate, world: coordinator.world) }
}

/// The values that commands are given, made anew only for another language.
@MainActor
final class CommandContexts {
    private let shell: ShellContext
    private let prompter: ShellPrompter
    /// The deletion of data of users who are gone.
    let deletion: UserDeletion
    /// The archives of users’ data.
    let archives: UserArchives
    private var last: CommandContext?

    /// The values for commands that ask through a prompter.
    init(in shell: ShellContext, prompter: ShellPrompter) {
        self.shell = shell
        self.prompter = prompter
        deletion = UserDeletion(in: shell, prompter: prompter)
        archives = UserArchives(coordinator: shell.coordinator)
    }

    /// The values for the next command.
    var current: CommandContext {
        let coordinator = shell.coordinator
        if let last, last.language == coordinator.language { return last }
        let made = CommandContext(
            language: coordinator.language, world: coordinator.world, prompter: prompter,
            requireLogin: { [prompter] in try await coordinator.lease.requireLogin(prompter) },
            replaceSession: { [settings = shell.settings] in await settings.take($0) },
            keptByApps: { [deletion] in try await deletion.kept(of: $0) },
            finishDeletions: { [deletion] in try await deletion.finish() },
            archives: archives, apps: coordinator.catalog.map(\.id))
        let whole = CommandContext(made) { [weak coordinator] in coordinator?.settingsJournal }
        last = whole
        return whole
    }
}
