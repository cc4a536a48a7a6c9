// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Synchronization

/// Calls that wait: for a process, for the other end of a pipe, for a stopped terminal.
package enum BlockingCall {
    /// Runs a call on a thread of its own, which ends with it.
    ///
    /// A queue's threads are those of all tasks: as soon as each of them waited, nothing would go on any more, not even
    /// the work that they wait for.
    package static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: work()) }
            thread.stackSize = 256 << 10
            thread.start()
        }
    }

    /// Runs a call on a thread of its own that checks now and then whether its caller was cancelled.
    ///
    /// - Parameter work: Returns soon once its parameter says false: the task was cancelled.
    package static func run<Result: Sendable>(
        whileWanted work: @escaping @Sendable (_ isWanted: () -> Bool) -> Result
    ) async -> Result {
        let cancellation = Cancellation()
        return await withTaskCancellationHandler {
            await run { work { cancellation.isAlive.load(ordering: .relaxed) } }
        } onCancel: {
            cancellation.isAlive.store(false, ordering: .relaxed)
        }
    }

    private final class Cancellation: Sendable {
        let isAlive = Atomic(true)
    }
}
