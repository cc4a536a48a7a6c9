// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumBackups
package import AtriumKit
package import AtriumSession
import AtriumTerminal
import AtriumWorlds

/// The commands that keep data safe.
enum UpkeepCommands {
    /// All of them, in the order in which help lists them.
    static var all: [Command<Shell>] { [backup, doctor] }

    private static let backup = Command<Shell>(
        "backup", category: .exchange, summary: Strings.commandBackup,
        parameters: .flag("sealed", summary: Strings.optionSealed),
        .file("file", summary: Strings.parameterBackup),
        examples: ["backup all.backup", "backup --sealed all.backup"], audited: .export
    ) { shell, context, isSealed, file in
        // It holds all apps of all users.
        if let session = shell.coordinator.login.session {
            guard session.apps == nil else { throw AuthenticationFault.notForApp("backup") }
            guard try await shell.coordinator.authenticator.isOwner(session) else {
                throw AuthenticationFault.ownerOnly(command: "backup")
            }
        }
        let path = try context.writablePath(of: file)
        let password = isSealed ? try await context.prompter.askBackupPassword() : nil
        let prompter = context.prompter
        let report = try await Upkeep(in: context.world).backUp(to: path, sealedWith: password) { done, all in
            Task { @MainActor in prompter.progress(bytes: done, of: all) }
        }
        let places = try await Upkeep(in: context.world).placesElsewhere(shell.coordinator.catalog)
        return Upkeep.reply(to: report, at: path, without: places)
    }

    /// The fault of a line that would restore a backup in the shell, which cannot replace what it uses; any other error as
    /// it is.
    static func explained(_ error: any Error, of line: String, in world: World) -> any Error {
        var words = WordScanner(line)
        guard case .word("restore", _)? = try? words.next(),
            case .word(let name, _)? = try? words.next(), !name.isEmpty
        else { return error }
        let path = world.path(of: name)
        guard (try? BackupFile(path)) != nil else { return error }
        return BackupFault.inShell(path: path, program: world.program.command)
    }

    private static let doctor = Command<Shell>(
        "doctor", category: .shell, summary: Strings.commandDoctor,
        parameters: .flag("repair", summary: Strings.optionRepair), examples: ["doctor", "doctor --repair"]
    ) { shell, context, mends in
        let doctor = Doctor(
            in: context.world, catalog: shell.coordinator.catalog, isOnTerminal: shell.options.isInteractive)
        let home = await doctor.examineHome(mends: mends)
        let apps = await doctor.examineApps(mends: mends)
        return Doctor.reply(to: home + apps + doctor.examineSurroundings(), server: context.world.server)
    }
}

extension Prompter {
    /// Asks twice for the password of a new backup.
    package func askBackupPassword() async throws -> Secret {
        try await askNewPassword(
            Strings.promptBackupPassword, again: Strings.promptBackupAgain
        ) { password in
            guard password.bytes.count >= 8 else { throw AuthenticationFault.passwordTooShort(minimum: 8) }
        }
    }

    package func askPasswordOfBackup() async throws -> Secret { try await askSecret(Strings.promptBackupPassword) }
}

extension CommandContext {
    /// Asks whether everything in a folder may be replaced.
    @MainActor
    package func confirmRestore(over home: String) async throws { try await confirm(Strings.promptRestore(path: home)) }
}
