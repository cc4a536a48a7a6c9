// SPDX-License-Identifier: GPL-3.0-or-later

/// Runs many session scripts, several of them side by side.
///
/// All run in this process: while the commands of one wait, those of another go on. The report does not depend on
/// which came first.
@MainActor
public struct ScriptBatch {
    private let performance: ScriptPerformance
    private let jobs: Int

    /// Makes a batch.
    ///
    /// - Parameters:
    ///   - factory: sets up a shell for each script.
    ///   - temporaryFolder: the absolute path of the folder in which each script's folder is made and removed.
    ///   - jobs: how many scripts run side by side, at least one.
    ///   - isUpdating: whether the scripts were just updated, so that a terminal that stands still says all there is.
    public init(factory: any ScriptShellFactory, temporaryFolder: String, jobs: Int = 1, isUpdating: Bool = false) {
        performance = ScriptPerformance(factory: factory, temporaryFolder: temporaryFolder, isUpdating: isUpdating)
        self.jobs = max(1, jobs)
    }

    /// Runs the scripts that the paths name: files, and `*.session` files in folders and the folders below them.
    ///
    /// - Parameters:
    ///   - paths: files and folders; a file named twice runs once.
    ///   - each: called with every result as soon as all before it are there, in the order of the report.
    public func run(_ paths: [String], each: (ScriptResult) -> Void = { _ in }) async -> ScriptReport {
        let files = ScriptFiles.named(by: paths)
        var results = [ScriptResult?](repeating: nil, count: files.count)
        var reported = 0
        await withTaskGroup(of: (Int, ScriptResult).self) { group in
            var started = 0
            func startNext() {
                guard started < files.count else { return }
                let index = started
                started += 1
                group.addTask { (index, await result(of: files[index])) }
            }
            for _ in 0..<min(jobs, files.count) { startNext() }
            while let (index, result) = await group.next() {
                results[index] = result
                while reported < files.count, let next = results[reported] {
                    each(next)
                    reported += 1
                }
                startNext()
            }
        }
        return ScriptReport(results: results.compactMap(\.self))
    }

    /// Runs one script that is in memory.
    ///
    /// - Parameters:
    ///   - script: what to run.
    ///   - path: its name in the result.
    ///   - vary: changes the settings that it starts with.
    public func perform(
        _ script: SessionScript, path: String, vary: (inout ScriptSettings) -> Void = { _ in }
    ) async -> ScriptResult {
        await performance.perform(script, path: path, vary: vary).result
    }

    private func result(of path: String) async -> ScriptResult {
        guard let bytes = ScriptFiles.bytes(of: path) else {
            let problem: ScriptProblem = ScriptFiles.isFolder(path) ? .noScripts : .unreadable
            return ScriptResult(path: path, stepsRun: 0, failures: [ScriptFailure(line: nil, problems: [problem])])
        }
        do {
            let script = try SessionScriptParser().parse(bytes)
            return await performance.perform(script, path: path).result
        } catch {
            let failure = ScriptFailure(line: error.line, problems: [.syntax(error.reason)])
            return ScriptResult(path: path, stepsRun: 0, failures: [failure])
        }
    }
}
