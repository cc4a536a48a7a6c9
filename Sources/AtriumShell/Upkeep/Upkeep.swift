// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumBackups
import AtriumFiles
package import AtriumKit
import AtriumSecrets
package import AtriumSession
package import AtriumTerminal
package import AtriumWorlds

/// Backups of everything that a program keeps, on a thread of their own.
package struct Upkeep: Sendable {
    private let world: World

    package init(in world: World) { self.world = world }

    /// Writes a backup.
    ///
    /// - Parameters:
    ///   - password: Seals it; `nil` for none.
    ///   - progress: Receives the number of copied bytes, and of all; called on any thread.
    /// - Throws: `BackupFault` and others; the former file is still there.
    package func backUp(
        to path: String, sealedWith password: Secret? = nil,
        progress: @escaping @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in }
    ) async throws -> BackupReport {
        let (backup, _) = try backup()
        var key: PasswordKey?
        if let password {
            key = try await PasswordKey.new(password.bytes, cost: world.passwordCost == .full ? .current : .cheap)
        }
        return try await aside { [key] isWanted in
            try backup.write(to: path, sealedWith: key, isWanted: isWanted, progress: progress)
        }
    }

    /// Makes the backup of today, unless there is one.
    ///
    /// - Parameters:
    ///   - user: The user whose data it has; `nil` for everything.
    ///   - write: Writes the data of the user to a path.
    /// - Returns: The reply, if it was made now.
    /// - Throws: As `backUp`.
    @MainActor
    func backUpToday(
        of user: UserID? = nil, _ write: (String) async throws -> BackupReport
    ) async throws -> Reply? {
        let (daily, today) = (try daily(of: user), world.today)
        guard daily.isDue(on: today) else { return nil }
        let path = try daily.newPath(on: today)
        let report = try await write(path)
        try daily.removeOld(on: today)
        return user == nil
            ? Self.reply(to: report, at: path, without: []) : Self.reply(toArchive: report, at: path, without: [])
    }

    /// The daily backups of a user’s data; `nil` for those of everything.
    ///
    /// - Throws: `BackupFault` if there can be none.
    func daily(of user: UserID? = nil) throws -> DailyBackups {
        let (_, home) = try backup()
        return user.map { DailyBackups(in: home, of: $0) } ?? DailyBackups(in: home, program: world.program.command)
    }

    /// The folders and files elsewhere in which users keep data, which no backup has.
    @MainActor
    package func placesElsewhere(_ catalog: [any AppFactory]) async throws -> [String] {
        var places: Set<String> = []
        for factory in catalog {
            for settings in try await factory.authenticating?.settings(in: world).values ?? [:].values {
                places.formUnion(catalog.flatMap { $0.placesElsewhere(settings) })
            }
        }
        return places.sorted()
    }

    private func backup() throws -> (backup: HomeBackup, home: String) {
        if let server = world.server { throw BackupFault.onServer(address: server) }
        guard let home = world.home else { throw BackupFault.inMemory }
        let (program, now) = (world.program, world.clock.now)
        return (HomeBackup(of: home, program: program.command, version: program.version, at: now), home)
    }

    /// Reads a backup, and compares its hashes.
    ///
    /// - Parameters:
    ///   - folder: The folder that receives the files; `nil` for a mere look.
    ///   - password: Asks for the password of a sealed one.
    /// - Throws: `BackupFault` and others.
    package func read(
        _ path: String, into folder: String? = nil, password: () async throws -> Secret,
        progress: @escaping @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in }
    ) async throws -> BackupReport {
        let file = try BackupFile(path)
        let key = try await file.isSealed ? file.key(from: password().bytes) : nil
        let program = world.program.command
        return try await aside { isWanted in
            try file.read(of: program, openedWith: key, into: folder, isWanted: isWanted, progress: progress)
        }
    }

    private func aside<Result: Sendable>(
        _ work: @escaping @Sendable (_ isWanted: () -> Bool) throws -> Result
    ) async throws -> Result {
        try await BlockingCall.run { isWanted in Swift.Result { try work(isWanted) } }.get()
    }
}

// MARK: - In words

extension Upkeep {
    /// The reply to a backup.
    ///
    /// - Parameter places: Those elsewhere that it does not have.
    package static func reply(to report: BackupReport, at path: String, without places: [String]) -> Reply {
        var notices: [LocalizedText] = []
        if !places.isEmpty { notices.append(Strings.backupElsewhere(names: places.joined(separator: ", "))) }
        if !report.leftOut.isEmpty {
            notices.append(Strings.backupLeftOut(names: report.leftOut.joined(separator: ", ")))
        }
        if !report.isSealed { notices.append(Strings.backupSecret) }
        let sentence = LocalizedText {
            Strings.backupMade(path: path, files: report.files, size: size(of: report, $0))
        }
        return reply(sentence, to: report, at: path, without: places, notices)
    }

    /// The reply to the archive of a user.
    ///
    /// - Parameter places: The user’s folders and files elsewhere, which it does not have.
    static func reply(
        toArchive report: BackupReport, at path: String, of user: UserID? = nil, without places: [String]
    ) -> Reply {
        var notices: [LocalizedText] = []
        if !places.isEmpty { notices.append(Strings.archiveElsewhere(names: places.joined(separator: ", "))) }
        if !report.isSealed { notices.append(Strings.archiveSecret) }
        let sentence = LocalizedText { language in
            let size = size(of: report, language)
            return user.map {
                Strings.archiveMadeOf(path: path, number: Int($0.rawValue), files: report.files, size: size)
            } ?? Strings.archiveMade(path: path, files: report.files, size: size)
        }
        return reply(sentence, to: report, at: path, without: places, notices)
    }

    /// The reply to a file that was written.
    private static func reply(
        _ sentence: LocalizedText, to report: BackupReport, at path: String, without places: [String],
        _ notices: [LocalizedText]
    ) -> Reply {
        let elsewhere = Fact("elsewhere", .list(places.map { .text($0) }))
        return Reply(.message(sentence, facts: facts(of: report, path) + [elsewhere]), notices: notices)
    }

    /// The reply to taking over the archive of a user.
    ///
    /// - Parameters:
    ///   - former: The file with the former data; `nil` if there was none.
    ///   - places: The folders and files of settings that were not taken over.
    static func reply(
        toTaking report: BackupReport, at path: String, former: String?, without places: [String], in zone: Zone
    ) -> Reply {
        let user = report.note.user ?? ""
        let sentence = Strings.archiveTaken(path: path, user: user, time: time(of: report, zone))
        var notices: [LocalizedText] = []
        var all = facts(of: report, path) + [Fact("user", .text(user))]
        if let former {
            notices.append(Strings.restoredFormer(path: former))
            all.append(Fact("former", .text(former)))
        }
        if !places.isEmpty { notices.append(Strings.archivePlaces(names: places.joined(separator: ", "))) }
        return Reply(.message(sentence, facts: all), notices: notices)
    }

    package static func reply(toLookAt report: BackupReport, at path: String, in zone: Zone) -> Reply {
        let sentence = LocalizedText {
            Strings.backupChecked(
                path: path, time: time(of: report, zone), files: report.files, size: size(of: report, $0))
        }
        return Reply(.message(sentence, facts: facts(of: report, path)))
    }

    /// The reply to a restore.
    ///
    /// - Parameter former: The folder in which the former data is; `nil` if there was none.
    package static func reply(
        toRestoreOf report: BackupReport, at home: String, former: String?, in zone: Zone
    ) -> Reply {
        let sentence = LocalizedText {
            Strings.restored(
                path: home, time: time(of: report, zone), files: report.files, size: size(of: report, $0))
        }
        let former: (notices: [LocalizedText], facts: [Fact]) =
            former.map { ([Strings.restoredFormer(path: $0)], [Fact("former", .text($0))]) } ?? ([], [])
        return Reply(
            .message(sentence, facts: facts(of: report, home) + former.facts), notices: former.notices)
    }

    private static func facts(of report: BackupReport, _ path: String) -> [Fact] {
        [
            Fact("path", .text(path)), Fact("files", .number(report.files)), Fact("bytes", .number(report.bytes)),
            Fact("sealed", .flag(report.isSealed)),
            Fact("made", report.note.time.map { .timestamp($0) } ?? .none),
            Fact("leftOut", .list(report.leftOut.map { .text($0) })),
        ]
    }

    private static func time(of report: BackupReport, _ zone: Zone) -> String {
        report.note.time.map { CivilTime($0, in: zone).dateAndTime } ?? report.note.made
    }

    /// The number of bytes, in the unit in which it is short.
    private static func size(of report: BackupReport, _ language: Language) -> String {
        FileSize(report.bytes).text(in: language)
    }
}

/// Writes a reply of a command of the program’s command line.
package struct WrittenReply {
    private let context: ViewContext
    private let isJSON: Bool

    package init(in context: ViewContext, isJSON: Bool) {
        self.context = context
        self.isJSON = isJSON
    }

    /// An error as programs read it.
    package static func document(of error: ErrorDescription, in language: Language) -> JSONValue {
        .object([
            (
                "error",
                .object([
                    ("code", .string(error.code)), ("message", .string(error.sentence.string(in: language))),
                ])
            )
        ])
    }

    /// Writes the reply, and its notices to standard error; as JSON they stand in its document.
    @MainActor
    package func write(_ reply: Reply, to gate: OutputGate) {
        guard !isJSON else {
            if let document = JSONReply(language: context.language).document(reply) {
                gate.writeLine(document.visible)
            }
            return
        }
        PlainReply(context: context).lines(reply).forEach { gate.writeLine($0) }
        for notice in reply.notices { gate.writeErrorLine(VisibleText(notice.string(in: context.language))) }
    }
}
