// SPDX-License-Identifier: GPL-3.0-or-later

import CAtriumReadline
import Dispatch
import Glibc

/// Edits lines on the terminal with GNU Readline: its keys, `~/.inputrc`, history, search, undo and completion.
///
/// Standard input is read when the main queue reports that there is something to read, so everything else on the main
/// actor continues while the user types. Everything that Readline prints passes the gate.
///
/// Readline's state belongs to the process, so only one editor may live in it. Signals are part of editing: the editor
/// observes SIGINT, SIGWINCH, SIGTSTP and SIGCONT from its making on.
///
/// ```swift
/// let editor = LineEditor(program: "Atrium", gate: gate, depth: depth, historyFolder: folder)
/// gate.editor = editor
/// while case .line(let text) = try await editor.nextLine(Prompt(text: "notes> "), history: "ana/notes") { … }
/// ```
@MainActor
public final class LineEditor: KeyedLineSource, LiveEditor {
    /// Finds candidates for the word before the cursor when TAB is pressed; without it TAB does nothing.
    ///
    /// It may take its time: typing continues, and an answer that comes after the line has changed is dropped.
    public var complete: (@MainActor (CompletionRequest) async -> CompletionAnswer)?
    /// Called when the terminal has got another size, after the edited line has been drawn for it.
    public var onResize: (@MainActor (Size) -> Void)?
    /// Called on Ctrl-C while no line is being edited: a command should stop.
    public var onInterrupt: (@MainActor () -> Void)?
    /// The display that shows the line instead of Readline; `nil`: Readline, at the cursor.
    public weak var display: (any LineDisplay)? {
        didSet {
            chooseDisplay()
            applyReports()
        }
    }
    /// The start of the next line, which takes it.
    public var draft = LineDraft()
    /// The typed text of the line that was interrupted last.
    public internal(set) var interrupted = LineDraft()
    /// Called with the typed text, at latest a second after a key; not for secrets.
    public var onTyping: (@MainActor (LineDraft) async -> Void)?
    /// Called with the typed text of a secret after each key; the result is shown behind the prompt.
    public var onSecret: (@MainActor (String) -> String?)?
    /// The remark that is shown behind the prompt of a secret.
    var secretRemark = ""
    /// How long a line can be recalled: not at all if it may hold a password; `nil` keeps every line without a limit.
    public var keeping: (@MainActor (String) -> LineKeeping)?
    /// Called for a key bound by `bind`; if it is `nil` the line ends as `LineInput.key`.
    public var onKey: (@MainActor (String) -> KeyOutcome)?
    /// Called for an event of the mouse; if it returns a name the line ends as `LineInput.key` of that name.
    public var onMouse: (@MainActor (MouseEvent) -> String?)?
    /// Called before keys are read.
    public var onActivity: (@MainActor () -> Void)?
    /// Called after keys were read, which is not the terminal’s answer.
    public var onPress: (@MainActor () -> Void)?
    /// Called with a fact that the terminal has reported about itself.
    public var onNews: (@MainActor (TerminalNews) -> Void)?
    /// Whether prompts and output are marked for the terminal where no display shows the line.
    public var marksPrompts = false
    /// Whether the terminal takes what comes for a command’s output.
    private var isOutputMarked = false
    /// Called after the process was stopped and continued, with the edited line not yet drawn again.
    public var onResume: (@MainActor () -> Void)?

    /// The person at the terminal.
    public var answerer: Answerer { .person }

    /// Whether a line or a secret is being typed.
    public var isEditing: Bool { activity != .idle }

    enum Activity {
        case idle
        case line
        case secret
    }

    let program: String
    let gate: OutputGate
    let depth: ColorDepth
    let history: LineHistory
    let secrets = SecretReader(descriptor: 0)
    var activity = Activity.idle
    var prompt = Prompt(text: "")
    var source: (any DispatchSourceRead)?
    var answer: CheckedContinuation<LineInput, any Error>?
    private let turns = AskingTurns()
    var count = 0
    var isReady = false
    var completion: Task<Void, Never>?

    var keys: [(key: KeySequence, action: String)] = []
    /// The keys for which the terminal sends signals while no line is edited: here they are keys as others.
    let signalKeys: [UInt8: Int32]
    /// The line for which the user has removed the hint.
    var unhinted: String?
    var leavingKey: String?
    /// The signal whose key was pressed.
    var pressedSignal: Int32?
    var isStale = false
    /// Whether Readline reads a key just now, and whether keys are to be bound after it.
    var isReading = false
    var isRebinding = false
    /// A part of a sequence of the terminal, and the wait for its rest.
    var begun: BegunSequence?
    let begunWait: KeyWait
    /// The report of the mouse that is being read.
    var report: MouseReport?
    /// The reports that the terminal should send.
    var reports = TerminalReports()
    /// The time that the terminal takes to answer.
    var answers = AnswerTime()
    /// Whether the terminal was asked for its name and background.
    var isIntroduced = false
    /// Whether the bytes being read are the terminal’s answer.
    var isAnswer = false
    /// The time since the editor was made.
    let elapsed: @MainActor () -> Duration
    let escapeWait: KeyWait
    /// Since when Escape waits for what follows it.
    var escapedAt: Duration?
    /// The start of a sequence, perhaps Escape alone, that nothing followed in time, and when that was over.
    var cutOff: (bytes: [UInt8], time: Duration)?
    /// A letter that may be a key or begin a word, and the wait for what tells.
    var letter: AmbiguousLetter?
    let letterWait: KeyWait
    /// The bytes from the terminal.
    let input = KeyInput()
    var telling: Task<Void, Never>?
    /// The terminal's settings when the editor was made.
    var echo = TerminalEcho()
    /// The text typed beside a command, and the wait before it is shown.
    var ahead = TypedAhead()
    let aheadWait: KeyWait
    static let lineLimit = PipeLineReader.defaultLimit
    /// The editor that Readline's callbacks, which carry no context, are for.
    static weak var current: LineEditor?

    /// Makes the editor of the process.
    ///
    /// Nothing is read, printed or set before the first line is asked for.
    ///
    /// - Parameters:
    ///   - program: The program’s name, by which `~/.inputrc` may distinguish it from others.
    ///   - gate: The gate that prints prompt and line.
    ///   - depth: The colours of prompts.
    ///   - historyFolder: An existing folder for the files of the history lists; `nil` keeps them in memory only.
    ///   - clock: Measures how long Escape may be the start of another key, and a letter that of a word.
    public init(
        program: String, gate: OutputGate, depth: ColorDepth, historyFolder: String?,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.program = program
        self.gate = gate
        self.depth = depth
        history = LineHistory(folder: historyFolder)
        escapeWait = KeyWait(clock: clock)
        letterWait = KeyWait(clock: clock)
        begunWait = KeyWait(clock: clock)
        aheadWait = KeyWait(clock: clock)
        elapsed = Self.stopwatch(clock)
        signalKeys = echo.signalKeys
        bind([])
        Self.current = self
        Signals.observe(SIGINT) { [weak self] in self?.interrupt() }
        Signals.observe(SIGWINCH) { [weak self] in self?.resize() }
        Signals.observe(SIGTSTP) { [weak self] in self?.suspend() }
        Signals.observe(SIGCONT) { [weak self] in self?.resume() }
    }

    /// Edits a line.
    ///
    /// Ctrl-D on an empty line gives `.end`, Ctrl-C `.interrupted`.
    ///
    /// - Throws: `InputFault` for a line that is too long or not UTF-8, `OutputFault` if printing failed before.
    public func nextLine(_ prompt: Prompt, history: String?) async throws -> LineInput {
        try await ask(prompt) {
            self.startLine(history: history)
        }
    }

    /// Reads a line without showing it; the terminal's own erase keys work.
    ///
    /// - Throws: `InputFault` for a line that is not UTF-8, `OutputFault` if printing failed before.
    public func nextSecret(_ prompt: Prompt) async throws -> LineInput {
        try await ask(prompt) {
            self.startSecret()
        }
    }

    /// Forgets a list of lines; its file is removed by `removeHistory`.
    public func forgetHistory(_ name: String) { history.forget(name) }

    /// Removes the file of a list of lines, also if no line is edited.
    public static func removeHistory(_ name: String, in folder: String) {
        HistoryFile(folder: folder, name: name).remove()
    }

    /// Moves the file of a list of lines behind that of another name.
    public static func moveHistory(_ name: String, to other: String, in folder: String) {
        HistoryFile(folder: folder, name: name).move(to: HistoryFile(folder: folder, name: other))
    }

    /// Restores the terminal for good; for the exit on a signal.
    ///
    /// A caller that waits for a line is never answered: it would continue, and ask for the next one.
    public func close() {
        guard isEditing else { return }
        stop()
    }

    /// Takes prompt and line off the screen.
    public func hide() {
        guard display == nil else { return }
        switch activity {
        case .idle:
            break
        case .line:
            rl_clear_visible_line()
            creadline_flush_output()
        case .secret:
            print("\r" + EscapeSequence.clearBelow)
        }
    }

    /// Shows the remark on the typed part of a secret, if it is another one now.
    func showSecretRemark() {
        let remark = secrets.typed.isEmpty ? "" : onSecret?(secrets.typed).map { "(\($0)) " } ?? ""
        guard remark != secretRemark else { return }
        secretRemark = remark
        guard display == nil else { return showLine() }
        print("\r" + EscapeSequence.clearBelow + styledPrompt(brackets: false))
    }

    /// Draws prompt and line again, from column 0 of the cursor's row.
    public func redraw() {
        guard display == nil else { return showLine() }
        switch activity {
        case .idle:
            break
        case .line:
            rl_tty_set_echoing(1)
            rl_forced_update_display()
            creadline_flush_output()
        case .secret:
            print(styledPrompt(brackets: false))
        }
    }
}

// MARK: - Asking

extension LineEditor {
    func ask(_ prompt: Prompt, start: @MainActor () -> Void) async throws -> LineInput {
        await turns.take()
        defer { turns.give() }
        guard !Task.isCancelled else { return .interrupted }
        try gate.flush()
        endAhead()
        self.prompt = prompt
        count += 1
        let number = count
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                answer = continuation
                start()
                listen()
            }
        } onCancel: {
            Task { @MainActor in self.cancel(number) }
        }
    }

    func cancel(_ number: Int) {
        guard number == count, isEditing else { return }
        finish(.success(.interrupted), sign: "\n")
    }

    /// Ends the activity, restores the terminal and answers the caller.
    ///
    /// - Parameters:
    ///   - result: The answer.
    ///   - sign: The text printed behind the line.
    func finish(_ result: Result<LineInput, any Error>, sign: String = "") {
        if activity == .secret { ahead.isWanted = false }
        stop()
        readAhead()
        print(sign)
        let answer = self.answer
        self.answer = nil
        answer?.resume(with: result)
    }

    private func stop() {
        source?.cancel()
        source = nil
        completion?.cancel()
        completion = nil
        telling?.cancel()
        telling = nil
        forgetLetter()
        // The rest of any other is swallowed on the next line.
        if begun?.isEscapeRead == true { begun = nil }
        switch activity {
        case .idle: break
        case .line: leaveLine()
        case .secret: secrets.stop()
        }
        activity = .idle
        applyReports()
        // The settings that Readline or a secret restored are from before the screen came or went.
        echo.apply()
    }

    func print(_ text: String) {
        guard !text.isEmpty, display == nil else { return }
        Array(text.utf8).withUnsafeBytes { gate.writeThrough($0) }
    }

    /// Marks the end of the output of the line that was performed.
    public func commandDidEnd(_ status: Int32) {
        guard isOutputMarked else { return }
        isOutputMarked = false
        guard display == nil else { return }
        // The output that the mark ends may still wait in the gate.
        gate.writeFrame(EscapedText(EscapeSequence.endOutput(status)))
    }

    /// The prompt with its colours and marks, for Readline with brackets around what takes no column.
    func styledPrompt(brackets: Bool) -> String {
        let text = Sanitizer.visible(activity == .secret ? prompt.text + secretRemark : prompt.text)
        let isStyled = prompt.style != .plain && depth > .none
        let isMarked = marksPrompts && display == nil && brackets
        let on =
            (isMarked ? EscapeSequence.beginPrompt : "")
            + (isStyled ? EscapeSequence.style(prompt.style, depth: depth) : "")
        let off = (isStyled ? EscapeSequence.resetStyle : "") + (isMarked ? EscapeSequence.endPrompt : "")
        guard !on.isEmpty else { return text }
        return brackets ? "\u{1}\(on)\u{2}\(text)\u{1}\(off)\u{2}" : on + text + off
    }
}

extension LineEditor {
    func startLine(history: String?) {
        prepareReadline()
        self.history.load(history)
        activity = .line
        unhinted = nil
        // Without echo Readline itself prints the prompt, unless a display draws the line.
        if display == nil { creadline_set_redisplay(nil) }
        rl_callback_handler_install(styledPrompt(brackets: true)) { line in
            // Readline allocates the line for us to free; none means the end of input.
            let bytes = line.map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
            free(line)
            MainActor.assumeIsolated { LineEditor.current?.accept(bytes) }
        }
        chooseDisplay()
        ClusterKeys.bind()
        // Readline takes a terminal without echo for one on which nothing may be shown.
        if display != nil { rl_tty_set_echoing(1) }
        if !draft.text.isEmpty {
            ReadlineLine.insert(draft.text)
            ReadlineLine.cursor = draft.cursor
            creadline_redisplay()
        }
        draft = LineDraft()
        applyReports()
        fitScreen()
        creadline_flush_output()
        if display != nil { showLine() }
        letTerminalDraw()
        askTerminal()
    }

    /// Yields to the terminal for a millisecond at most before the first line, or until a key comes.
    ///
    /// A terminal on the same processor could otherwise draw the first screen only after the threads of the wait have
    /// started.
    private func letTerminalDraw() {
        if count == 1 { _ = input.waits(1) }
    }

    func leaveLine() {
        rl_callback_handler_remove()
        creadline_flush_output()
    }

    func accept(_ bytes: [UInt8]?) {
        input.takeBack()
        guard let bytes else {
            guard !input.isHungUp else { return finish(.failure(InputFault.failed(errno: EIO))) }
            // Readline breaks the line itself where it has marked pasted text, and only there.
            let isMarked = rl_variable_value("enable-bracketed-paste").map { String(cString: $0) == "on" } ?? false
            finish(.success(.end), sign: isMarked ? "" : "\n")
            return
        }
        guard bytes.count <= Self.lineLimit else {
            finish(.failure(InputFault.pasteTooLong(limit: Self.lineLimit)))
            return
        }
        guard let line = String(validating: bytes, as: UTF8.self) else {
            finish(.failure(InputFault.invalidUTF8(line: count)))
            return
        }
        history.remember(line, keeping?(line) ?? .lasting)
        if marksPrompts, display == nil {
            creadline_flush_output()
            print(EscapeSequence.beginOutput)
            isOutputMarked = true
        }
        finish(.success(.line(line)))
    }

    /// Sets Readline up, once, at the first line: it reads `~/.inputrc` and the terminal's description.
    func prepareReadline() {
        guard !isReady else { return }
        isReady = true
        ReadlineSetup.chooseUTF8()
        // Readline keeps the pointer.
        creadline_set_name(strdup(program))
        creadline_leave_signals_alone()
        let stream = creadline_stream { _, bytes, count in
            let buffer = UnsafeRawBufferPointer(start: bytes, count: count)
            let copy = [UInt8](buffer)
            MainActor.assumeIsolated {
                guard let editor = LineEditor.current else { return }
                let passed = editor.display == nil ? copy : ReadlineSetup.modes(in: copy)
                passed.withUnsafeBytes { editor.gate.writeThrough($0) }
            }
            return count
        }
        if let stream { creadline_set_output(stream) }
        creadline_take_signal_keys()
        KeyInput.feedReadline()
        // Escape and Enter that come together would have vi's keys from there on.
        creadline_unbind_vi_key()
        rl_initialize()
        // Questions and pages would block.
        rl_variable_bind("page-completions", "off")
        ReadlineCompletion.prepare { [weak self] in self?.startCompletion() }
        creadline_search_by_arrows()
        ReadlineKeys.onKey = { [weak self] in self?.press($0) }
        ReadlineKeys.bind(keys)
        chooseDisplay()
        history.prepare()
    }
}

extension LineEditor {
    func startSecret() {
        activity = .secret
        secretRemark = ""
        // It begins with the text typed now.
        input.forget()
        begun = nil
        secrets.start()
        print(styledPrompt(brackets: false))
        if display != nil { showLine() }
    }
}
