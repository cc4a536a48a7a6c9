// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumBackups
import AtriumFiles
import AtriumKit
import AtriumSecrets
import AtriumSession
import AtriumStores
import AtriumWorlds

/// The archive of one user’s data of all apps, out of an installation and into another.
@MainActor
struct UserArchives: UserArchiving {
    private let coordinator: Coordinator

    init(coordinator: Coordinator) { self.coordinator = coordinator }

    private var world: World { coordinator.world }

    func placesElsewhere() -> [String] { elsewhere(coordinator.login.session?.settings ?? [:]).map(\.place) }

    func write(
        to file: FileReference, of user: UserID?, isSealed: Bool, _ context: CommandContext
    ) async throws -> Reply {
        let session = try whole("export")
        let path = try context.writablePath(of: file)
        let password = isSealed ? try await context.prompter.askBackupPassword() : nil
        let report = try await write(session, of: user, to: path, sealedWith: password, context.prompter)
        let places = user == nil ? elsewhere(session.settings).map(\.place) : []
        return Upkeep.reply(toArchive: report, at: path, of: user, without: places)
    }

    /// Whether the daily backup has everything, as the owner’s has, and whether that of today is missing; `nil` for a
    /// user who has none.
    ///
    /// - Throws: `BackupFault`.
    func daily() async throws -> (isOfAll: Bool, isDue: Bool)? {
        // A script with some apps only has nothing to do with all of them.
        guard let session = coordinator.login.session, session.apps == nil else { return nil }
        let isOwner = try await coordinator.authenticator.isOwner(session)
        return (isOwner, try Upkeep(in: world).daily(of: isOwner ? nil : session.user).isDue(on: world.today))
    }

    /// Makes the backup of today, unless there is one: of everything for the owner, of the user’s own data for others.
    ///
    /// - Returns: The reply, if it was made now.
    /// - Throws: `BackupFault` and others.
    func backUpToday(_ prompter: (any Prompter)? = nil) async throws -> Reply? {
        guard let session = coordinator.login.session, let (isOfAll, _) = try await daily() else { return nil }
        let upkeep = Upkeep(in: world)
        if isOfAll {
            return try await upkeep.backUpToday { path in
                try await upkeep.backUp(to: path) { done, all in
                    Task { @MainActor in prompter?.progress(bytes: done, of: all) }
                }
            }
        }
        return try await upkeep.backUpToday(of: session.user) { path in
            try await write(session, to: path, sealedWith: nil, prompter)
        }
    }

    func read(
        _ file: FileReference, isConfirmed: Bool, _ context: CommandContext, allow: () async throws -> Void
    ) async throws -> Reply {
        let session = try whole("import")
        let path = context.path(of: file)
        let opened = try await open(path, context)
        defer { opened.discard() }
        let kept = try await self.kept(of: session)
        if !kept.isEmpty, !isConfirmed {
            let question = LocalizedText { language in
                Strings.promptArchive(things: language.list(kept.map { $0.string(in: language) }))
            }
            try await context.confirm(question)
        }
        try await allow()
        let former = try await keepFormer(of: session, isNeeded: !kept.isEmpty, context)
        let transaction = StoreTransaction()
        let (settled, places): (UserSession?, [String])
        do {
            (settled, places) = try await transaction.run {
                try await take(opened, for: session)
                return try await settle(session)
            }
        } catch {
            // Where a system keeps each write at once, the former data is brought back; the file has it in any case.
            if !transaction.isWhole, let former, let again = try? await open(former, context) {
                defer { again.discard() }
                try? await take(again, for: session)
            }
            throw error is DecodingError ? BackupFault.changed(path: path, name: "") as any Error : error
        }
        if let settled { await context.replaceSession(settled) }
        return Upkeep.reply(toTaking: opened.report, at: path, former: former, without: places, in: world.timeZone)
    }

    /// The login, which must not be of a script with some apps only.
    private func whole(_ command: String) throws -> UserSession {
        guard let session = coordinator.login.session else { throw AuthenticationFault.notLoggedIn }
        guard session.apps == nil else { throw AuthenticationFault.notForApp(command) }
        return session
    }

    private func write(
        _ session: UserSession, of user: UserID? = nil, to path: String, sealedWith password: Secret?,
        _ prompter: (any Prompter)?
    ) async throws -> BackupReport {
        var key: PasswordKey?
        if let password {
            key = try await PasswordKey.new(password.bytes, cost: world.passwordCost == .full ? .current : .cheap)
        }
        let note = BackupNote(
            program: world.program.command, programVersion: world.program.version, made: world.clock.now,
            user: user.map { "user \($0.rawValue)" } ?? session.name)
        let backup = try UserBackup(to: path, note, sealedWith: key)
        for factory in coordinator.catalog where user == nil || factory.authenticating == nil {
            let app = factory.id.rawValue
            let writer = ArchiveWriter { name, bytes in
                let done = try await backup.add("\(app)/\(name)", bytes)
                await prompter?.progress(bytes: done, of: nil)
            }
            try await factory.archive(user ?? session.user, in: world, to: writer)
        }
        return try await backup.finish()
    }

    private func open(_ path: String, _ context: CommandContext) async throws -> OpenedUserBackup {
        let file = try BackupFile(path)
        let key = file.isSealed ? try await file.key(from: context.prompter.askPasswordOfBackup().bytes) : nil
        let (program, prompter) = (world.program.command, context.prompter)
        let place = world.home.map { $0 + "/" + BackupFormat.folder } ?? world.variables["TMPDIR"] ?? "/tmp"
        return try await BlockingCall.run { isWanted in
            Result {
                try OpenedUserBackup(file, of: program, openedWith: key, in: place, isWanted: isWanted) { done, all in
                    Task { @MainActor in prompter.progress(bytes: done, of: all) }
                }
            }
        }.get()
    }

    private func kept(of session: UserSession) async throws -> [LocalizedText] {
        var kept: [LocalizedText] = []
        for factory in coordinator.catalog { kept += try await factory.kept(of: session.user, in: world) }
        return kept
    }

    /// Writes the present data to a file of the home, which stays.
    ///
    /// - Returns: Its path; `nil` if there is no data, or no home.
    private func keepFormer(
        of session: UserSession, isNeeded: Bool, _ context: CommandContext
    ) async throws -> String? {
        guard isNeeded, let home = world.home else { return nil }
        let path = try FormerArchives(in: home).newPath(of: session.user, at: world.clock.now)
        _ = try await write(session, to: path, sealedWith: nil, context.prompter)
        return path
    }

    private func take(_ opened: OpenedUserBackup, for session: UserSession) async throws {
        for factory in coordinator.catalog {
            guard let part = opened.part(of: factory.id.rawValue) else { continue }
            try await factory.deleteData(of: session.user, in: world) { _ in }
            try await factory.unarchive(session.user, in: world, from: part)
        }
    }

    /// Takes away settings that name places of the other installation, and passes on the others.
    ///
    /// - Returns: The session with them, and those places.
    private func settle(_ session: UserSession) async throws -> (UserSession?, [String]) {
        guard var refreshed = try await coordinator.authenticator.refreshed(session) else { return (nil, []) }
        let places = elsewhere(refreshed.settings)
        for (name, _) in places {
            refreshed = try await coordinator.authenticator.setPreference(name, to: nil, of: refreshed)
        }
        return (refreshed, places.map(\.place))
    }

    /// The settings that name folders or files of the user’s own, with those.
    private func elsewhere(_ settings: [String: String]) -> [(setting: String, place: String)] {
        settings.sorted { $0.key < $1.key }.flatMap { name, value in
            coordinator.catalog.flatMap { $0.placesElsewhere([name: value]) }.map { (name, $0) }
        }
    }
}
