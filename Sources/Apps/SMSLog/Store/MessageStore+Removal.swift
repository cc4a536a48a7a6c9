// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import SMSLogDomain
package import Session
package import Systems

extension MessageStore {
    /// Removes everything that an owner keeps in a system and in the archive beside it, some hundred messages at a time, so that others may write
    /// between.
    ///
    /// What was removed stays so when the rest is interrupted.
    ///
    /// - Parameter onProgress: Hears how many messages are gone.
    package static func removeAll(
        of owner: UserID, on system: InformationSystem, onProgress: @MainActor (Int) -> Void
    ) async throws {
        for store in try all(on: system) { try await store.removeAll(of: owner, onProgress: onProgress) }
    }

    /// The store on a system, and the archive beside it where there is one.
    ///
    /// - Throws: `StoreFault`.
    package static func all(on system: InformationSystem) throws -> [any MessageDAO] {
        let own = try open(on: system)
        // One that was never asked for is not made to be emptied.
        if case .sqlite(let system) = system, FileStatus(archive(of: system)) == nil { return [own] }
        return [own, try open(.archive, beside: system, isMade: false, isWatched: false)]
    }
}
