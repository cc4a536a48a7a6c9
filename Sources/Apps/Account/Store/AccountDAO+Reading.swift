// SPDX-License-Identifier: GPL-3.0-or-later

package import AccountDomain
package import Session

/// Single questions, each of one consistent state.
extension AccountDAO {
    /// Whether there is no account.
    package func isEmpty() async throws -> Bool { try await read { try $0.isEmpty() } }

    /// The account whose name has this key.
    package func find(nameKey: String) async throws -> AccountRow? {
        try await read { try $0.account(nameKey: nameKey) }
    }

    /// The account of this user.
    package func find(_ user: UserID) async throws -> AccountRow? { try await read { try $0.account(user) } }

    /// A session of a user, with the account.
    package func login(_ number: Int, of user: UserID) async throws -> LoginRow? {
        try await read { try $0.login(.number(number, of: user)) }
    }

    /// The session whose token has this fingerprint, with the account.
    package func login(fingerprint: [UInt8]) async throws -> LoginRow? {
        try await read { try $0.login(.fingerprint(fingerprint)) }
    }

    /// The sessions of a user that expire after `now`, by number.
    package func sessions(of user: UserID, after now: Timestamp) async throws -> [SessionRow] {
        try await read { try $0.sessions(of: user).filter { $0.expiresAt > now } }
    }

    /// The session with which later processes find a login, whether or not it has expired; nil where none does.
    ///
    /// - Parameter root: the login, by the number of its first session.
    package func kept(_ root: Int, of user: UserID) async throws -> SessionRow? {
        try await read { try $0.sessions(of: user).last { $0.isKept && $0.root == root } }
    }

    /// What the user has the shell keep, by name.
    package func preferences(of user: UserID) async throws -> [String: String] {
        try await read { try $0.preferences(of: user) }
    }

    /// The users who were removed, until `forget` is called for them.
    package func removed() async throws -> [DeletedUser] { try await read { try $0.removed() } }
}
