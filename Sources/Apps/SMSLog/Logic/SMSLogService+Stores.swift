// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation
package import SMSLogDomain
import SMSLogStore
import Session
package import Worlds

/// Several stores, of which the caller chooses one.
extension SMSLogService {
    /// The store that a user means by what was typed, with the whole path of its file, opened once: one that is missing is
    /// made.
    ///
    /// Looks off the caller’s actor.
    ///
    /// - Throws: `SMSLogFault.badStore`, `SMSLogFault.storePlace`, `SMSLogFault.noStore`, `StoreFault`.
    @concurrent
    package static func checked(store typed: String, in world: World) async throws -> MessageStoreChoice {
        guard var choice = MessageStoreChoice(typed) else { throw SMSLogFault.badStore(typed) }
        if case .file(let name) = choice {
            let path = URL(filePath: world.path(of: name)).standardized.path(percentEncoded: false)
            guard !MessageStore.isOurs(path, on: world.system) else { throw SMSLogFault.storePlace(path) }
            guard MessageStore.mayBeStore(path) else { throw SMSLogFault.noStore(path) }
            choice = .file(path)
        }
        _ = try MessageStore.open(choice, beside: world.system, isMade: true, isWatched: false)
        return choice
    }

    /// Has another log of the user know who is who here.
    ///
    /// - Parameter ofNew: Whether that holds only for numbers of which that log knows nothing.
    package func tellPeople(to other: SMSLogService, ofNew: Bool = false) async throws {
        let people = try await dao.read(owner) { try $0.knownPeople() }
        try await other.dao.write(other.owner) { try $0.take(ofNew ? people.new(in: $0) : people) }
    }

    /// Reads a file, or each file of a folder, into memory, for somebody to look at.
    ///
    /// Reads off the caller’s actor. The arguments are those of `importFiles`.
    ///
    /// - Returns: A log in which nothing can be changed, and what became of the files.
    /// - Throws: As `importFiles`.
    @concurrent
    package func look(
        at path: String, choices: ImportChoices = ImportChoices(),
        progress: @Sendable (_ bytes: Int, _ total: Int?) async -> Void
    ) async throws -> (log: SMSLogService, files: [ImportedFile]) {
        let memory = SMSLogService(self, dao: try MessageStore.temporary())
        try await tellPeople(to: memory)
        let files = try await memory.importFiles(at: path, choices: choices, progress: progress)
        let name = Folder.split(path.hasSuffix("/") ? String(path.dropLast()) : path).name
        let looked = SMSLogService(self, dao: LookedMessageDAO(memory.dao, from: name), origin: .look(name))
        return (looked, files)
    }

    /// The same log, of which nothing stays: for somebody who wants to know what an import would do.
    ///
    /// - Throws: `StoreFault`; `SMSLogFault.onlyLooked` for a log in which nothing can be changed.
    @concurrent
    package func copied() async throws -> SMSLogService {
        SMSLogService(self, dao: try await dao.copy(), isTrial: true)
    }

    /// The log of the same user in another store, without gateways.
    private convenience init(
        _ other: SMSLogService, dao: any MessageDAO, origin: MessageOrigin? = nil, isTrial: Bool = false
    ) {
        self.init(
            dao: dao, owner: other.owner, clock: other.clock, timeZone: other.timeZone, random: other.random,
            sealingCost: other.sealingCost, vault: other.vault, systemRegion: other.systemRegion,
            origin: origin ?? other.origin, isTrial: isTrial)
    }

    /// Looks whether messages can be sent and received here.
    ///
    /// - Throws: `SMSLogFault.storeSendsNothing`, `SMSLogFault.onlyLooked`.
    func checkService() throws(SMSLogFault) {
        guard !origin.isInService else { return }
        if case .look(let name) = origin { throw .onlyLooked(name) }
        throw .storeSendsNothing
    }
}
