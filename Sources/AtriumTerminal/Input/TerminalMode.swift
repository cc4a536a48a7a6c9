// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import Synchronization

/// Remembers how the terminal was set when the program started, and sets it back.
///
/// Make one before anything changes the terminal. `restore()` belongs on every way out: the normal one, and what
/// `Signals` observes for SIGTERM and SIGHUP. A crash restores the terminal by itself.
@MainActor
public final class TerminalMode {
    private let descriptor: Int32
    private var saved: termios
    /// The actions of signals that were there before, by signal; never freed, since a handler may read them.
    private let previous: UnsafeMutablePointer<sigaction>

    /// Remembers the present settings; `nil` if the descriptor is no terminal.
    ///
    /// - Parameters:
    ///   - descriptor: The terminal.
    ///   - crashSequence: The sequence that a crash sends to the terminal, besides restoring its modes.
    public init?(descriptor: Int32 = 0, crashSequence: EscapedText = .restoreTerminal) {
        var saved = termios()
        guard tcgetattr(descriptor, &saved) == 0 else { return nil }
        self.descriptor = descriptor
        self.saved = saved
        previous = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
        previous.initialize(repeating: sigaction(), count: 65)
        Self.prepareForCrash(
            descriptor: descriptor, settings: saved, sequence: crashSequence.string, previous: previous)
    }

    /// Replaces the sequence that a crash sends, because another screen is on the terminal.
    public func setCrashSequence(_ sequence: EscapedText) {
        Self.keep(descriptor: descriptor, settings: saved, sequence: sequence.string, previous: previous)
    }

    /// Sets the terminal back to what it was; harmless when repeated.
    public func restore() {
        // In the background, setting the terminal would stop the process (SIGTTOU).
        guard tcgetpgrp(descriptor) == getpgrp() else { return }
        tcsetattr(descriptor, TCSADRAIN, &saved)
    }

    /// Whether the terminal belongs to other programs at present.
    static var isInBackground: Bool {
        let owner = tcgetpgrp(0)
        return owner > 0 && owner != getpgrp()
    }
}

extension TerminalMode {
    /// Keeps for a handler what it needs.
    private static func keep(
        descriptor: Int32, settings: termios, sequence: String, previous: UnsafeMutablePointer<sigaction>
    ) {
        // Never freed: a handler may read them at any moment.
        let memory = UnsafeMutablePointer<CrashRestoration>.allocate(capacity: 1)
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: sequence.utf8.count)
        _ = bytes.initialize(from: sequence.utf8)
        memory.initialize(
            to: CrashRestoration(descriptor: descriptor, settings: settings, bytes: bytes, previous: previous))
        crashRestoration.store(UInt(bitPattern: memory), ordering: .releasing)
    }

    private static func prepareForCrash(
        descriptor: Int32, settings: termios, sequence: String, previous: UnsafeMutablePointer<sigaction>
    ) {
        keep(descriptor: descriptor, settings: settings, sequence: sequence, previous: previous)
        for number in deadly {
            var action = sigaction()
            action.__sigaction_handler.sa_sigaction = { number, info, _ in
                let address = crashRestoration.load(ordering: .acquiring)
                guard let memory = UnsafeMutablePointer<CrashRestoration>(bitPattern: address) else { return }
                tcsetattr(memory.pointee.descriptor, TCSANOW, &memory.pointee.settings)
                _ = write(memory.pointee.descriptor, memory.pointee.bytes.baseAddress, memory.pointee.bytes.count)
                guard let info, info.pointee.si_code > 0, isFault(number) else {
                    // Sent by a process (POSIX.1-2017, 2.4.3) or a timer, and no fault of ours: the default ends the
                    // program.
                    signal(number, SIG_DFL)
                    raise(number)
                    return
                }
                // The earlier action, a backtracer or the default, comes last: the fault happens again when this
                // returns.
                sigaction(number, memory.pointee.previous + Int(number), nil)
            }
            action.sa_flags = SA_ONSTACK | SA_SIGINFO
            sigaction(number, &action, previous + Int(number))
            // A signal that this program was started to ignore stays ignored.
            if previous[Int(number)].isIgnored { signal(number, SIG_IGN) }
        }
    }
}

/// The signals that end a program by default, those left out that it catches, cannot catch, or may be told to ignore
/// (signal(7)).
private let deadly: [Int32] =
    [
        SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGQUIT, SIGSYS, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM,
        SIGPROF, SIGIO, SIGPWR, SIGSTKFLT, SIGXCPU, SIGXFSZ,
    ] + Array(Int32(34)...64)

/// Whether a signal that the system sends happens again when its handler returns.
private func isFault(_ number: Int32) -> Bool {
    number == SIGSEGV || number == SIGBUS || number == SIGILL || number == SIGTRAP || number == SIGFPE
}

/// The data of a signal handler, without a lock, an allocation or a reference count.
private struct CrashRestoration {
    var descriptor: Int32
    var settings: termios
    var bytes: UnsafeMutableBufferPointer<UInt8>
    /// The actions that were there before, by signal.
    var previous: UnsafeMutablePointer<sigaction>
}

/// The address of a `CrashRestoration`, which does not change once it is stored here; 0 before.
private let crashRestoration = Atomic<UInt>(0)

/// Whether the terminal shows keys that come while nothing is asked: on a screen they would be written over it.
struct TerminalEcho {
    /// The earlier settings of the terminal; `nil` if there is none.
    private let loud: termios?
    /// Whether it is silent; `nil` until it is set.
    var isQuiet: Bool?

    /// Notes how the terminal is set.
    init() {
        var settings = termios()
        loud = tcgetattr(0, &settings) == 0 ? settings : nil
    }

    /// The keys for which the terminal sends signals.
    var signalKeys: [UInt8: Int32] {
        guard let loud, loud.c_lflag & tcflag_t(ISIG) != 0 else { return [:] }
        let keys = withUnsafeBytes(of: loud.c_cc) { keys in
            [(VINTR, SIGINT), (VQUIT, SIGQUIT), (VSUSP, SIGTSTP)].map { (keys[Int($0.0)], $0.1) }
        }
        return Dictionary(keys.filter { $0.0 != 0 }) { first, _ in first }
    }

    /// Sets the terminal as `isQuiet` says; does nothing if that is `nil`.
    func apply() {
        guard let isQuiet, var settings = loud else { return }
        if isQuiet { settings.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON) }
        tcsetattr(0, TCSANOW, &settings)
    }
}

/// The size of a terminal.
public enum TerminalSize {
    /// The size that the terminal reports (TIOCGWINSZ); `nil` if the descriptor is no terminal or reports nothing.
    public static func current(descriptor: Int32) -> Size? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}
