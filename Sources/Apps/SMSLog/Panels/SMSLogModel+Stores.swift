// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import SMSLogLogic
package import Session

/// Which log is shown: that of a store, or of a file.
extension SMSLogModel {
    /// Turns to the store that the user has chosen by now, also from a file that is looked at.
    package func loginDidChange(to login: LoginState) {
        // A store that cannot be opened leaves the one that is.
        guard let session = login.session, case .store(let shown) = (own ?? service).origin,
            case let choice = MessageStoreChoice(of: session), choice != shown, let log = try? openLog(choice)
        else { return }
        own = nil
        turn(to: log)
    }

    /// The user’s log in a store that a command names; the one that is there where that is meant.
    ///
    /// - Throws: `StoreFault`.
    func log(in choice: MessageStoreChoice) throws -> SMSLogService {
        let shown = own ?? service
        return try shown.origin == .store(choice) ? shown : openLog(choice)
    }

    /// The same, as somebody typed the store; nil: the log that is shown.
    ///
    /// - Throws: `SMSLogFault.badStore`, `SMSLogFault.storePlace`, `SMSLogFault.noStore`, `StoreFault`.
    func log(named store: String?, _ context: CommandContext) async throws -> SMSLogService {
        guard let store else { return service }
        return try log(in: try await SMSLogService.checked(store: store, in: context.world))
    }

    /// Has another log know who is who in the user’s own; what is only looked at is told of to nobody.
    ///
    /// - Parameter kept: The log of which the other one is a copy; nil where it is none.
    func tellPeople(to log: SMSLogService, of kept: SMSLogService? = nil) async throws {
        let (own, kept) = (own ?? service, kept ?? log)
        if kept !== own, kept !== service { try await own.tellPeople(to: log) }
    }

    /// Shows the log of a file in place of the user’s own.
    func look(at log: SMSLogService) {
        own = own ?? service
        turn(to: log)
    }

    /// Shows the user’s own log again.
    ///
    /// - Throws: `SMSLogFault.notLooking`.
    func endLook() throws {
        guard let own else { throw SMSLogFault.notLooking }
        self.own = nil
        turn(to: own)
    }
}
