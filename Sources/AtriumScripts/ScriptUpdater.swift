// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation
public import Session

/// Rewrites session scripts to say what really comes out.
///
/// Only lines that failed change, and none from a command on that the program does not have, unless the script has a line
/// for its error: a script of an app that is not there would pass ever after. Comments, patterns that still match, fixtures and line ends stay. A script that
/// fails runs a second time with another seed and another clock, unless it sets them itself; where the two outputs
/// differ, the new line has a placeholder. A new line of a terminal has `?` for the digits of the time that it shows.
@MainActor
public struct ScriptUpdater {
    /// A day, an hour, a minute and a second, so that no field of a date and time stays the same.
    private static let clockOffset = 90_061.0

    private let performance: ScriptPerformance
    private let clock: any WallClock

    /// Makes an updater.
    ///
    /// - Parameters:
    ///   - factory: sets up a shell for each run.
    ///   - temporaryFolder: the absolute path of the folder in which each run's folder is made and removed.
    ///   - environment: the process's environment.
    ///   - clock: what a terminal shows.
    /// - Throws: ``ScriptUpdateFault/refusedUnderCI`` if `CI` is set, to whatever value.
    public init(
        factory: any ScriptShellFactory, temporaryFolder: String, environment: [String: String],
        clock: any WallClock = SystemClock()
    ) throws(ScriptUpdateFault) {
        guard environment["CI"] == nil else { throw .refusedUnderCI }
        self.clock = clock
        performance = ScriptPerformance(factory: factory, temporaryFolder: temporaryFolder, isUpdating: true)
    }

    /// What the script in this file should say.
    ///
    /// The file is left alone.
    public func update(_ path: String) async throws(ScriptUpdateFault) -> ScriptUpdate {
        guard let bytes = ScriptFiles.bytes(of: path) else { throw .unreadable(path: path) }
        let script = try parse(bytes, path: path)
        let start = clock.now
        let first = await performance.perform(script, path: path)
        let moments = ShownMoments(from: start, to: clock.now, in: script.settings.timeZone)
        guard !first.result.passed else {
            return ScriptUpdate(path: path, bytes: bytes, newLines: 0, isChanged: false, remaining: first.result)
        }
        let second = await performance.perform(script, path: path, after: first) { settings in
            if !settings.given.contains(.seed) { settings.seed &+= 1 }
            if !settings.given.contains(.clock) { settings.clock += Self.clockOffset }
        }
        let proposal = await update(bytes, script, path: path, first: first, second: second, moments)
        if let proposal, proposal.remaining.passed { return proposal }
        // Placeholders that do not fit together are left out.
        let literal = await update(bytes, script, path: path, first: first, second: nil, moments)
        return [proposal, literal].compactMap(\.self).min { $0.remaining.failures.count < $1.remaining.failures.count }
            ?? ScriptUpdate(path: path, bytes: bytes, newLines: 0, isChanged: false, remaining: first.result)
    }

    /// Writes an update to its file, all of it or nothing.
    public func save(_ update: ScriptUpdate) throws(ScriptUpdateFault) {
        guard update.isChanged else { return }
        do {
            let target = try OwnLink.target(of: update.path)
            let draft = try DraftFile(for: target, replacing: true, keepsMode: true)
            try draft.write(update.bytes)
            try draft.finish()
        } catch {
            throw .notWritten(path: update.path)
        }
    }

    private func parse(_ bytes: [UInt8], path: String) throws(ScriptUpdateFault) -> SessionScript {
        do {
            return try SessionScriptParser().parse(bytes)
        } catch {
            throw .syntax(path: path, error)
        }
    }

    /// The rewritten script, run against what the first run brought; nil if it cannot be read any more.
    private func update(
        _ bytes: [UInt8], _ script: SessionScript, path: String, first: ScriptTrace, second: ScriptTrace?,
        _ moments: ShownMoments
    ) async -> ScriptUpdate? {
        var rewriter = ScriptRewriter(bytes: bytes, script: script)
        rewriter.rewrite(after: first.records, other: second?.records, moments: moments)
        let (rewritten, newLines) = rewriter.result
        guard let script = try? SessionScriptParser().parse(rewritten) else { return nil }
        let replay = ScriptReplay(records: first.records)
        let remaining = await ScriptRunner(script: script, path: path, subject: replay).run()
        return ScriptUpdate(
            path: path, bytes: rewritten, newLines: newLines, isChanged: rewritten != bytes, remaining: remaining)
    }
}
