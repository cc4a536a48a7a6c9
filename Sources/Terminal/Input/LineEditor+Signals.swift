// SPDX-License-Identifier: GPL-3.0-or-later

import CReadline
import Glibc

extension LineEditor {
    func interrupt() {
        switch activity {
        case .idle:
            onInterrupt?()
        case .line:
            interrupted = ReadlineLine.draft
            if display == nil {
                creadline_move_to_end()
                rl_redisplay()
                creadline_flush_output()
                print("^C\n")
            }
            rl_free_line_state()
            rl_callback_sigcleanup()
            finish(.success(.interrupted))
        case .secret:
            finish(.success(.interrupted), sign: "\n")
        }
    }

    func suspend() {
        switch activity {
        case .idle: break
        case .line:
            rl_deprep_terminal()
            creadline_flush_output()
        case .secret: secrets.stop()
        }
        if isEditing { print("\n") }
        gate.screen?.leaveScreen()
        // With the screen the terminal reports nothing any more.
        reports.forget()
        Signals.stopProcess()
        comeBack()
    }

    func resume() {
        switch activity {
        case .idle: break
        // The terminal is not as Readline believes, since another program has set it meanwhile.
        case .line: rl_deprep_terminal()
        case .secret: secrets.stop()
        }
        reports.forget()
        comeBack()
    }

    func comeBack() {
        // Who is stopped, or has another program before it, hears of no other size.
        readSize()
        gate.screen?.enterScreen()
        echo.apply()
        switch activity {
        case .idle: break
        case .line: rl_prep_terminal(1)
        case .secret: secrets.start()
        }
        ClusterKeys.bind()
        applyReports()
        onResume?()
        if activity == .line {
            rl_resize_terminal()
            fitScreen()
        }
        redraw()
    }

    func resize() {
        switch activity {
        case .idle, .secret:
            break
        case .line:
            rl_resize_terminal()
            fitScreen()
            creadline_flush_output()
        }
        let hadDisplay = display != nil
        readSize()
        // The new size may be one for which there is a screen, or none any more.
        if hadDisplay || display != nil { redraw() }
    }

    /// Takes the size that the terminal has now.
    public func readSize() {
        if let size = TerminalSize.current(descriptor: 0) { onResize?(size) }
    }

    /// Keeps Readline from drawing on fewer columns than its arithmetic bears.
    func fitScreen() {
        let least = 8
        guard let size = TerminalSize.current(descriptor: 0), size.columns < least else { return }
        rl_set_screen_size(Int32(size.rows), Int32(least))
    }
}
