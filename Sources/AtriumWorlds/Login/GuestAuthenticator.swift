// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
package import AtriumSession
import Foundation
import Synchronization

/// Admits every user of the program, if no app authenticates users: one user, whose session does not end.
///
/// The guest’s settings are in the program’s own folder, or in memory if there is none.
package struct GuestAuthenticator: Authenticator {
    private let startedAt: Timestamp
    private let kept: GuestSettings

    package init(in world: World) {
        startedAt = world.clock.now
        kept = GuestSettings(path: world.home.map { $0 + "/settings.json" })
    }

    package func isEmpty() async throws -> Bool { false }

    // No command calls these: those that do exist only with accounts.
    package func check(name: String) async throws { throw AuthenticationFault.refused }
    package func check(_ password: Secret, forName name: String) throws { throw AuthenticationFault.refused }
    package func register(name: String, password: Secret) async throws -> UserSession {
        throw AuthenticationFault.refused
    }
    package func logIn(name: String, password: Secret, code: Secret?, keep: Bool) async throws -> UserSession {
        throw AuthenticationFault.refused
    }
    package func renew(_ session: UserSession, password: Secret) async throws -> UserSession {
        throw AuthenticationFault.refused
    }

    package func resume() async throws -> UserSession? { try session() }
    package func logOut(_ session: UserSession) async throws {}
    package func leave(_ session: UserSession) async throws {}
    package func holds(_ session: UserSession) async throws -> Bool { true }
    package func isThere(_ session: UserSession) -> Bool { true }
    package func hasAccount(_ user: UserID) -> Bool { true }
    package func refreshed(_ session: UserSession) async throws -> UserSession? { try self.session() }
    package func unfinishedDeletions() async throws -> [DeletedUser] { [] }
    package func finishDeletion(of user: UserID) async throws {}

    package func setLanguage(_ language: Language, for session: UserSession) async throws -> UserSession {
        try await kept.change { $0.language = language.rawValue }
        return try self.session()
    }

    package func setPreference(_ name: String, to value: String?, of session: UserSession) async throws -> UserSession {
        try await kept.change { $0.settings[name] = value }
        return try self.session()
    }

    private func session() throws -> UserSession {
        let values = try kept.values()
        return UserSession(
            id: 1, user: UserID(rawValue: 1), name: "guest", startedAt: startedAt,
            expiresAt: startedAt + .seconds(100 * 365 * 86_400), idleLimit: nil,
            language: values.language.flatMap { Language(rawValue: $0) }, settings: values.settings)
    }
}

/// The settings of the guest of a program without accounts: a small JSON file, or memory.
final class GuestSettings: Sendable {
    struct Values: Codable {
        var settings: [String: String] = [:]
        var language: String?
    }

    /// The most bytes to read.
    private static let limit = 1 << 20

    private let path: String?
    private let memory = Mutex(Values())

    /// Settings in this file; `nil`: in memory.
    init(path: String?) { self.path = path }

    /// The settings, by this process or another; empty if the file does not exist yet.
    ///
    /// - Throws: `FileFault` if the file cannot be read, or is invalid.
    func values() throws(FileFault) -> Values {
        guard let path else { return memory.withLock(\.self) }
        guard FileStatus(path, followingLinks: false) != nil else { return Values() }
        let bytes = try FileReader(path, takingStreams: true).bytes(limit: Self.limit)
        do {
            return try JSONDecoder().decode(Values.self, from: Data(bytes))
        } catch {
            throw FileFault(path: path, reason: .system(EILSEQ))
        }
    }

    /// Changes the settings; several processes do so one after the other.
    ///
    /// - Throws: As `values`; also if the file cannot be written, which then is as before.
    func change(_ change: (inout Values) -> Void) async throws {
        guard let path else { return memory.withLock { change(&$0) } }
        let folder = Folder.split(path).folder
        try Folder.make(folder)
        // A process that does not wait overwrites the settings of another: a slow disk is no reason for that.
        try await FolderLock(folder, patience: .seconds(60)).held { _ in try keep(change, in: path) }
    }

    private func keep(_ change: (inout Values) -> Void, in path: String) throws {
        var values = try values()
        change(&values)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        let bytes = try encoder.encode(values)
        let draft = try DraftFile(for: path, replacing: true)
        try draft.write(Array(bytes) + [0x0A])
        try draft.finish()
    }
}
