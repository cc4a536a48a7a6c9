// SPDX-License-Identifier: GPL-3.0-or-later

/// The operations of authentication: the account’s logic implements them, the coordinator calls them.
///
/// Every method may take as long as a password hash takes (about 50 ms) and runs off the main actor while it does.
/// All throw `AuthenticationFault` for faults that a user can correct, and `StoreFault`.
public protocol Authenticator: Sendable {
    /// Whether there is no account yet.
    func isEmpty() async throws -> Bool

    /// Checks the name of a new account, before any other question.
    ///
    /// - Throws: `AuthenticationFault` for a name that is taken or not allowed.
    func check(name: String) async throws

    /// Checks the password of a new account of this name, before it is requested once more.
    ///
    /// - Throws: `AuthenticationFault` for one that is too short or too well known.
    func check(_ password: Secret, forName name: String) throws

    /// Makes an account and logs it in, after the same checks.
    func register(name: String, password: Secret) async throws -> UserSession

    /// The strength of a password that is being typed.
    ///
    /// - Parameters:
    ///   - password: The password so far.
    ///   - name: The name of its account.
    func strength(of password: Secret, forName name: String) -> PasswordStrength

    /// Logs in. An unknown name and a wrong password give the same error in the same time.
    ///
    /// - Parameters:
    ///   - name: The name of the account.
    ///   - password: Its password.
    ///   - code: The code of the second factor; `nil` if it was not asked for.
    ///   - keep: Whether later processes of the same system user find this login by `resume()` until it expires.
    /// - Throws: `AuthenticationFault.codeNeeded` if the password is right and the account has a second factor;
    ///   `.passwordNeeded` if the password was given by the owner, and the user has to choose one.
    func logIn(name: String, password: Secret, code: Secret?, keep: Bool) async throws -> UserSession

    /// Logs in with a password that the owner has given, and sets another in its place.
    func redeem(name: String, password: Secret, new: Secret) async throws -> UserSession

    /// Logs in with a script’s token, for the apps that it is for.
    ///
    /// - Throws: `AuthenticationFault.badToken`.
    func logIn(token: Secret) async throws -> UserSession

    /// The session of an interactive process that goes on from a kept one: a row of its own among the user’s sessions,
    /// which can be revoked alone. Any other session is returned as it is.
    func ownSession(of session: UserSession) async throws -> UserSession

    /// The failed attempts to log in between the session before this one and its start; `nil` if there were none.
    func failures(before session: UserSession) async throws -> FailedLogins?

    /// Records in the audit trail that a command has done something outside of the store.
    ///
    /// - Parameters:
    ///   - action: The effect.
    ///   - command: The app and the command.
    ///   - session: The login that has performed it.
    func record(_ action: AuditedAction, _ command: String, by session: UserSession) async throws

    /// The login that an earlier process kept, if it still holds; `nil` otherwise.
    ///
    /// It does not note that the login is used: `refreshed(_:)` does.
    func resume() async throws -> UserSession?

    /// A new session after the password was given again; the old one ends, unless it is a kept one that holds: other
    /// processes may be in that.
    func renew(_ session: UserSession, password: Secret) async throws -> UserSession

    /// Ends the session for good, also a kept one, and the kept one that it goes on from.
    func logOut(_ session: UserSession) async throws

    /// Ends the session when its process ends and no later one can find it; a kept one stays.
    func leave(_ session: UserSession) async throws

    /// Whether the session has not ended, and its user’s settings are as they were when it was read: cheap enough for
    /// any command.
    func holds(_ session: UserSession) async throws -> Bool

    /// Whether the session has not ended, even if its user’s settings have changed: checked within each of its writes,
    /// on any thread.
    func isThere(_ session: UserSession) throws -> Bool

    /// Whether the user has an account; asked as `isThere`.
    func hasAccount(_ user: UserID) throws -> Bool

    /// The session as it is now, and from now on used: `nil` when it was ended elsewhere, a new value when the user’s
    /// data changed.
    func refreshed(_ session: UserSession) async throws -> UserSession?

    /// The users whose accounts were deleted and whose data may remain.
    func unfinishedDeletions() async throws -> [DeletedUser]

    /// Notes that nothing of a deleted user’s data is left.
    func finishDeletion(of user: UserID) async throws

    /// Whether the user of a session may work on the data of all users.
    func isOwner(_ session: UserSession) async throws -> Bool

    /// Keeps the user’s choice of language, and gives the session that knows it.
    func setLanguage(_ language: Language, for session: UserSession) async throws -> UserSession

    /// Keeps one of the user’s settings or aliases, and gives the session that knows it; `nil` forgets it.
    func setPreference(_ name: String, to value: String?, of session: UserSession) async throws -> UserSession
}

extension Authenticator {
    /// Logs in an account without a second factor.
    public func logIn(name: String, password: Secret, keep: Bool) async throws -> UserSession {
        try await logIn(name: name, password: password, code: nil, keep: keep)
    }

    /// Nothing is known of it.
    public func strength(of password: Secret, forName name: String) -> PasswordStrength { PasswordStrength() }

    /// No password is given by an owner.
    public func redeem(name: String, password: Secret, new: Secret) async throws -> UserSession {
        throw AuthenticationFault.refused
    }

    /// There are no tokens.
    public func logIn(token: Secret) async throws -> UserSession { throw AuthenticationFault.badToken }

    /// The session itself.
    public func ownSession(of session: UserSession) async throws -> UserSession { session }

    /// None are counted.
    public func failures(before session: UserSession) async throws -> FailedLogins? { nil }

    /// Every user may.
    public func isOwner(_ session: UserSession) async throws -> Bool { true }

    /// Records nothing.
    public func record(_ action: AuditedAction, _ command: String, by session: UserSession) async throws {}
}

/// The effect of a command outside of the store, which the audit trail records.
public enum AuditedAction: String, Hashable, Sendable {
    /// Data was written to a file.
    case export
    /// Data was read from a file in place of the present data.
    case `import`
    /// Messages were given to a gateway.
    case send
}

/// Failed attempts to log in as a user.
public struct FailedLogins: Hashable, Sendable {
    /// The number of them.
    public let count: Int
    /// The time of the first one.
    public let since: Timestamp

    /// Attempts of this number.
    public init(count: Int, since: Timestamp) {
        self.count = count
        self.since = since
    }
}

/// The strength of a password while it is typed.
public struct PasswordStrength: Hashable, Sendable {
    /// The guesses that it withstands.
    public enum Level: Int, Comparable, Sendable {
        /// Fewer than a million: found online.
        case veryWeak
        /// Up to a hundred million.
        case weak
        /// Up to ten billion.
        case fair
        /// Up to a hundred trillion: days of one machine with a slow hash.
        case good
        /// More.
        case strong

        /// Whether fewer guesses find one.
        public static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }
    }

    /// The guesses that it withstands; `nil` if they are not known.
    public let level: Level?
    /// The number of characters that it lacks.
    public let missing: Int
    /// Whether it is refused since guessers try it first.
    public let isWellKnown: Bool

    /// A strength of these facts.
    public init(level: Level? = nil, missing: Int = 0, isWellKnown: Bool = false) {
        self.level = level
        self.missing = missing
        self.isWellKnown = isWellKnown
    }
}

/// The reason of a refused login.
public enum AuthenticationFault: Error, Hashable, Sendable {
    /// No user is logged in, or the login has expired.
    case notLoggedIn
    /// The login waits for its password, which the requested operation needs.
    case locked
    /// The name is unknown or the password is wrong: the message does not distinguish them.
    case refused
    /// Too many failures: the next try counts only after this time.
    case backOff(Duration)
    /// The name is taken.
    case nameTaken(String)
    /// The name is empty, too long, has characters other than letters, digits, `.`, `_` and `-`, does not start with a
    /// letter or a digit, or mixes alphabets whose letters look alike.
    case badName(String)
    /// The password has fewer characters than this.
    case passwordTooShort(minimum: Int)
    /// The password has more characters than this.
    case passwordTooLong(maximum: Int)
    /// The password is among the best-known ones, a repetition or a sequence, or made of the user’s name.
    case passwordWellKnown
    /// The password is right, and the code of the second factor is needed.
    case codeNeeded
    /// The password is right, and the code of the second factor is not.
    case wrongCode
    /// The password was given by the owner, and the user has to choose one.
    case passwordNeeded
    /// The password was given by the owner, too long ago.
    case invitationOver
    /// The owner has disabled the account.
    case disabled
    /// The token is unknown, revoked or expired.
    case badToken
    /// The session is that of a script’s token, which is not for this app.
    case notForApp(String)
    /// The command works on the data of all users, and the user is not the owner.
    case ownerOnly(command: String)
    /// The session is that of a script’s token, which changes nothing of the account.
    case tokenChangesNothing
}

/// Something typed that must not be shown: it prints as dots wherever it is interpolated, logged or dumped.
public struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The bytes, in UTF-8.
    public let bytes: [UInt8]

    /// The typed secret.
    public init(_ text: String) { bytes = Array(text.utf8) }

    /// Dots.
    public var description: String { "•••" }
    /// Dots.
    public var debugDescription: String { "•••" }
    /// Nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
