// SPDX-License-Identifier: GPL-3.0-or-later

import CReadline
import Dispatch
import Glibc

/// Edits lines on the terminal with GNU Readline: its keys, `~/.inputrc`, history, search, undo and completion.
///
/// Standard input is read when the main queue says that there is something to read, so everything else on the main
/// actor goes on while somebody types. Everything that Readline prints passes the gate.
///
/// Readline's state belongs to the process, so only one editor may live in it. Signals are part of editing: the editor
/// observes SIGINT, SIGWINCH, SIGTSTP and SIGCONT from its making on.
///
/// ```swift
/// let editor = LineEditor(gate: gate, depth: depth, historyFolder: folder)
/// gate.editor = editor
/// while case .line(let text) = try await editor.nextLine(Prompt(text: "notes> "), history: "ana/notes") { … }
/// ```
@MainActor
public final class LineEditor: LineSource, LiveEditor {
    /// Finds candidates for the word before the cursor when TAB is pressed; without it TAB does nothing.
    ///
    /// It may take its time: typing goes on, and what comes after the line has changed is dropped.
    public var complete: (@MainActor (CompletionRequest) async -> [Completion])?
    /// Called when the terminal has got another size, after the edited line has been drawn for it.
    public var onResize: (@MainActor (Size) -> Void)?
    /// Called on Ctrl-C while no line is being edited: a command should stop.
    public var onInterrupt: (@MainActor () -> Void)?
    /// Called after the process was stopped and continued, with the edited line not yet drawn again.
    public var onResume: (@MainActor () -> Void)?

    /// Whether a line or a secret is being typed.
    public var isEditing: Bool { activity != .idle }

    private enum Activity {
        case idle
        case line
        case secret
    }

    private let gate: OutputGate
    private let depth: ColorDepth
    private let historyFolder: String?
    private let secrets = SecretReader(descriptor: 0)
    private var activity = Activity.idle
    private var prompt = Prompt(text: "")
    private var source: (any DispatchSourceRead)?
    private var answer: CheckedContinuation<LineInput, any Error>?
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var isTaken = false
    private var count = 0
    private var isReady = false
    private var histories: [String: [String]] = [:]
    private var history: String?
    private var loadedHistory: String?
    private var completion: Task<Void, Never>?

    private static let lineLimit = PipeLineReader.defaultLimit
    /// The editor that Readline's callbacks, which carry no context, are for.
    private static weak var current: LineEditor?

    /// Makes the editor of the process.
    ///
    /// Nothing is read, printed or set before the first line is asked for.
    ///
    /// - Parameters:
    ///   - gate: Where prompt and line are printed.
    ///   - depth: The colours of prompts.
    ///   - historyFolder: An existing folder for the files of the history lists; `nil` keeps them in memory only.
    public init(gate: OutputGate, depth: ColorDepth, historyFolder: String?) {
        self.gate = gate
        self.depth = depth
        self.historyFolder = historyFolder
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

    /// Ends editing, as `.interrupted`, and sets the terminal back; for the way out on a signal.
    public func close() {
        guard isEditing else { return }
        finish(.success(.interrupted))
    }

    /// Takes prompt and line off the screen.
    public func hide() {
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

    /// Draws prompt and line again, from column 0 of the cursor's row.
    public func redraw() {
        switch activity {
        case .idle:
            break
        case .line:
            rl_forced_update_display()
            creadline_flush_output()
        case .secret:
            print(styledPrompt(brackets: false))
        }
    }
}

// MARK: - Asking

extension LineEditor {
    private func ask(_ prompt: Prompt, start: @MainActor () -> Void) async throws -> LineInput {
        while isTaken {
            await withCheckedContinuation { waiting.append($0) }
        }
        isTaken = true
        defer {
            isTaken = false
            if !waiting.isEmpty { waiting.removeFirst().resume() }
        }
        guard !Task.isCancelled else { return .interrupted }
        try gate.flush()
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

    private func cancel(_ number: Int) {
        guard number == count, isEditing else { return }
        finish(.success(.interrupted), sign: "\n")
    }

    /// Reads keys as long as the activity lasts.
    private func listen() {
        let source = DispatchSource.makeReadSource(fileDescriptor: 0, queue: .main)
        source.setEventHandler { [weak self] in self?.readKeys() }
        source.activate()
        self.source = source
    }

    private func readKeys() {
        // A paste is many keys: taking all that are there costs one turn of the queue instead of one for each.
        repeat {
            switch activity {
            case .idle:
                return
            case .line:
                rl_callback_read_char()
                creadline_flush_output()
            case .secret:
                if let result = secrets.read(line: count) { finish(result, sign: "\n") }
            }
        } while isEditing && Self.hasInput()
    }

    private static func hasInput() -> Bool {
        var wait = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, 0) > 0
    }

    /// Ends the activity, sets the terminal back and answers who asked.
    ///
    /// - Parameters:
    ///   - result: The answer.
    ///   - sign: What is printed behind the line.
    private func finish(_ result: Result<LineInput, any Error>, sign: String = "") {
        source?.cancel()
        source = nil
        completion?.cancel()
        completion = nil
        switch activity {
        case .idle: break
        case .line: leaveLine()
        case .secret: secrets.stop()
        }
        activity = .idle
        print(sign)
        let answer = self.answer
        self.answer = nil
        answer?.resume(with: result)
    }

    private func print(_ text: String) {
        guard !text.isEmpty else { return }
        Array(text.utf8).withUnsafeBytes { gate.writeThrough($0) }
    }

    /// The prompt with its colours, for Readline with brackets around what takes no column.
    private func styledPrompt(brackets: Bool) -> String {
        let text = Sanitizer.visible(prompt.text)
        guard prompt.style != .plain, depth > .none else { return text }
        let on = EscapeSequence.style(prompt.style, depth: depth)
        let off = EscapeSequence.resetStyle
        return brackets ? "\u{1}\(on)\u{2}\(text)\u{1}\(off)\u{2}" : on + text + off
    }
}

// MARK: - Secrets

extension LineEditor {
    private func startSecret() {
        activity = .secret
        secrets.start()
        print(styledPrompt(brackets: false))
    }
}

// MARK: - Lines

extension LineEditor {
    private func startLine(history: String?) {
        prepareReadline()
        self.history = history
        loadHistory()
        activity = .line
        rl_callback_handler_install(styledPrompt(brackets: true)) { line in
            // Readline allocates the line for us to free; none means the end of input.
            let bytes = line.map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
            free(line)
            MainActor.assumeIsolated { LineEditor.current?.accept(bytes) }
        }
        fitScreen()
        creadline_flush_output()
    }

    private func leaveLine() {
        rl_callback_handler_remove()
        creadline_flush_output()
    }

    private func accept(_ bytes: [UInt8]?) {
        guard let bytes else {
            // Readline breaks the line itself where it has marked pasted text, and only there.
            let isMarked = rl_variable_value("enable-bracketed-paste").map { String(cString: $0) == "on" } ?? false
            finish(.success(.end), sign: isMarked ? "" : "\n")
            return
        }
        guard bytes.count <= Self.lineLimit else {
            finish(.failure(InputFault.lineTooLong(line: count, limit: Self.lineLimit)))
            return
        }
        guard let line = String(validating: bytes, as: UTF8.self) else {
            finish(.failure(InputFault.invalidUTF8(line: count)))
            return
        }
        remember(line)
        finish(.success(.line(line)))
    }

    /// Sets Readline up, once, at the first line: it reads `~/.inputrc` and the terminal's description.
    private func prepareReadline() {
        guard !isReady else { return }
        isReady = true
        Self.chooseUTF8()
        // Readline keeps the pointer.
        creadline_set_name(strdup("Atrium"))
        creadline_leave_signals_alone()
        let stream = creadline_stream { _, bytes, count in
            let buffer = UnsafeRawBufferPointer(start: bytes, count: count)
            let copy = [UInt8](buffer)
            MainActor.assumeIsolated { copy.withUnsafeBytes { LineEditor.current?.gate.writeThrough($0) } }
            return count
        }
        if let stream { creadline_set_output(stream) }
        rl_initialize()
        // Questions and pages would block.
        rl_variable_bind("page-completions", "off")
        ReadlineCompletion.prepare { [weak self] in self?.startCompletion() }
        using_history()
        stifle_history(Int32(HistoryFile.limit))
    }

    /// Makes the locale one of UTF-8, without which Readline edits bytes.
    ///
    /// Readline takes the locale from the environment again at every line, so it is the environment that has to change.
    private static func chooseUTF8() {
        setlocale(LC_CTYPE, "")
        if String(cString: nl_langinfo(Int32(CODESET))) == "UTF-8" { return }
        let isOverridden = getenv("LC_ALL").map { $0.pointee != 0 } ?? false
        setenv(isOverridden ? "LC_ALL" : "LC_CTYPE", "C.UTF-8", 1)
        setlocale(LC_CTYPE, "")
    }
}

// MARK: - Signals

extension LineEditor {
    private func interrupt() {
        switch activity {
        case .idle:
            onInterrupt?()
        case .line:
            creadline_move_to_end()
            rl_redisplay()
            creadline_flush_output()
            print("^C\n")
            rl_free_line_state()
            rl_callback_sigcleanup()
            finish(.success(.interrupted))
        case .secret:
            finish(.success(.interrupted), sign: "\n")
        }
    }

    private func suspend() {
        switch activity {
        case .idle: break
        case .line:
            rl_deprep_terminal()
            creadline_flush_output()
        case .secret: secrets.stop()
        }
        if isEditing { print("\n") }
        Signals.stopProcess()
        comeBack()
    }

    private func resume() {
        switch activity {
        case .idle: break
        // The terminal is not as Readline believes, since another program has set it meanwhile.
        case .line: rl_deprep_terminal()
        case .secret: secrets.stop()
        }
        comeBack()
    }

    private func comeBack() {
        switch activity {
        case .idle: break
        case .line: rl_prep_terminal(1)
        case .secret: secrets.start()
        }
        onResume?()
        if activity == .line { fitScreen() }
        redraw()
    }

    private func resize() {
        switch activity {
        case .idle, .secret:
            break
        case .line:
            rl_resize_terminal()
            fitScreen()
            creadline_flush_output()
        }
        if let size = TerminalSize.current(descriptor: 0) { onResize?(size) }
    }

    /// Keeps Readline from drawing on fewer columns than its arithmetic bears.
    private func fitScreen() {
        let least = 8
        guard let size = TerminalSize.current(descriptor: 0), size.columns < least else { return }
        rl_set_screen_size(Int32(size.rows), Int32(least))
    }
}

// MARK: - History

extension LineEditor {
    /// Puts the entries of the present list into Readline.
    private func loadHistory() {
        guard history != loadedHistory else { return }
        loadedHistory = history
        clear_history()
        guard let history else { return }
        if histories[history] == nil {
            histories[history] = historyFolder.map { HistoryFile(folder: $0, name: history).load() } ?? []
        }
        for entry in histories[history] ?? [] { add_history(entry) }
    }

    private func remember(_ line: String) {
        guard let history, !line.isEmpty, histories[history]?.last != line else { return }
        histories[history, default: []].append(line)
        add_history(line)
        if let historyFolder { HistoryFile(folder: historyFolder, name: history).append(line) }
    }
}

// MARK: - Completion

extension LineEditor {
    private func startCompletion() {
        guard let complete else { return }
        let mode = ReadlineCompletion.mode()
        let line = String(cString: creadline_line())
        let point = Int(creadline_point())
        let number = count
        guard let cursor = line.utf8.index(line.startIndex, offsetBy: point, limitedBy: line.endIndex) else { return }
        let word = CompletionWord(beforeCursor: line[..<cursor])
        completion?.cancel()
        completion = Task { @MainActor [weak self] in
            let request = CompletionRequest(line: line, cursor: point, word: word.text)
            let candidates = await complete(request)
            guard let self, !Task.isCancelled, self.activity == .line, self.count == number,
                point == Int(creadline_point()), line == String(cString: creadline_line()),
                ReadlineCompletion.isPossible
            else { return }
            ReadlineCompletion.perform(candidates, mode: mode)
            creadline_flush_output()
        }
    }
}
