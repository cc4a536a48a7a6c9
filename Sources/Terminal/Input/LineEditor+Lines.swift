// SPDX-License-Identifier: GPL-3.0-or-later

import CReadline
import Glibc

extension LineEditor {
    func startLine(history: String?) {
        prepareReadline()
        self.history.load(history)
        activity = .line
        unhinted = nil
        // Without echo Readline itself prints the prompt, unless somebody else draws the line.
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

    /// Leaves the processor to the terminal for a millisecond at most, which a key ends, before the first line is waited for.
    ///
    /// That takes threads and their start: a terminal on the same processor would draw the first screen after that.
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
            finish(.failure(InputFault.lineTooLong(line: count, limit: Self.lineLimit)))
            return
        }
        guard let line = String(validating: bytes, as: UTF8.self) else {
            finish(.failure(InputFault.invalidUTF8(line: count)))
            return
        }
        history.remember(line, keeping?(line) ?? .lasting)
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
        // It begins with what is typed now.
        input.forget()
        begun = nil
        secrets.start()
        print(styledPrompt(brackets: false))
        if display != nil { showLine() }
    }
}
