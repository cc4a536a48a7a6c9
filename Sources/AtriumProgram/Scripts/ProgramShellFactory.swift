// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
package import AtriumScripts
import Files
import Foundation
import Session
import Systems
package import Terminal
import Worlds

/// Sets up a shell with a program’s apps for each script.
@MainActor
package final class ProgramShellFactory: RecordingShellFactory {
    package let password = ScriptShell.password
    package var program: String { of.identity.command }
    private let of: ShellProgram
    private let coverage: ScriptCoverage?
    private let template = ScriptTemplate()
    private let executable: String

    /// Makes shells whose scripts’ commands are noted.
    ///
    /// - Parameters:
    ///   - program: what the scripts drive.
    ///   - coverage: hears of what the scripts exercise.
    ///   - executable: the path of what runs on a script’s terminal.
    package init(
        _ program: ShellProgram, coverage: ScriptCoverage? = nil, executable: String = ProgramShellFactory.running
    ) {
        of = program
        self.coverage = coverage
        self.executable = executable
    }

    /// This program’s own file, wherever it was started from.
    package static var running: String {
        (try? FilePlace.ofThisProgram()) ?? CommandLine.arguments[0]
    }

    package func makeSubject(settings: ScriptSettings, folder: String) async throws -> any ScriptSubject {
        try await ScriptShell(
            of, settings: settings, folder: folder, coverage: coverage, template: template, executable: executable)
    }

    package func makeSubject(
        settings: ScriptSettings, folder: String, answers: any LineSource
    ) async throws -> any RecordableSubject {
        try await ScriptShell(of, settings: settings, folder: folder, rest: answers)
    }
}

/// The empty database file that scripts start from, so that not each of them makes all tables step by step.
///
/// Nobody knows an app’s tables before the app has been opened; so the tables are those of the scripts that have ended.
/// A script finds the same in any order: what a file lacks is made when it is asked for.
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

    /// Takes the tables of a system that has some which the template lacks.
    ///
    /// - Parameter folder: where a file may be made; removed by the caller.
    func learn(from system: SQLiteSystem, folder: String) {
        guard system.stores.isStrictSuperset(of: tables) else { return }
        let path = folder + "/.template.sqlite"
        // Without a template scripts take longer, and nothing else.
        guard let copy = try? system.emptyFile(at: path) else { return }
        (bytes, tables) = (copy, system.stores)
    }
}

/// Where scripts have their folders.
package enum TemporaryFolder {
    /// The system’s folder for temporary files, without a slash at its end.
    package static let parent: String = {
        let path = NSTemporaryDirectory()
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }()
}

/// Ends the process when it is told to, without leaving the folders of the scripts that are running.
@MainActor
package enum ScriptSignals {
    /// Ends with 128 and the signal’s number, as a shell says of a program that a signal has ended.
    ///
    /// - Parameters:
    ///   - signals: those that end the process.
    ///   - restore: what is done first.
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
