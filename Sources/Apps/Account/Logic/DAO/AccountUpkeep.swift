// SPDX-License-Identifier: GPL-3.0-or-later

package import Session
package import Stores

/// Looks after the rows of all users.
package protocol AccountUpkeep: Sendable {
    /// Ends every session, as after a restore.
    ///
    /// - Throws: `StoreFault`.
    func endSessions() async throws

    /// Examines the rows of all users.
    ///
    /// - Parameter mends: Whether to mend what can be; otherwise nothing is changed.
    /// - Throws: `StoreFault`.
    func examine(mends: Bool) async throws -> [StoreFinding]

    /// The settings of every user.
    ///
    /// - Throws: `StoreFault`.
    func settings() async throws -> [UserID: [String: String]]
}
