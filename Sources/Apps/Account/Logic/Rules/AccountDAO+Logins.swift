// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession

/// The failed attempts to log in as a user, as they are stored: until a login reports them.
struct StoredFailures: Codable, Hashable, Sendable {
    var count: Int
    /// The time of the first one, in milliseconds.
    let since: Int64
    /// The number of the session that reports them.
    var session: Int?
}

/// A password that the owner has given, as it is stored.
struct Invitation: Codable, Hashable, Sendable {
    /// The time until which it can be used, in milliseconds.
    let until: Int64

    /// The time for which a password of the owner’s can be used.
    static let length = Duration.seconds(7 * 86_400)

    init(from now: Timestamp) { until = (now + Self.length).milliseconds }
}

extension AccountReader {
    /// Whether an account has a second factor.
    package func hasFactor(_ user: UserID) throws -> Bool { try kept(.factor, of: user)[""] != nil }
}

/// Failures, and the second factor.
extension AccountDAO {
    /// Records a refused password or code; of an unknown name only that there was one.
    func noteFailure(of user: UserID?, at now: Timestamp, place: String) throws {
        try note(.refused, by: user, at: now, place: place)
        guard let user else { return }
        let stored: StoredFailures? = try value(.failures, of: user)
        var failures =
            stored.flatMap { $0.session == nil ? $0 : nil } ?? StoredFailures(count: 0, since: now.milliseconds)
        failures.count += 1
        try keep(.failures, failures, of: user)
    }

    /// Gives the failures so far to a session that starts, and forgets those of an earlier one.
    func reportFailures(to session: SessionRow) throws {
        guard var failures: StoredFailures = try value(.failures, of: session.user) else { return }
        guard failures.session == nil else { return try keep(.failures, StoredFailures?.none, of: session.user) }
        failures.session = session.number
        try keep(.failures, failures, of: session.user)
    }

    /// Checks a code of the second factor, and uses it up.
    ///
    /// - Returns: `nil` for a wrong code.
    func use(_ code: Secret, of user: UserID, at now: Timestamp) throws -> SecondFactor.Use? {
        guard var factor: SecondFactor = try value(.factor, of: user), let use = factor.use(code, at: now) else {
            return nil
        }
        try keep(.factor, factor, of: user)
        return use
    }
}
