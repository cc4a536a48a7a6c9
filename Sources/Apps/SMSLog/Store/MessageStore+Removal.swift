// SPDX-License-Identifier: GPL-3.0-or-later

package import Session
package import Systems

extension MessageStore {
    /// Removes everything that an owner keeps in a system, some hundred messages at a time, so that others may write
    /// between.
    ///
    /// What was removed stays so when the rest is interrupted.
    ///
    /// - Parameter onProgress: Hears how many messages are gone.
    package static func removeAll(
        of owner: UserID, on system: InformationSystem, onProgress: @MainActor (Int) -> Void
    ) async throws {
        try await open(on: system).removeAll(of: owner, onProgress: onProgress)
    }
}
