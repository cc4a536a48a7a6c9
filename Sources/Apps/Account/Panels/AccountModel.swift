// SPDX-License-Identifier: GPL-3.0-or-later

import AccountLogic
import AtriumBackups
public import AtriumKit
package import AtriumSession
public import AtriumStores
import AtriumWorlds

/// The state that the account’s panels and commands share: the session, the shown tab, and the last loaded content.
@MainActor
public final class AccountModel: AppModel {
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
    private(set) var backups: [AutomaticBackup] = []
    /// The time of the last backup that a command wrote to a file; `nil` if the audit trail has none.
    private(set) var lastBackup: Timestamp?
    private(set) var tab = AccountTab.profile
    /// The most sessions or entries of the audit trail that are listed; `nil` for as many as there is room for.
    private(set) var limit: Int?

    /// Nothing of an account waits for the user.
    public let badge = 0

    let world: World

    init(service: AccountService, session: UserSession, in world: World) {
        self.service = service
        self.world = world
        self.session = session
    }

    /// Shows a tab, with `limit` sessions at most.
    func show(_ tab: AccountTab, limit: Int? = nil) {
        self.tab = tab
        self.limit = limit
    }

    /// Loads the account and its sessions.
    public func refresh() async throws {
        let account = try await service.snapshot(
            for: session, users: tab == .users,
            audit: tab == .audit ? limit ?? AccountService.shownAudit : 0)
        profile = account.profile
        logins = account.logins
        tokens = account.tokens
        factor = account.factor
        role = account.role
        users = account.users
        audit = account.audit
        if tab == .backups { try await refreshBackups() }
        offer = factor.isOffered && tab == .security ? try await service.offer(for: session) : nil
    }

    /// Looks for the backups in the home.
    func refreshBackups() async throws {
        // A command in lines asks before the panels have loaded the role.
        let isOwner = try await service.isOwner(session)
        role = isOwner ? .owner : .member
        backups = await AutomaticBackup.all(of: session.user, withDaily: isOwner, in: world)
        lastBackup = try await service.lastExport(by: isOwner ? "backup" : "account export", for: session)
    }

    /// The zone in which times are shown.
    var zone: Zone { world.timeZone }

    /// Whether the user wants a backup each day.
    var wantsDailyBackups: Bool { session.settings["backup.daily"] == "on" }

    /// Does nothing: the account has no badge.
    public func refreshBadge() {}

    /// A value for each change of the account.
    public func changes() -> AsyncStream<Void> { service.changes().notices }

    /// Follows the session of a new login.
    public func loginDidChange(to login: LoginState) {
        if let session = login.session, session.user == self.session.user { self.session = session }
    }
}

/// The changes made by commands.
extension AccountModel: JournalModel {
    /// The journal of the account’s changes.
    public func journal() async throws -> [JournalEntry] { try await service.journal(of: session) }

    /// The subject of changes, as their list has it.
    public func subject(of entries: [JournalEntry]) -> LocalizedText {
        LocalizedText.listing(entries.flatMap(\.accountSteps).map(\.name)) { LocalizedText(verbatim: $0) }
    }

    /// Undoes or repeats a change.
    public func perform(_ step: JournalStep, _ context: CommandContext) async throws -> Reply {
        let (entries, session) = try await service.perform(step, for: session)
        guard let first = entries.first else { throw step.nothingLeft }
        await context.replaceSession(session)
        let (command, what) = (first.origin.command, entries.flatMap(\.accountSteps).map(\.name))
        let sentence = LocalizedText.listing(what) {
            step == .undo ? Strings.undone(command: command, what: $0) : Strings.redone(command: command, what: $0)
        }
        return .message(sentence, Fact("changed", .list(what.map { .text($0) })))
    }
}
