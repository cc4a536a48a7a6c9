// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

extension ItemDAO {
    /// How many items are removed in one transaction: others wait for no more than these.
    private static var step: Int { 500 }

    /// Removes everything that an owner has, some hundred items at a time, so that others may write between.
    ///
    /// What was removed stays so when the rest is interrupted.
    ///
    /// - Parameter onProgress: Hears how many items are gone.
    package func removeAll(of owner: UserID, onProgress: @MainActor (Int) -> Void) async throws {
        var count = 0
        while case let removed = try await write(owner, { try $0.removeSome(Self.step) }), removed > 0 {
            count += removed
            await onProgress(count)
        }
        try await write(owner) { try $0.forgetNumbers() }
    }
}
