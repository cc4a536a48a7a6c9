// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import Synchronization

/// Sets a terminal back when a signal ends the process while what is typed is not shown: otherwise nothing that is typed
/// after it would be.
enum EchoRestoration {
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// Until `disarm`, these signals set the terminal to these settings before they do what they do by default; those
    /// that whoever started the program has it ignore, as `nohup` does, stay ignored.
    ///
    /// - Returns: What they did before, for `disarm`.
    static func arm(descriptor: Int32, settings: termios) -> [sigaction] {
        // Never freed: a handler may read it at any moment.
        let memory = UnsafeMutablePointer<Restoration>.allocate(capacity: 1)
        memory.initialize(to: Restoration(descriptor: descriptor, settings: settings))
        restoration.store(UInt(bitPattern: memory), ordering: .releasing)
        return signals.map { number in
            var action = sigaction()
            var before = sigaction()
            action.__sigaction_handler.sa_handler = { number in
                let address = restoration.load(ordering: .acquiring)
                if let memory = UnsafeMutablePointer<Restoration>(bitPattern: address) {
                    tcsetattr(memory.pointee.descriptor, TCSANOW, &memory.pointee.settings)
                }
                signal(number, SIG_DFL)
                raise(number)
            }
            sigaction(number, nil, &before)
            if !before.isIgnored { sigaction(number, &action, nil) }
            return before
        }
    }

    /// Leaves the terminal alone again.
    static func disarm(_ before: [sigaction]) {
        for (number, action) in zip(signals, before) {
            var action = action
            sigaction(number, &action, nil)
        }
        restoration.store(0, ordering: .releasing)
    }
}

/// What a signal handler needs, without a lock, an allocation or a reference count.
private struct Restoration {
    var descriptor: Int32
    var settings: termios
}

/// The address of a `Restoration`, which nobody changes once it is stored here; 0 while there is nothing to do.
private let restoration = Atomic<UInt>(0)
