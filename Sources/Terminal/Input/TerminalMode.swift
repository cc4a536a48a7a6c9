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

    /// Remembers the present settings; `nil` if the descriptor is no terminal.
    ///
    /// - Parameters:
    ///   - descriptor: The terminal.
    ///   - crashSequence: What a crash sends to the terminal, besides setting its modes back.
    public init?(descriptor: Int32 = 0, crashSequence: String = EscapeSequence.restoreTerminal) {
        var saved = termios()
        guard tcgetattr(descriptor, &saved) == 0 else { return nil }
        self.descriptor = descriptor
        self.saved = saved
        Self.prepareForCrash(descriptor: descriptor, settings: saved, sequence: crashSequence)
    }

    /// Sets the terminal back to what it was; harmless when repeated.
    public func restore() {
        // In the background, setting the terminal would stop the process (SIGTTOU).
        guard tcgetpgrp(descriptor) == getpgrp() else { return }
        tcsetattr(descriptor, TCSADRAIN, &saved)
    }
}

extension TerminalMode {
    private static func prepareForCrash(descriptor: Int32, settings: termios, sequence: String) {
        // Never freed: a handler may read them at any moment.
        let memory = UnsafeMutablePointer<CrashRestoration>.allocate(capacity: 1)
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: sequence.utf8.count)
        _ = bytes.initialize(from: sequence.utf8)
        memory.initialize(to: CrashRestoration(descriptor: descriptor, settings: settings, bytes: bytes))
        crashRestoration.store(UInt(bitPattern: memory), ordering: .releasing)
        for number in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGQUIT] {
            var present = sigaction()
            // Whoever handles crashes already, such as a tracer, goes first.
            guard sigaction(number, nil, &present) == 0, present.__sigaction_handler.sa_handler == nil else { continue }
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { number in
                let address = crashRestoration.load(ordering: .acquiring)
                guard let memory = UnsafeMutablePointer<CrashRestoration>(bitPattern: address) else { return }
                tcsetattr(memory.pointee.descriptor, TCSANOW, &memory.pointee.settings)
                _ = write(memory.pointee.descriptor, memory.pointee.bytes.baseAddress, memory.pointee.bytes.count)
                // Held back until the handler returns, and then the default action, thanks to SA_RESETHAND.
                raise(number)
            }
            action.sa_flags = Int32(bitPattern: SA_RESETHAND)
            sigaction(number, &action, nil)
        }
    }
}

/// What a signal handler needs, without a lock, an allocation or a reference count.
private struct CrashRestoration {
    var descriptor: Int32
    var settings: termios
    var bytes: UnsafeMutableBufferPointer<UInt8>
}

/// The address of a `CrashRestoration`, which nobody changes once it is stored here; 0 before.
private let crashRestoration = Atomic<UInt>(0)
