// SPDX-License-Identifier: GPL-3.0-or-later

import CSodium

/// The libsodium library, made ready before its first use.
///
/// Every entry point of this module calls `start()` first; it costs one atomic load after the first time.
enum Sodium {
    /// Makes libsodium ready; safe from any thread, any number of times.
    static func start() {
        // libsodium documents -1 only for a process whose locks are broken. Going on would mean secrets
        // from an unready generator, so this is the one place that stops the program instead.
        precondition(status >= 0, "libsodium could not be initialised")
    }

    /// What `sodium_init` returned: 0 for ready, 1 for ready already, -1 for not usable.
    private static let status = sodium_init()
}
