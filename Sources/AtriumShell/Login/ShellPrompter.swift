// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumKit
import AtriumScreen
import AtriumSession
import AtriumStores
import AtriumTerminal
import AtriumWorlds
import Foundation

/// Asks through the line source: a person, a script, or the next lines of standard input.
@MainActor
final class ShellPrompter: Prompter {
    private let lines: any LineSource
    private let gate: OutputGate
    private let coordinator: Coordinator
    private let password: Secret?
    private let newPassword: Secret?
    private let editsInLines: Bool
    private let isSpoken: Bool
    private let settings: UserSettings
    private let files: EditedFiles
    /// The prefix that separates the files of a store that ends with the process from others in the same folder.
    private let passing: String
    private let reporter: ProgressReporter
    private var meter: ProgressMeter
    private let input: InputState
    /// Called when a question is left because the login does not hold any more; false if the user has not come back.
    var onLeave: (@MainActor () async throws -> Bool)?
    /// The screen on which a text of several lines is written; `nil`: on the line.
    private weak var screen: Screen?
    /// The viewer of single pictures.
    private let pictures: PictureViewer
    /// The presenter of mistakes to the person who made them; `nil`: there is no person.
    private let mistakes: PresenterChoice?

    /// The prompter of a shell.
    init(in shell: ShellContext) {
        let (world, draftsFolder) = (shell.coordinator.world, shell.options.draftsFolder)
        coordinator = shell.coordinator
        lines = shell.lines
        input = shell.input
        gate = shell.gate
        mistakes = shell.isInteractive ? shell.presenters : nil
        password = shell.options.password
        newPassword = shell.options.newPassword
        editsInLines = shell.options.editsInLines
        isSpoken = shell.options.isSpoken
        settings = shell.settings
        screen = shell.screen
        pictures = PictureViewer(
            coordinator: shell.coordinator, gate: gate, settings: shell.settings, depth: shell.options.colors)
        files = EditedFiles(
            folder: draftsFolder ?? world.variables["TMPDIR"] ?? "/tmp", of: world.program.command,
            memoryIn: MemoryFolder.parents(world.variables))
        passing = draftsFolder == nil ? "\(world.program.command)-\(UUID().uuidString)-" : ""
        reporter = shell.reporter
        meter = ProgressMeter(clock: world.clock)
    }

    private var world: World { coordinator.world }
    private var language: Language { coordinator.language }

    /// The owner of the edited files; `nil` without a login.
    private var owner: String? { coordinator.login.session.map { LineStore.owner($0.user, $0.name) } }

    /// Makes sure that the login still holds after an edit.
    private func requireLogin() async throws { try await coordinator.lease.requireLogin(self) }

    func ask(_ question: LocalizedText) async throws -> String {
        try await answer { try await self.lines.nextLine(self.prompt(question), history: nil) }
    }

    func ask(_ question: LocalizedText, typing: @escaping @MainActor (String) async -> Void) async throws -> String {
        let keys = lines.keyed
        keys?.onTyping = { await typing($0.text) }
        defer { keys?.onTyping = nil }
        return try await ask(question)
    }

    func write(
        _ title: LocalizedText, startingWith text: String, measuring: (@MainActor (String) -> LocalizedText)?,
        typing: (@MainActor (String) async -> Void)?
    ) async throws -> String? {
        guard lines.answerer == .person, let keys = lines.keyed, let screen,
            let editor = screen.openEditor(title, measuring: measuring, isKept: typing != nil)
        else { return nil }
        defer {
            screen.close(editor)
            keys.onTyping = nil
        }
        if let typing { keys.onTyping = { await typing($0.text) } }
        var draft = LineDraft(text)
        while true {
            try gate.flush()
            keys.draft = draft
            switch try await input.typing(.answer, { try await keys.nextLine(Prompt(text: ""), history: nil) }) {
            case .line(let text): return text
            case .end: throw CommandFault.noAnswer
            case .interrupted:
                await typing?(keys.interrupted.text)
                throw CommandFault.cancelled
            case .key(let name, let text):
                draft = text
                let leaving = screen.takeLeaving()
                if name != LoginGuard.leavingKey, case .finish = leaving { return text.text }
                await typing?(text.text)
                guard name == LoginGuard.leavingKey, try await onLeave?() == true else { throw CommandFault.cancelled }
            }
        }
    }

    func show(_ text: String) {
        guard lines.answerer == .person else { return }
        for line in VisibleText(text, keepingNewlines: true).lines { gate.writeLine(line) }
    }

    func askSecret(_ question: LocalizedText) async throws -> Secret {
        // A script’s own answers come before the password for all questions.
        if let password, lines.answerer != .script { return password }
        return Secret(try await answer { try await self.lines.nextSecret(self.prompt(question)) })
    }

    func askSecret(
        _ question: LocalizedText, measuring: @escaping @MainActor (Secret) -> LocalizedText?
    ) async throws -> Secret {
        // It is asked for new passwords.
        if let newPassword, lines.answerer != .script { return newPassword }
        guard let keys = measured else { return try await askSecret(question) }
        keys.onSecret = { [coordinator] in measuring(Secret($0))?.string(in: coordinator.language) }
        defer { keys.onSecret = nil }
        return try await askSecret(question)
    }

    /// The source of keys that shows a remark behind what is typed; `nil` if there is none.
    private var measured: (any KeyedLineSource)? {
        // A screen reader would read the whole question again after each key.
        lines.answerer == .person && !isSpoken && !settings.isPlain ? lines.keyed : nil
    }

    func remark(_ text: LocalizedText) {
        guard password == nil, lines.answerer != .script, lines.showsRemarks, measured == nil else { return }
        let line = VisibleText(text.string(in: language))
        if mistakes != nil, gate.isTerminal { gate.writeLine(line) } else { gate.writeErrorLine(line) }
    }

    func askCode(_ question: LocalizedText) async throws -> Secret {
        if password != nil, lines.answerer == .absent { throw CommandFault.noAnswer }
        return Secret(try await answer { try await self.lines.nextSecret(self.prompt(question)) })
    }

    func askSecretInPerson(_ question: LocalizedText) async throws -> Secret {
        guard lines.answerer != .absent else { throw CommandFault.noAnswer }
        return Secret(try await answer { try await self.lines.nextSecret(self.prompt(question)) })
    }

    /// Whether a password was given beforehand for all questions.
    var hasPassword: Bool { password != nil && lines.answerer != .script }

    /// Not if a password was given beforehand for all questions, which would be the same again.
    var mendsMistakes: Bool { mistakes != nil && password == nil && lines.answerer == .person }

    /// Shows a mistake above the question, which is asked again.
    func tell(ofMistake mistake: any UserFacing) {
        mistakes?.current.forgetPrinted()
        mistakes?.current.show(mistake)
    }

    func forgetMistakes() { mistakes?.current.forgetPrinted() }

    func edit(_ text: EditedText, _ use: @MainActor (EditedText) async throws -> Void) async throws {
        guard editsInLines else {
            let editor = Editor(
                world: world, files: files, owner: ownerOfFiles(owner), hasTerminal: gate.isTerminal && isatty(0) == 1
            )
            let (edited, file) = try await gate.lendTerminal(to: .editor) { try await editor.edited(text) }
            do {
                // Any time may have passed.
                try await requireLogin()
                try await use(edited)
            } catch let fault as any UserFacing where fault is AuthenticationFault || fault is StoreFault {
                throw KeptEdit(command: text.command, reason: fault)
            }
            return editor.discard(file)
        }
        try gate.flush()
        var lines: [String] = []
        while let line = try await nextEdited() { lines.append(line) }
        var result = text
        result.text = lines.joined(separator: "\n")
        try await requireLogin()
        try await use(result)
    }

    private func nextEdited() async throws -> String? {
        let line = try await ask(LocalizedText(verbatim: ">"))
        return line == "." ? nil : line
    }

    /// Keeps the texts that a user had in an editor under the user’s new name.
    func moveEdits(of owner: String, to other: String) { files.move(ownerOfFiles(owner), to: ownerOfFiles(other)) }

    /// Removes the texts that a user had in an editor.
    func forgetEdits(of owner: String) { files.forget(ownerOfFiles(owner)) }

    /// The commands that go on with edits of the user which were broken off.
    var leftEdits: [String] { owner.map { files.left(by: ownerOfFiles($0)).commands } ?? [] }

    /// Removes edits that may not be left on a disk.
    ///
    /// - Returns: The commands that continue the others, and those whose typed texts were removed.
    func removeExposedEdits() -> (commands: [String], removed: [String]) {
        owner.map { files.left(by: ownerOfFiles($0), removesExposed: true) } ?? ([], [])
    }

    func dropEdit(_ command: String) -> Bool {
        owner.map { files.drop(command, of: ownerOfFiles($0)) } ?? false
    }

    private func ownerOfFiles(_ owner: String?) -> String { passing + (owner ?? "") }

    func browse(_ address: String) async throws -> String? {
        let browser = Browser(world: world)
        guard gate.isTerminal else {
            try gate.flush()
            return try await browser.open(address, hasTerminal: false)
        }
        // Without a program the terminal is not lent: the screen would flicker.
        guard !browser.commands.isEmpty else { return nil }
        return try await gate.lendTerminal(to: .viewer) { try await browser.open(address, hasTerminal: true) }
    }

    func show(file path: String) async throws -> String? {
        let viewer = FileViewer(world: world)
        try viewer.check(path)
        guard gate.isTerminal, viewer.wantsTerminal else {
            try gate.flush()
            return try await viewer.open(path, hasTerminal: false)
        }
        return try await gate.lendTerminal(to: .viewer) { try await viewer.open(path, hasTerminal: true) }
    }

    func show(picture: [UInt8]) async throws -> Bool {
        guard lines.answerer == .person else { return false }
        return try await pictures.show(picture)
    }

    func lendTerminal(_ work: @MainActor (Bool) async throws -> Void) async throws {
        guard gate.isTerminal, isatty(0) == 1, lines.answerer == .person else { return try await work(false) }
        try await gate.lendTerminal(to: .editor) { try await work(true) }
    }

    /// Starts measuring: a command starts.
    func startWork() {
        let clock = world.clock
        let now = clock.elapsed
        meter = ProgressMeter(clock: clock, startedAt: now)
        reporter.start(at: now)
    }

    /// Removes the progress: the command is over.
    func endWork() {
        if meter.progress != nil { reporter.end() }
    }

    func progress(_ done: Int, of total: Int?) {
        coordinator.lease.noteWork()
        reporter.tell(meter.advance(to: done, of: total, unit: .items))
    }

    func progress(bytes: Int, of total: Int?) {
        coordinator.lease.noteWork()
        reporter.tell(meter.advance(to: bytes, of: total, unit: .bytes))
    }

    private func prompt(_ question: LocalizedText) -> Prompt {
        Prompt(text: question.string(in: language) + " ")
    }

    /// The answer, continued from an earlier part if the login was locked meanwhile.
    private func answer(_ ask: @MainActor () async throws -> LineInput) async throws -> String {
        while true {
            try gate.flush()
            switch try await input.typing(.answer, ask) {
            case .line(let line): return line
            case .end: throw CommandFault.noAnswer
            case .key(LoginGuard.leavingKey, let draft):
                guard try await onLeave?() == true else { throw CommandFault.cancelled }
                lines.keyed?.draft = draft
            // Keys of the shell do nothing while it asks.
            case .interrupted, .key: throw CommandFault.cancelled
            }
        }
    }
}
