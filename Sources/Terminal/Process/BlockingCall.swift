// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Calls that wait, for a process or for the other end of a pipe.
enum BlockingCall {
    /// Runs a call on a thread of its own, which ends with it.
    ///
    /// A queue's threads are those of all tasks: as soon as each of them waited, nothing would go on any more, not even
    /// what they wait for.
    static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: work()) }
            thread.stackSize = 256 << 10
            thread.start()
        }
    }
}
