// SPDX-License-Identifier: GPL-3.0-or-later

import AccountLogic
import AtriumSession
import AtriumStores
import AtriumSystems

/// Questions about a login on a server, each one look-up by a key.
struct PostgreSQLLoginLookup: LoginLookup {
    private let system: PostgreSQLSystem

    init(on system: PostgreSQLSystem) { self.system = system }

    func hasSession(_ number: Int, of user: UserID, with preferences: [String: String]?) throws -> Bool {
        try system.look { database in
            try AccountRows.hasSession(number, of: user, with: preferences, in: database)
        }
    }

    func stillHasSession(
        _ number: Int, of user: UserID, with preferences: [String: String]?
    ) async throws -> Bool {
        try await system.lookAside { database in
            try AccountRows.hasSession(number, of: user, with: preferences, in: database)
        }
    }

    func hasAccount(_ user: UserID) throws -> Bool {
        try system.look { try AccountRows($0).account(user) != nil }
    }

    /// “Pass” as a number.
    private static let lock: Int64 = 0x5061_7373

    func oneAtATime<Result>(_ check: () async throws -> Result) async rethrows -> Result {
        // A server that cannot be reached says so at the check’s first question.
        guard let turn = try? await system.turn(Self.lock) else { return try await check() }
        return try await turn.held { hasWaited in
            try await Waiting.$isOver.withValue(hasWaited) { try await check() }
        }
    }
}
