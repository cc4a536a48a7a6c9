// SPDX-License-Identifier: GPL-3.0-or-later

/// Counts beside what panels show: one count at a time, however often something changes.
@MainActor
package final class BackgroundCount {
    private var task: Task<Void, Never>?

    package init() {}

    /// Counts in place of what is being counted, and takes what came out, unless counting fails or another count takes
    /// its place.
    package func start<Count: Sendable>(
        _ count: @escaping @Sendable () async throws -> Count, take: @escaping @MainActor (Count) -> Void
    ) {
        let before = task
        before?.cancel()
        task = Task {
            await before?.value
            guard !Task.isCancelled, let counted = try? await count(), !Task.isCancelled else { return }
            take(counted)
        }
    }

    /// Returns when nothing is being counted any more.
    package func settle() async { await task?.value }
}
