// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumKit
import Foundation
import Synchronization

/// Runs many session scripts, several of them concurrently.
///
/// All scripts run in this process: while the commands of one wait, those of another run. The report does not
/// depend on which script ends first.
@MainActor
public struct ScriptBatch {
    private let performance: ScriptPerformance
    private let jobs: Int

    /// Makes a batch.
    ///
    /// - Parameters:
    ///   - factory: Creates a shell for each script.
    ///   - temporaryFolder: The absolute path of the folder in which each script's folder is created and removed.
    ///   - jobs: The number of scripts that run concurrently, at least one.
    ///   - isUpdating: Whether the scripts were just updated, so that a terminal without changes is complete.
    public init(factory: any ScriptShellFactory, temporaryFolder: String, jobs: Int = 1, isUpdating: Bool = false) {
        performance = ScriptPerformance(factory: factory, temporaryFolder: temporaryFolder, isUpdating: isUpdating)
        self.jobs = max(1, jobs)
    }

    /// Runs the scripts at the paths: files, and `*.session` files in folders and their subfolders.
    ///
    /// - Parameters:
    ///   - paths: Files and folders; a file named twice runs once.
    ///   - each: Called with every result in the order of the report, as soon as all earlier ones exist.
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

    /// Runs one script in memory.
    ///
    /// - Parameters:
    ///   - script: The script to run.
    ///   - path: The script's name in the result.
    ///   - vary: Changes the script's start settings.
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

/// Finds the session scripts at paths.
public enum ScriptFiles {
    /// The files in the order of the paths, each once, even if reached by several; in folders and subfolders every
    /// `*.session`, in the byte order of their paths.
    ///
    /// Links to folders are followed, into each folder once. A path without a file is kept, as is that of a folder
    /// without scripts, so that the report shows it.
    public static func named(by paths: [String]) -> [String] {
        var seen: Set<String> = []
        return paths.flatMap(files).filter { seen.insert(resolved($0)).inserted }
    }

    /// The bytes of a file; `nil` if it cannot be read.
    static func bytes(of path: String) -> [UInt8]? {
        try? FileContents.bytes(at: path)
    }

    /// Whether the path is that of a folder or of a link to one.
    static func isFolder(_ path: String) -> Bool { FileStatus(path, followingLinks: true)?.kind == .folder }

    private static func files(at path: String) -> [String] {
        guard isFolder(path) else { return [path] }
        var entered: Set<String> = []
        let folder = path.hasSuffix("/") ? path : path + "/"
        let found = scripts(in: folder, entered: &entered).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return found.isEmpty ? [path] : found
    }

    private static func scripts(in folder: String, entered: inout Set<String>) -> [String] {
        guard entered.insert(resolved(folder)).inserted,
            let names = try? Folder.names(in: folder)
        else { return [] }
        var found: [String] = []
        var links: [String] = []
        for name in names.sorted() {
            let path = folder + name
            if !isFolder(path) {
                if name.hasSuffix(".session") { found.append(path) }
            } else if FileStatus(path)?.kind == .link {
                links.append(path)
            } else {
                found += scripts(in: path + "/", entered: &entered)
            }
        }
        // A folder has its own path, not that of a link, if both are here.
        for link in links { found += scripts(in: link + "/", entered: &entered) }
        return found
    }

    private static func resolved(_ path: String) -> String {
        URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path
    }
}

/// The temporary folder of one session script, which only its owner can read.
public struct ScriptFolder {
    /// Its absolute path.
    let path: String

    /// Creates a folder with a new name in `place` and writes the fixtures into it.
    init(in place: String, fixtures: [ScriptFixture]) throws(ScriptFolderFault) {
        do throws(FileFault) { path = try Folder.makeNew(place + "/session-script-") } catch {
            throw .notMade(place: place, code: error.reason.number)
        }
        ScriptFolders.add(path)
        for fixture in fixtures {
            do {
                try Self.write(fixture, below: path)
            } catch {
                remove()
                throw .notWritten(fixture.name)
            }
        }
    }

    /// Removes the folder with everything in it.
    func remove() {
        Folder.discard(path)
        ScriptFolders.forget(path)
    }

    /// Writes a fixture and creates the folders in its name.
    static func write(_ fixture: ScriptFixture, below path: String) throws {
        let target = path + "/" + fixture.name
        do throws(FileFault) {
            try Folder.make(Folder.split(target).folder)
            try DraftFile.write(fixture.bytes, to: target, replacing: true)
        } catch {
            throw ScriptFolderFault.notWritten(fixture.name)
        }
    }
}

/// The reasons why a session script has no folder.
enum ScriptFolderFault: Error, Equatable {
    /// No folder could be created in this place; `code` is the system's `errno`.
    case notMade(place: String, code: Int32)
    /// The fixture of this name could not be written.
    case notWritten(String)
}

/// The folders of the running session scripts, which the process removes before a signal ends it.
package enum ScriptFolders {
    private static let paths = Mutex<Set<String>>([])

    /// Adds a folder, which is removed if a signal ends the process.
    package static func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }

    /// Forgets a folder that no longer exists or that another process removes.
    package static func forget(_ path: String) { paths.withLock { _ = $0.remove(path) } }

    /// Removes the folders with everything in them.
    package static func removeAll() {
        let all = paths.withLock { paths in
            defer { paths = [] }
            return paths
        }
        for path in all { Folder.discard(path) }
    }
}
