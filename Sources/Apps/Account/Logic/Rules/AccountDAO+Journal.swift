// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession
package import AtriumStores

package struct UserJournal: JournalKeeping {
    private let accounts: any AccountDAO
    private let user: UserID

    package init(_ accounts: any AccountDAO, of user: UserID) {
        self.accounts = accounts
        self.user = user
    }

    package func journal(limit: Int) throws -> [JournalEntry] { try accounts.journal(of: user, limit: limit) }

    package func put(_ entry: JournalEntry) throws { try accounts.put(entry, of: user) }

    /// Keeps a change that a command has made.
    func record(_ step: AccountStep) throws {
        if !step.isNothing { try record(JournalEntry.lines([step]), isLasting: false) }
    }

    /// Records that a command has changed something in a way that `undo` does not take back.
    func record(lasting subject: String) throws {
        try record(JournalEntry.lines([AccountStep.lasting(subject)]), isLasting: true)
    }

    /// Restores the state of an account before a change, or after it.
    ///
    /// - Throws: `JournalFault.changedSince` if it was changed again meanwhile; `JournalFault.lasting`.
    package func perform(_ step: JournalStep, _ entry: JournalEntry) throws {
        guard !entry.isLasting else { throw JournalFault.lasting(entry.origin.command) }
        for change in entry.accountSteps.map({ step == .undo ? $0 : $0.inverted }) {
            switch change {
            case .setting(let name, let before, let after):
                guard try accounts.preferences(of: user)[name] == after else {
                    throw JournalFault.changedSince(entry.origin.command)
                }
                try accounts.keep(.preference, name, before, of: user)
            case .profile(let after, let before):
                guard var account = try accounts.account(user), account.profile.present(after) == after else {
                    throw JournalFault.changedSince(entry.origin.command)
                }
                account.profile = account.profile.applying(before)
                if case .login = before, let other = try accounts.account(nameKey: account.nameKey),
                    other.profile.user != user
                {
                    throw JournalFault.changedSince(entry.origin.command)
                }
                try accounts.update(account)
            case .lasting: throw JournalFault.lasting(entry.origin.command)
            }
        }
    }
}
