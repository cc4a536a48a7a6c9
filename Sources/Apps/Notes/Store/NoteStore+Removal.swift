// SPDX-License-Identifier: GPL-3.0-or-later

package import Session
package import Systems

extension NoteStore {
    /// Removes everything that an owner keeps in a system, some hundred notes at a time, so that others may write between.
    ///
    /// A folder that the owner has chosen for notes is left alone. What was removed stays so when the rest is interrupted.
    ///
    /// - Parameter onProgress: Hears how many notes are gone.
    package static func removeAll(
        of owner: UserID, on system: InformationSystem, onProgress: @MainActor (Int) -> Void
    ) async throws {
        try await open(on: system).removeAll(of: owner, onProgress: onProgress)
    }
}
