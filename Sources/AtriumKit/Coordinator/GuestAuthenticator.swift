// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSession
import AtriumWorlds
import Foundation
import Synchronization

/// Admits every user of the program, if no app authenticates users: one user, whose session does not end.
///
/// The guest’s settings are in the program’s own folder, or in memory if there is none.
struct GuestAuthenticator: Authenticator {
    private let startedAt: Timestamp
    private let kept: GuestSettings

    init(in world: World) {
        startedAt = world.clock.now
        kept = GuestSettings(path: world.home.map { $0 + "/settings.json" })
    }

    func isEmpty() async throws -> Bool { false }

    // No command calls these: those that do exist only with accounts.
    func check(name: String) async throws { throw AuthenticationFault.refused }
    func check(_ password: Secret, forName name: String) throws { throw AuthenticationFault.refused }
    func register(name: String, password: Secret) async throws -> UserSession { throw AuthenticationFault.refused }
    func logIn(name: String, password: Secret, code: Secret?, keep: Bool) async throws -> UserSession {
        throw AuthenticationFault.refused
    }
    func renew(_ session: UserSession, password: Secret) async throws -> UserSession {
        throw AuthenticationFault.refused
    }

    func resume() async throws -> UserSession? { try session() }
    func logOut(_ session: UserSession) async throws {}
    func leave(_ session: UserSession) async throws {}
    func holds(_ session: UserSession) async throws -> Bool { true }
    func isThere(_ session: UserSession) -> Bool { true }
    func hasAccount(_ user: UserID) -> Bool { true }
    func refreshed(_ session: UserSession) async throws -> UserSession? { try self.session() }
    func unfinishedDeletions() async throws -> [DeletedUser] { [] }
    func finishDeletion(of user: UserID) async throws {}

    func setLanguage(_ language: Language, for session: UserSession) async throws -> UserSession {
        try await kept.change { $0.language = language.rawValue }
        return try self.session()
    }

    func setPreference(_ name: String, to value: String?, of session: UserSession) async throws -> UserSession {
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
    /// - Throws: `CommandFault.file` if the file cannot be read, or is invalid.
    func values() throws(CommandFault) -> Values {
        guard let path else { return memory.withLock(\.self) }
        guard FileStatus(path, followingLinks: false) != nil else { return Values() }
        let bytes = try FileContents.bytes(at: path, limit: Self.limit)
        do {
            return try JSONDecoder().decode(Values.self, from: Data(bytes))
        } catch {
            throw .file(path: path, number: EILSEQ)
        }
    }

    /// Changes the settings; several processes do so one after the other.
    ///
    /// - Throws: As `values`; `FileFault` if the file cannot be written, which then is as before.
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
