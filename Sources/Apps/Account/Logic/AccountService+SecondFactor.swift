// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSecrets
package import AtriumSession
import AtriumStores

/// The state of an account’s second factor.
package struct FactorState: Hashable, Sendable {
    /// Whether it is asked for.
    package let isOn: Bool
    /// The number of recovery codes that were not used.
    package let recoveryLeft: Int
    /// Whether one is being set up.
    package let isOffered: Bool

    /// None.
    package static let off = FactorState(isOn: false, recoveryLeft: 0, isOffered: false)
}

/// A secret that is being set up, as it is stored.
private struct StoredOffer: Codable {
    let secret: [UInt8]
    /// The time until which a code confirms it, in milliseconds.
    let until: Int64

    /// The time that setting up may take.
    static let length = Duration.seconds(60 * 60)
}

/// The second factor of an account: setting it up, and taking it away.
extension AccountService {
    static func factorState(in store: any AccountReader, of user: UserID, at now: Timestamp) throws -> FactorState {
        let factor: SecondFactor? = try store.value(.factor, of: user)
        let offer: StoredOffer? = try store.value(.offer, of: user)
        return FactorState(
            isOn: try store.hasFactor(user), recoveryLeft: factor?.recoveryLeft ?? 0,
            isOffered: offer.map { $0.until > now.milliseconds } ?? false)
    }

    /// The state of the second factor of a session’s user.
    package func factor(for session: UserSession) async throws -> FactorState {
        let now = clock.now
        return try await accounts.read { try Self.factorState(in: $0, of: session.user, at: now) }
    }

    /// The second factor that is being set up; `nil` if none is.
    package func offer(for session: UserSession) async throws -> FactorOffer? {
        let now = clock.now
        let stored: StoredOffer? = try await accounts.read { try $0.value(.offer, of: session.user) }
        guard let stored, stored.until > now.milliseconds else { return nil }
        return offer(TimeCode(secret: stored.secret), for: session)
    }

    private func offer(_ codes: TimeCode, for session: UserSession) -> FactorOffer {
        FactorOffer(codes: codes, address: codes.address(issuer: issuer, name: session.name))
    }

    /// Begins to set up a second factor: it counts once a code of it is given.
    ///
    /// - Throws: `AccountFault.factorIsOn`, `.wrongPassword`; `AuthenticationFault`; `StoreFault`.
    package func offerFactor(_ password: Secret, for session: UserSession) async throws -> FactorOffer {
        guard try await !accounts.read({ try $0.hasFactor(session.user) }) else { throw AccountFault.factorIsOn }
        try await confirm(password, for: session)
        let codes = TimeCode(secret: self.codes.bytes(TimeCode.secretCount))
        let stored = StoredOffer(secret: codes.secret, until: (clock.now + StoredOffer.length).milliseconds)
        try await change(session) { accounts in
            guard try !accounts.hasFactor(session.user) else { throw AccountFault.factorIsOn }
            try accounts.keep(.offer, stored, of: session.user)
            try UserJournal(accounts, of: session.user).record(lasting: "on")
        }
        return offer(codes, for: session)
    }

    /// Turns the second factor on that is being set up.
    ///
    /// - Parameter code: A code of the authenticator program, which shows that it has the secret.
    /// - Returns: The recovery codes, which are known nowhere else.
    /// - Throws: `AccountFault.noOffer`, `.factorIsOn`, `.wrongCode`; `AuthenticationFault`; `StoreFault`.
    package func acceptFactor(_ code: Secret, for session: UserSession) async throws -> [RecoveryCode] {
        let recovery = RecoveryCode.codes(random: codes)
        let now = clock.now
        try await change(session, noting: .factor, "on") { accounts in
            guard try !accounts.hasFactor(session.user) else { throw AccountFault.factorIsOn }
            let offer: StoredOffer? = try accounts.value(.offer, of: session.user)
            guard let offer, offer.until > now.milliseconds else { throw AccountFault.noOffer }
            let codes = TimeCode(secret: offer.secret)
            guard let step = codes.step(of: RecoveryCode.letters(of: code), at: now, after: 0) else {
                throw AccountFault.wrongCode
            }
            let factor = SecondFactor(secret: offer.secret, lastStep: step, recovery: recovery)
            try accounts.keep(.factor, factor, of: session.user)
            try accounts.keep(.offer, StoredOffer?.none, of: session.user)
        }
        return recovery
    }

    /// Makes new recovery codes; the old ones are void.
    ///
    /// - Throws: `AccountFault.factorIsOff`, `.wrongPassword`, `.wrongCode`; `AuthenticationFault`; `StoreFault`.
    package func renewRecovery(_ proof: IdentityProof, for session: UserSession) async throws -> [RecoveryCode] {
        try await requireFactor(for: session)
        try await confirm(proof, for: session)
        let recovery = RecoveryCode.codes(random: codes)
        try await change(session, noting: .factor, "codes") { accounts in
            guard let factor: SecondFactor = try accounts.value(.factor, of: session.user) else {
                throw AccountFault.factorIsOff
            }
            try accounts.keep(.factor, factor.renewed(recovery), of: session.user)
        }
        return recovery
    }

    /// Turns the second factor off.
    ///
    /// - Throws: `AccountFault.factorIsOff`, `.wrongPassword`, `.wrongCode`, `.passwordNeedsFactor` if the password is too
    ///   short without it; `AuthenticationFault`; `StoreFault`.
    package func removeFactor(_ proof: IdentityProof, for session: UserSession) async throws {
        try await requireFactor(for: session)
        try await confirm(proof, for: session)
        do { try check(proof.password, for: session) } catch AuthenticationFault.passwordTooShort(let minimum) {
            throw AccountFault.passwordNeedsFactor(minimum: minimum)
        }
        try await change(session, noting: .factor, "off") { accounts in
            try accounts.keep(.factor, SecondFactor?.none, of: session.user)
        }
    }

    /// Checks that the account has a second factor.
    ///
    /// - Throws: `AccountFault.factorIsOff`; `StoreFault`.
    package func requireFactor(for session: UserSession) async throws {
        guard try await accounts.read({ try $0.hasFactor(session.user) }) else { throw AccountFault.factorIsOff }
    }
}
