// SPDX-License-Identifier: GPL-3.0-or-later

import PhoneNumbers
package import SMSLogDomain
import SMSLogStore
package import Session
package import Worlds

/// Whose numbers are whose, which the region decides in which somebody is.
extension SMSLogService {
    /// What a user sets for it.
    package static let regionSetting = "sms.region"
    /// The region of the operating system’s language.
    package static let regionOfSystem = "auto"
    /// No region: all spellings are apart.
    package static let noRegion = "none"

    /// Has numbers read as those in a region do from now on.
    ///
    /// - Parameters:
    ///   - typed: Two letters, or one of the words above.
    ///   - session: The login of the user, which tells in which store the messages are.
    /// - Returns: What is kept of it, and what became of conversations.
    /// - Throws: `SMSLogFault.unknownRegion`; `StoreFault`.
    package static func setRegion(
        _ typed: String, of session: UserSession, in world: World
    ) async throws -> (value: String, change: PeopleChange) {
        let value: String
        let region: String
        switch typed.lowercased() {
        case regionOfSystem: (value, region) = (regionOfSystem, self.region(of: world.variables) ?? "")
        case noRegion: (value, region) = (noRegion, "")
        case let name:
            guard let known = PhoneNumbering(region: name).region else { throw SMSLogFault.unknownRegion(typed) }
            (value, region) = (known, known)
        }
        let dao = try MessageStore.open(
            MessageStoreChoice(of: session), beside: world.system, isMade: false, isWatched: false)
        return (value, try await dao.setPeople(by: region, of: session.user))
    }

    /// Reads numbers by the operating system’s region, unless the user has named one, and reads them again once
    /// `PhoneNumbering` has changed.
    ///
    /// - Throws: `StoreFault`.
    package func joinAtFirst() async throws {
        let reading = try await dao.read(owner) { try $0.reading() }
        guard (reading?.version ?? 0) < PhoneNumbering.version, let region = reading?.region ?? systemRegion else {
            return
        }
        _ = try await dao.setPeople(by: region, of: owner)
    }

    /// The region that the operating system’s variables name, such as `LANG=en_SG.UTF-8`; nil for none.
    static func region(of variables: [String: String]) -> String? {
        let names = ["LC_ALL", "LC_TELEPHONE", "LANG"]
        guard let locale = names.compactMap({ variables[$0] }).first(where: { !$0.isEmpty }) else { return nil }
        let parts = locale.prefix { $0 != "." && $0 != "@" }.split(separator: "_")
        return parts.count < 2 ? nil : PhoneNumbering(region: String(parts[1])).region
    }

    /// The address that stands for the conversation of another one, which may be any spelling of its number.
    package func leader(of address: Address) async throws -> Address { try await dao.leader(of: address, owner: owner) }

    /// The number to which messages for an address go; nil where none can.
    package func dialable(_ address: Address) async throws -> Address? {
        guard !address.isDialable else { return address }
        return try await numbering().person(address).flatMap { $0.isDialable ? $0 : nil }
    }

    /// The address that somebody means who has typed it.
    func address(typed word: String) async throws -> Address {
        try await dao.read(owner) { try $0.address(typed: word) }
    }

    /// How numbers are read; without a region those with a country code alone.
    func numbering() async throws -> PhoneNumbering {
        PhoneNumbering(region: try await dao.read(owner) { try $0.region() })
    }
}
