// SPDX-License-Identifier: GPL-3.0-or-later

import AccountLogic
package import AtriumKit
package import Session
package import Stores

/// The state that the account’s panels and commands share: the session, the shown tab, and the last loaded content.
@MainActor
package final class AccountModel: AppModel {
    let service: AccountService
    private(set) var session: UserSession
    private(set) var profile: Profile?
    private(set) var logins: [Login] = []
    private(set) var tokens: [ScriptToken] = []
    private(set) var factor = FactorState.off
    /// The second factor that is being set up.
    private(set) var offer: FactorOffer?
    /// The rights of the user; `nil` before they are loaded.
    private(set) var role: Role?
    private(set) var users: [UserEntry] = []
    private(set) var audit: [AuditRecord] = []
    private(set) var tab = AccountTab.profile
    /// The most sessions that are listed; `nil` for all.
    private(set) var limit: Int?

    /// Nothing of an account waits for the user.
    package let badge = 0

    init(service: AccountService, session: UserSession) {
        self.service = service
        self.session = session
    }

    /// Shows a tab, with `limit` sessions at most.
    func show(_ tab: AccountTab, limit: Int? = nil) {
        self.tab = tab
        self.limit = limit
    }

    package func refresh() async throws {
        let account = try await service.snapshot(for: session, users: tab == .users, audit: tab == .audit)
        profile = account.profile
        logins = account.logins
        tokens = account.tokens
        factor = account.factor
        role = account.role
        users = account.users
        audit = account.audit
        offer = factor.isOffered && tab == .security ? try await service.offer(for: session) : nil
    }

    package func refreshBadge() {}

    package func changes() -> AsyncStream<Void> { service.changes().isTold }

    package func loginDidChange(to login: LoginState) {
        if let session = login.session, session.user == self.session.user { self.session = session }
    }
}

/// The changes made by commands.
extension AccountModel: JournalModel {
    package func journal() async throws -> [JournalEntry] { try await service.journal(of: session) }

    package func subject(of entries: [JournalEntry]) -> LocalizedText {
        LocalizedText.listing(entries.flatMap(\.accountSteps).map(\.name)) { LocalizedText(verbatim: $0) }
    }

    package func perform(_ step: JournalStep, _ context: CommandContext) async throws -> Reply {
        let (entries, session) = try await service.perform(step, for: session)
        guard let first = entries.first else {
            throw step == .undo ? JournalFault.nothingToUndo : JournalFault.nothingToRedo
        }
        await context.replaceSession(session)
        let (command, what) = (first.origin.command, entries.flatMap(\.accountSteps).map(\.name))
        let sentence = LocalizedText.listing(what) {
            step == .undo ? Strings.undone(command: command, what: $0) : Strings.redone(command: command, what: $0)
        }
        return .message(sentence, Fact("changed", .list(what.map { .text($0) })))
    }
}
