// SPDX-License-Identifier: GPL-3.0-or-later

/// What a test waited for in vain.
package struct NeverCame: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
}

/// Lets everything else go on until a condition holds.
///
/// It may take as long as the slowest machine needs.
///
///     try await wait(until: "the pipe is full") { unread == 65_536 }
///
/// - Parameter what: The condition in words, for the one who reads that it never held.
/// - Throws: ``NeverCame``, and `CancellationError`.
package func wait(until what: String, _ condition: () throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(300)
    var turns = 0
    while try !condition() {
        guard ContinuousClock.now < end else { throw NeverCame(description: "never: " + what) }
        turns += 1
        // Most things come at once; for the others the processor is left to those that do them.
        if turns < 1_000 { await Task.yield() } else { try await Task.sleep(for: .milliseconds(1)) }
    }
}
