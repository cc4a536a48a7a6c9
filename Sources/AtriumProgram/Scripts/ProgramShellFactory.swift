// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumKit
package import AtriumScripts
import AtriumSession
import AtriumSystems
package import AtriumTerminal
import AtriumWorlds
import Foundation

/// Creates a shell with a program’s apps for each script.
@MainActor
package final class ProgramShellFactory: RecordingShellFactory {
    package let password = ScriptShell.password
    package var program: String { of.identity.command }
    private let of: ShellProgram
    private let coverage: ScriptCoverage?
    private let template = ScriptTemplate()
    private let executable: String
    private let server: String?

    /// Creates shells, and records the commands of their scripts.
    ///
    /// - Parameters:
    ///   - program: The program that the scripts drive.
    ///   - coverage: Records what the scripts exercise.
    ///   - executable: The path of the program on a script’s terminal.
    ///   - server: The address of the server for scripts that need one.
    package init(
        _ program: ShellProgram, coverage: ScriptCoverage? = nil, executable: String = ProgramShellFactory.running,
        server: String? = nil
    ) {
        of = program
        self.coverage = coverage
        self.executable = executable
        self.server = server
    }

    /// This program’s own file, regardless of where it was started.
    package static var running: String {
        (try? FilePlace.ofThisProgram()) ?? CommandLine.arguments[0]
    }

    package func makeSubject(settings: ScriptSettings, folder: String) async throws -> any ScriptSubject {
        try await ScriptShell(
            of, settings: settings, folder: folder, coverage: coverage, template: template, server: server,
            executable: executable)
    }

    package func makeSubject(
        settings: ScriptSettings, folder: String, answers: any LineSource
    ) async throws -> any RecordableSubject {
        try await ScriptShell(of, settings: settings, folder: folder, rest: answers, server: server)
    }
}

/// The empty database file that scripts start with, so that they need not create all tables one by one.
///
/// An app’s tables are unknown until the app has been opened, so the tables are those of ended scripts.
/// The order of scripts does not matter: missing tables are created on demand.
@MainActor
package final class ScriptTemplate {
    private var bytes: [UInt8]?
    private var tables: Set<String> = []

    /// A template without tables.
    init() {}

    /// A system in a new file.
    func system(at path: String) throws -> SQLiteSystem {
        if let bytes {
            try Folder.make(Folder.split(path).folder)
            try DraftFile.write(bytes, to: path, replacing: true)
        }
        return try SQLiteSystem(path: path, isDurable: false)
    }

    /// Copies the tables of a system that has some that the template lacks.
    ///
    /// - Parameter folder: A folder for a temporary file; the caller removes it.
    func learn(from system: SQLiteSystem, folder: String) {
        guard system.stores.isStrictSuperset(of: tables) else { return }
        let path = folder + "/.template.sqlite"
        // Without a template, scripts only take longer.
        guard let copy = try? system.emptyFile(at: path) else { return }
        (bytes, tables) = (copy, system.stores)
    }
}

/// The folder for the folders of scripts.
package enum TemporaryFolder {
    /// The system’s folder for temporary files, without a trailing slash.
    package static let parent: String = {
        let path = NSTemporaryDirectory()
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }()
}

/// Ends the process on a signal and removes the folders of running scripts.
@MainActor
package enum ScriptSignals {
    /// Ends with 128 plus the signal’s number, the shell’s status of a program ended by a signal.
    ///
    /// - Parameters:
    ///   - signals: The signals that end the process.
    ///   - restore: Called first.
    package static func observe(
        _ signals: [Int32] = [SIGINT, SIGTERM, SIGHUP], restoring restore: @escaping @MainActor () -> Void = {}
    ) {
        for signal in signals where !Signals.isIgnored(signal) {
            Signals.observe(signal) {
                restore()
                ScriptFolders.removeAll()
                Foundation.exit(128 + signal)
            }
        }
    }
}
