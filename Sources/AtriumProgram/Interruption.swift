// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumShell
import Foundation
import Processes
import Terminal

/// Work beside which nobody types, and which a signal ends: what is under way is cancelled first, and says how far it
/// came.
@MainActor
final class Interruption {
    private static let signals: [(number: Int32, status: ExitStatus)] = [
        (SIGINT, .interrupted), (SIGTERM, .terminated), (SIGHUP, .hangUp),
    ]
    /// How long what is cancelled may take to say so.
    private static let grace = Duration.seconds(10)

    private let shell: Shell
    /// What the first signal says of the process.
    private var status: ExitStatus?

    /// The work of this shell.
    init(of shell: Shell) { self.shell = shell }

    /// Does the work; a signal that comes a second time ends the process at once.
    ///
    /// - Parameter end: What is done where the work does not end in time.
    /// - Returns: Its status, or that of a process which a signal has ended.
    func guarding(
        _ work: @escaping @MainActor () async throws -> ExitStatus, orEnd end: @escaping @MainActor () async -> Void
    ) async throws -> ExitStatus {
        let task = Task { try await work() }
        for (signal, status) in Self.signals where !Signals.isIgnored(signal) {
            Signals.observe(signal, endsWaiting: true) { [self] in
                // Ctrl-C is for the program that has the terminal.
                guard self.status == nil, signal != SIGINT || !ChildProcess.hasForeground else { return }
                self.status = status
                for other in Self.signals { Signals.restoreDefault(of: other.number) }
                task.cancel()
                shell.cancelJobs()
                _ = ChildProcess.endForeground()
                Task {
                    try? await Task.sleep(for: Self.grace)
                    await end()
                    exit(status.rawValue)
                }
            }
        }
        let result = await task.result
        if case .failure(let error) = result, status == nil || error is OutputFault { throw error }
        return try status ?? result.get()
    }
}
