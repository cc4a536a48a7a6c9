// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session

/// Runs one script from its folder's making to its removal.
@MainActor
struct ScriptPerformance {
    let factory: any ScriptShellFactory
    /// Where session folders are made.
    let temporaryFolder: String
    /// Whether what comes is what the script is to say.
    var isUpdating = false

    /// Runs the script with what `vary` makes of its settings.
    ///
    /// - Parameter earlier: The run before, whose waits in vain are not waited for again.
    func perform(
        _ script: SessionScript, path: String, after earlier: ScriptTrace? = nil,
        vary: (inout ScriptSettings) -> Void = { _ in }
    ) async -> ScriptTrace {
        var settings = script.settings
        vary(&settings)
        do {
            let folder = try ScriptFolder(in: temporaryFolder, fixtures: script.fixtures)
            defer { folder.remove() }
            let subject = try await factory.makeSubject(settings: settings, folder: folder.path)
            var runner = ScriptRunner(script: script, path: path, subject: subject, isUpdating: isUpdating)
            runner.earlier = earlier
            let trace = await runner.trace()
            await subject.end()
            return trace
        } catch {
            let failure = ScriptFailure(
                line: nil, problems: [.setup(error: Described(error).sentence.string(in: script.settings.language))])
            return ScriptTrace(result: ScriptResult(path: path, stepsRun: 0, failures: [failure]), records: [])
        }
    }
}
