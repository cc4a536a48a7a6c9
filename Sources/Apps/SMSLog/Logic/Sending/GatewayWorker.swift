// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// Does what is to be done with gateways, wherever it is done.
package protocol GatewayWorker: Sendable {
    /// Has everything done that is due, and returns when it is done or goes on without anybody’s waiting for it.
    ///
    /// - Throws: `StoreFault`, `CancellationError`, and why nobody can do it; messages wait then.
    func work(for owner: UserID) async throws

    /// Tries whether a gateway can be used, and has it call back where it is to.
    ///
    /// - Throws: `SMSLogFault.gatewayTrouble`, and as `work`.
    func test(_ gateway: String, of owner: UserID) async throws

    /// Has a gateway call back no more.
    ///
    /// - Throws: As `test`.
    func leave(_ gateway: String, of owner: UserID) async throws
}
