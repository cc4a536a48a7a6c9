// SPDX-License-Identifier: GPL-3.0-or-later

import CAtriumReadline
import Dispatch
package import Glibc
import Synchronization

/// Delivers signals of the process to the main actor.
///
/// A handler may do next to nothing, so it writes the signal's number to a pipe, which the main queue reads. Programs
/// started by this one get the default actions back, as they would not with ignored or blocked signals.
@MainActor
public enum Signals {
    private static var actions: [(signal: Int32, perform: @MainActor () -> Void)] = []
    private static var source: (any DispatchSourceRead)?
    private static var reading: Int32 = -1

    /// Calls `action` on the main actor whenever the signal comes, for the rest of the process.
    ///
    /// The signal loses its default action. Several actions for one signal are called in the order of their registration.
    ///
    /// - Parameters:
    ///   - signal: The number of the signal.
    ///   - endsWaiting: Whether the signal ends the process if nothing runs but a read that blocks the main queue, see
    ///     `waiting(_:)`.
    ///   - action: What to do.
    public static func observe(
        _ signal: Int32, endsWaiting: Bool = false, _ action: @escaping @MainActor () -> Void
    ) {
        openPipe()
        actions.append((signal, action))
        if endsWaiting {
            endingSignals.bitwiseOr(1 << UInt64(signal), ordering: .relaxed)
            // A read may block the main queue before it has turned once.
            listen()
        }
        catchSignal(signal)
    }

    /// Gives a signal its default action back.
    public static func restoreDefault(of number: Int32) {
        actions.removeAll { $0.signal == number }
        signal(number, SIG_DFL)
    }

    /// Whether the program was started to outlive the signal, as with nohup.
    public nonisolated static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        return sigaction(signal, nil, &action) == 0 && action.isIgnored
    }

    /// Makes a call that blocks the main queue while there is nothing to be interrupted.
    static func waiting<Result>(_ call: () -> Result) -> Result {
        isWaiting.store(true, ordering: .relaxed)
        defer { isWaiting.store(false, ordering: .relaxed) }
        return call()
    }

    /// Ignores SIGPIPE and SIGXFSZ, so that writing to a closed pipe, or beyond the size that a file may have, is an
    /// error to handle and not the end.
    public nonisolated static func ignoreFailedWrites() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Stops the other processes of the group, such as one that has started this one.
    static func stopOthers() {
        signal(SIGTSTP, SIG_IGN)
        kill(0, SIGTSTP)
        catchSignal(SIGTSTP)
    }

    /// Stops the process as Ctrl-Z does by default; returns when it is continued.
    ///
    /// SIGCONT is not observed meanwhile: the caller knows.
    static func stopProcess() {
        signal(SIGTSTP, SIG_DFL)
        signal(SIGCONT, SIG_DFL)
        // The main queue may be served by a thread that blocks signals. Only one that is sent to this very thread,
        // unblocked, is sure to have stopped the process when raise() returns.
        var stop = sigset_t()
        var before = sigset_t()
        sigemptyset(&stop)
        sigaddset(&stop, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &stop, &before)
        raise(SIGTSTP)
        pthread_sigmask(SIG_SETMASK, &before, nil)
        for number in [SIGTSTP, SIGCONT] where actions.contains(where: { $0.signal == number }) {
            catchSignal(number)
        }
    }
}

extension Signals {
    private static func catchSignal(_ number: Int32) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { number in
            if isWaiting.load(ordering: .relaxed), endingSignals.load(ordering: .relaxed) & (1 << UInt64(number)) != 0 {
                signal(number, SIG_DFL)
                raise(number)
                return
            }
            let saved = errno
            var byte = UInt8(truncatingIfNeeded: number)
            _ = write(signalPipe.load(ordering: .relaxed), &byte, 1)
            errno = saved
        }
        action.sa_flags = SA_RESTART
        sigaction(number, &action, nil)
    }

    private static func openPipe() {
        guard reading < 0 else { return }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        reading = ends[0]
        signalPipe.store(ends[1], ordering: .relaxed)
        // When the main queue turns: what comes sooner waits in the pipe, and a start does not for a thread of Dispatch.
        DispatchQueue.main.async { listen() }
    }

    private static func listen() {
        guard source == nil, reading >= 0 else { return }
        let source = DispatchSource.makeReadSource(fileDescriptor: reading, queue: .main)
        source.setEventHandler { deliver() }
        source.activate()
        self.source = source
    }

    private static func deliver() {
        var numbers = [UInt8](repeating: 0, count: 256)
        let count = read(reading, &numbers, numbers.count)
        guard count > 0 else { return }
        for number in numbers[..<count] {
            for action in actions where action.signal == Int32(number) { action.perform() }
        }
    }
}

/// The writing end.
///
/// Outside of the type, since a signal handler can do no more than load it atomically.
private let signalPipe = Atomic<Int32>(-1)

/// Whether a read blocks the main queue, and nothing else runs.
private let isWaiting = Atomic<Bool>(false)

/// The signals that end the process then, a bit each.
private let endingSignals = Atomic<UInt64>(0)

extension LineEditor {
    func interrupt() {
        switch activity {
        case .idle:
            forgetAhead()
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

    /// Does what the terminal does for a key of a signal while no line is edited.
    func obey(_ signal: Int32) {
        switch signal {
        case SIGINT: interrupt()
        case SIGTSTP:
            Signals.stopOthers()
            suspend()
        default: kill(0, signal)
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
        awaitForeground()
        comeBack()
    }

    /// Stops again if the process was continued in the background, as by `bg`: it has no keys there, and reading them
    /// fails.
    private func awaitForeground() {
        while TerminalMode.isInBackground {
            let start = elapsed()
            Signals.stopProcess()
            // A group that no shell looks after is never stopped (POSIX.1-2017, 2.4.3).
            if elapsed() - start < .milliseconds(1) { return }
        }
    }

    func resume() {
        awaitForeground()
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
        // A process that is stopped, or behind another program, gets no signal of a new size.
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

extension sigaction {
    /// Whether the signal is ignored: the program was started to outlive it, as with `nohup`.
    package var isIgnored: Bool {
        unsafeBitCast(__sigaction_handler.sa_handler, to: UInt.self) == unsafeBitCast(SIG_IGN, to: UInt.self)
    }
}
